//! Tests that the answers of tools match their schemas.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use std::fs;

use glossweave::entity::Dictionary;
use glossweave::term::TermBase;
use glossweave::{Caller, Engine, ErrorKind, Settings};
use glossweave_mcp::{Folders, Server, ServerLimits, TOOLS};
use serde_json::{Value, json};

const NAMES: &str = "uri,label,type\nhttp://e.example/cork,Cork,http://c.example/City\n";
const TERMS: &str = "concept,language,term,status\nhttp://t.example/1,en,harbour,preferred\nhttp://t.example/1,en,port,deprecated\n";

fn server(folders: Folders, limits: ServerLimits) -> Server {
    let engine = Engine::builder(Settings::default())
        .recognizer("places", Dictionary::from_csv(NAMES.as_bytes()).unwrap())
        .term_base("words", TermBase::builder().csv(TERMS.as_bytes()).unwrap().build().unwrap())
        .open()
        .unwrap();
    let session = engine.local_session().unwrap();
    session.datasets().create(Some("towns"), NAMES.as_bytes(), &Default::default()).unwrap();
    session.filters().create(Some("all"), b"SELECT * { ?s ?p ?o }", &Default::default()).unwrap();
    Server::new(engine.clone(), Caller::Local, folders, limits)
}

/// Returns the first part of a value that does not match a schema. Supports only the keywords that
/// the schemas of the tools use.
fn misfit(value: &Value, schema: &Value) -> Option<String> {
    if let Some(all) = schema["anyOf"].as_array() {
        let fits = all.iter().any(|alternative| misfit(value, alternative).is_none());
        return (!fits).then(|| format!("{value}"));
    }
    let is = |name: &str| match name {
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => value.is_null(),
    };
    let names: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        names => names.as_array().unwrap().iter().filter_map(Value::as_str).collect(),
    };
    if !names.iter().any(|name| is(name)) {
        return Some(format!("{value} is no {names:?}"));
    }
    if let Some(list) = value.as_array() {
        return list.iter().find_map(|item| misfit(item, &schema["items"]));
    }
    let object = value.as_object()?;
    let known = schema["properties"].as_object().unwrap();
    let required: Vec<&str> =
        schema["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let lacking = required.iter().find(|name| !object.contains_key(**name));
    lacking.map(|name| format!("{name} is missing")).or_else(|| {
        object.iter().find_map(|(name, value)| match known.get(name) {
            Some(schema) => misfit(value, schema).map(|at| format!("{name}: {at}")),
            None => Some(format!("{name} is not declared")),
        })
    })
}

#[test]
fn every_answer_fits_its_schema() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cork.md"), "# Cork\n\nThe port of Cork.\n").unwrap();
    let server = server(Folders::open([folder.path()]).unwrap(), ServerLimits::default());
    let query = "SELECT ?e { ?s <http://www.w3.org/2005/11/its/rdf#taIdentRef> ?e }";
    let calls = [
        ("list_engines", json!({})),
        ("annotate", json!({"path": "cork.md", "recognizer": "places", "return_file": true})),
        ("annotate", json!({"text": "Cork", "dataset": ["towns"], "language": "en"})),
        ("link_names", json!({"names": ["Cork", "Paris", ""], "recognizer": "places"})),
        ("look_up", json!({"dataset": "towns", "name": "cork", "max_results": 3})),
        ("find_terms", json!({"path": "cork.md", "provider": "words", "language": "en"})),
        ("filter", json!({"text": "Cork", "recognizer": "places", "query": query})),
        (
            "filter",
            json!({"text": "<a:a> <a:b> <a:c> .", "format": "turtle", "filter": "all", "results": "json"}),
        ),
        ("chunk", json!({"path": "cork.md", "recognizer": "places", "overlap": 10, "size": 20})),
    ];
    for (name, arguments) in calls {
        let tool = TOOLS.iter().find(|tool| tool.name == name).unwrap();
        assert_eq!(misfit(&arguments, &tool.input_schema().into()), None, "{name}");
        let answer = server.call(name, &arguments).unwrap();
        assert_eq!(misfit(&answer, &tool.output_schema().into()), None, "{name}");
    }
    let terms = server
        .call("find_terms", &json!({"path": "cork.md", "provider": "words", "language": "en"}))
        .unwrap();
    assert!(terms["terms"][0]["info"].as_str().unwrap().contains("use `harbour`"), "{terms}");
    // The check itself finds mismatches.
    let schema: Value = TOOLS[1].output_schema().into();
    assert!(misfit(&json!({"format": "html"}), &schema).unwrap().contains("missing"));
}

#[test]
fn names_are_unique_and_texts_are_sentences() {
    let mut names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), TOOLS.len());
    for tool in TOOLS {
        assert!(tool.description.ends_with('.'), "{}", tool.name);
        for field in tool.input.iter().copied().flatten().chain(tool.output) {
            assert!(field.text.ends_with('.'), "{}: {}", tool.name, field.name);
        }
    }
}

#[test]
fn an_answer_that_is_too_long_is_refused() {
    let mut limits = ServerLimits::default();
    (limits.max_bytes, limits.max_output_bytes, limits.max_results) = (1_000, 500, 2);
    let server = server(Folders::default(), limits);
    let text = "Cork. ".repeat(100);
    let arguments = json!({"text": text, "recognizer": "places"});
    let found = server.call("annotate", &arguments).unwrap();
    assert_eq!(
        (found["total"].as_u64(), found["annotations"].as_array().unwrap().len()),
        (Some(100), 2)
    );
    let fails = |tool: &str, arguments: Value| server.call(tool, &arguments).unwrap_err().kind();
    let whole = json!({"text": text, "recognizer": "places", "return_text": true});
    assert_eq!(fails("annotate", whole), ErrorKind::TooLarge);
    assert_eq!(fails("chunk", json!({"text": text})), ErrorKind::TooLarge);
    assert_eq!(fails("chunk", json!({"text": "x".repeat(1_001)})), ErrorKind::TooLarge);
    assert_eq!(
        fails("link_names", json!({"names": ["a", "b", "c"], "recognizer": "places"})),
        ErrorKind::TooLarge
    );
    assert_eq!(fails("shell", json!({})), ErrorKind::NotFound);
    assert_eq!(fails("look_up", json!({"dataset": "towns"})), ErrorKind::Invalid);
    assert_eq!(fails("chunk", json!(["text"])), ErrorKind::Invalid);
}

#[test]
fn the_page_has_every_tool() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/http.md");
    let page = fs::read_to_string(page).unwrap();
    for tool in TOOLS {
        assert!(page.contains(&format!("| `{}` |", tool.name)), "{}", tool.name);
    }
}
