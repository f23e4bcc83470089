//! Providers by the names of their protocols: the tables and the pages match the functions.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use glossweave::provider::{ParameterType, Place, Protocol, Provider, ProviderKind, protocols};
use glossweave::translate::System;
use glossweave::{Caller, Engine, ErrorKind, Settings};

/// Returns a location of the kind that a protocol requires.
fn place(protocol: &Protocol) -> &'static str {
    match protocol.place {
        Place::Url => "http://127.0.0.1:9/",
        Place::Mode => "eng-spa",
        Place::Words if protocol.name == "patterns" => "date",
        Place::Words => "vote",
        _ => concat!(env!("CARGO_MANIFEST_DIR"), "/no/such/file.csv"),
    }
}

/// Returns a value of the type of a parameter.
fn value(name: &str, value: ParameterType) -> &'static str {
    match (name, value) {
        ("header", _) => "X-Key: 4711",
        ("media-type", _) => "application/n-triples",
        ("prefix", _) => "http://a.example/",
        ("pattern", _) => "http://a.example/Ticket - [A-Z]+-[0-9]+",
        ("recognizer", _) => "patterns date",
        ("pair", _) => "spa|eng_US",
        (_, ParameterType::Integer | ParameterType::Range(..) | ParameterType::Fraction) => "1",
        (_, ParameterType::Amount) => "0.5",
        (_, ParameterType::Word(words)) => words[0],
        (_, ParameterType::Language) => "en",
        _ => "word",
    }
}

#[test]
fn every_option_of_a_table_is_known_to_its_protocol_and_no_other() {
    for protocol in protocols() {
        let Protocol { kind, name, .. } = protocol;
        let options = protocol.parameters().map(|one| (one.name, value(one.name, one.value)));
        let options: Vec<_> = options.collect();
        match Provider::open(kind, name, place(&protocol), options.iter().copied()) {
            Ok(provider) => {
                assert_eq!((provider.kind(), protocol.place != Place::File), (kind, true))
            }
            Err(error) if name.ends_with("-classifier") && !cfg!(feature = "neural") => {
                assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::Storage, "{name}: {error}"),
        }
        let odd = options.iter().copied().chain([("colour", "red")]);
        let error = Provider::open(kind, name, place(&protocol), odd).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("colour")));
        // When there are many names, only some are shown.
        let shown = |parameter: &str| error.message().contains(parameter);
        let most = options.iter().filter(|(parameter, _)| shown(parameter)).count();
        assert!(most >= options.len().min(4), "{name}: {error}");
        for required in protocol.parameters().filter(|one| one.required) {
            let less = options.iter().copied().filter(|(name, _)| *name != required.name);
            let error = Provider::open(kind, name, place(&protocol), less).unwrap_err();
            assert_eq!(error.parameter(), Some(required.name), "{name}: {error}");
        }
    }
}

#[test]
fn values_of_another_type_are_refused_and_secrets_not_shown() {
    for protocol in protocols() {
        let given: Vec<_> = protocol.parameters().filter(|one| one.required).collect();
        for one in protocol.parameters() {
            let wrong = match one.value {
                ParameterType::Integer
                | ParameterType::Fraction
                | ParameterType::Amount
                | ParameterType::Word(_) => "-7b",
                _ => continue,
            };
            let given = given.iter().map(|one| (one.name, value(one.name, one.value)));
            let given = given.filter(|(name, _)| *name != one.name).chain([(one.name, wrong)]);
            let error = Provider::open(protocol.kind, protocol.name, place(&protocol), given);
            let error = error.unwrap_err();
            assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(one.name)));
            assert!(error.message().contains("-7b"), "{error}");
        }
    }
    let error = Provider::open(
        ProviderKind::Endpoint,
        "sparql",
        "http://127.0.0.1:9/",
        [("header", "horse")],
    );
    assert!(!error.unwrap_err().message().contains("horse"));
}

#[test]
fn a_protocol_that_is_not_known_is_refused_with_those_that_are() {
    for kind in ProviderKind::ALL {
        let error = Provider::open(*kind, "babelfish", "http://127.0.0.1:9/", []).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("protocol")));
        for one in protocols().filter(|one| one.kind == *kind) {
            assert!(error.message().contains(one.name), "{error}");
        }
        assert_eq!(kind.name().parse::<ProviderKind>().unwrap(), *kind);
    }
    assert_eq!("reader".parse::<ProviderKind>().unwrap_err().parameter(), Some("kind"));
    let names: BTreeSet<_> = protocols().map(|one| (one.kind.name(), one.name)).collect();
    assert_eq!(names.len(), protocols().count());
}

#[test]
fn files_are_opened_by_their_extension() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let label =
        "<http://a.example/cork> <http://www.w3.org/2004/02/skos/core#prefLabel> 'Cork'@en .";
    let tmx = "<tmx version='1.4'><header srclang='en'/><body><tu><tuv xml:lang='en'><seg>a</seg></tuv>\
               <tuv xml:lang='es'><seg>b</seg></tuv></tu></body></tmx>";
    let opened = [
        ("recognizer", "dictionary", file("a.csv", "uri,label\nhttp://a.example/cork,Cork\n")),
        ("recognizer", "dictionary", file("a.tsv", "uri\tlabel\nhttp://a.example/cork\tCork\n")),
        ("recognizer", "dictionary", file("a.ttl", label)),
        ("term-finder", "termbase", file("t.csv", "concept,term,language\n1,comet,en\n")),
        ("term-finder", "termbase", file("t.ttl", label)),
        ("translator", "memory", file("m.tmx", tmx)),
    ];
    for (kind, protocol, path) in opened {
        Provider::open(kind.parse().unwrap(), protocol, &path, []).unwrap();
        let missing = path.replace('.', "-no.");
        let error = Provider::open(kind.parse().unwrap(), protocol, &missing, []).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Storage, Some("place")));
    }
    let wrong = file("w.tmx", &tmx.replace("<body>", "<body><tu><tuv><seg>No</seg></tuv></tu>"));
    let open =
        |strict| Provider::open(ProviderKind::Translator, "memory", &wrong, [("strict", strict)]);
    assert!(open("false").is_ok());
    assert_eq!(open("true").unwrap_err().kind(), ErrorKind::Malformed);
}

#[test]
fn parts_of_a_combination_are_opened_with_their_options() {
    let open = |place: &str, options: &[(&str, &str)]| {
        let options = options.iter().copied();
        Provider::open(ProviderKind::Recognizer, "combination", place, options)
    };
    let json = |text: &'static str| ("recognizer", text);
    let nested = r#"{"protocol": "combination", "place": "vote",
        "options": {"votes": 1, "recognizer": ["patterns all", "{\"protocol\": \"patterns\", \"place\": \"url\"}"]}}"#;
    assert!(open(" union ", &[json(nested), ("recognizer", "patterns date, url")]).is_ok());
    for (place, options, said, parameter) in [
        ("all", &[json("patterns all")][..], "no rule `all`", "place"),
        ("union", &[json("patterns all"), ("votes", "1")], "needs the rule `vote`", "votes"),
        ("vote", &[json("patterns all"), ("votes", "2")], "no number of votes `2`", "votes"),
        ("vote", &[json("patterns all"), ("votes", "0")], "no number of votes `0`", "votes"),
        ("union", &[json("patterns")], "no kind of patterns ``", "recognizer"),
        ("union", &[json("patterns phone")], "(`place`)", "recognizer"),
        ("union", &[json("")], "no protocol ``", "recognizer"),
        ("union", &[json("{")], "invalid JSON", "recognizer"),
        ("union", &[json(r#"{"protocol": 7}"#)], "expected a string as `protocol`", "recognizer"),
        ("union", &[json(r#"{"name": "x"}"#)], "no field `name`", "recognizer"),
        ("union", &[json(r#"{"options": 7}"#)], "expected an object as `options`", "recognizer"),
        ("union", &[json(r#"{"options": {"a": {}}}"#)], "option `a`", "recognizer"),
        (
            "union",
            &[json(r#"{"protocol": "patterns", "place": "all", "options": {"a": "b"}}"#)],
            "(`a`)",
            "recognizer",
        ),
    ] {
        let error = open(place, options).unwrap_err();
        assert!(error.message().contains(said), "{error}");
        assert_eq!(error.parameter(), Some(parameter), "{error}");
    }
    let many: Vec<_> = (0..17).map(|_| json("patterns all")).collect();
    assert_eq!(open("union", &many).unwrap_err().parameter(), Some("recognizer"));
    let many: Vec<_> = (0..257).map(|_| ("pattern", "http://a.example/X - x")).collect();
    let error = Provider::open(ProviderKind::Recognizer, "patterns", "all", many).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("pattern")));
}

#[test]
fn engines_are_listed_without_what_is_private() {
    let folder = tempfile::tempdir().unwrap();
    let terms = folder.path().join("t.csv");
    fs::write(&terms, "concept,term,language\n1,comet,en\n1,cometa,es\n").unwrap();
    let system = |key: Option<&str>| {
        let system = System::new("a", "en".parse().unwrap(), "de".parse().unwrap());
        Some(key.into_iter().fold(system, |system, key| system.with_key(key)))
    };
    let open = |kind, protocol, place: &str| Provider::open(kind, protocol, place, []).unwrap();
    let apy = || open(ProviderKind::Translator, "apy", "http://127.0.0.1:9/");
    let base = open(ProviderKind::TermFinder, "termbase", terms.to_str().unwrap());
    let error = Engine::builder(Settings::default()).provider("a", apy(), None).err().unwrap();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("system")));
    let error = Engine::builder(Settings::default()).provider("a", base.clone(), system(None));
    assert_eq!(error.err().unwrap().parameter(), Some("system"));
    let builder = Engine::builder(Settings::default())
        .provider("astronomy", base, None)
        .and_then(|builder| builder.provider("open", apy(), system(None)))
        .and_then(|builder| builder.provider("open", apy(), system(Some("horse"))))
        .and_then(|builder| builder.provider("closed", apy(), system(Some("horse"))));
    let engine = builder.unwrap().open().unwrap();
    let engines = engine.session(Caller::Anonymous).engines().unwrap();
    let json = serde_json::to_value(&engines).unwrap();
    assert!(!json.to_string().contains("horse") && !json.to_string().contains("closed"));
    assert_eq!(
        json["translators"][0]["languages"],
        serde_json::json!([{"source": "en", "target": "de"}])
    );
    assert_eq!(json["translators"].as_array().unwrap().len(), 1);
    assert_eq!(json["term_finders"][0]["name"], "astronomy");
    assert_eq!(
        json["term_finders"][0]["languages"],
        serde_json::json!([{"source": "en"}, {"source": "es"}])
    );
    let threshold = &json["recognizers"][0]["parameters"][5];
    assert_eq!(
        *threshold,
        serde_json::json!({"name": "threshold", "type": "number", "text": "The minimum confidence, from 0 to 1. By default, there is no minimum."})
    );
}

#[test]
fn the_page_has_every_protocol_with_its_options() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/remote.md"));
    let page = page.unwrap();
    for protocol in protocols() {
        let start = format!("| {} | `{}` |", protocol.kind.name(), protocol.name);
        let row = page.lines().find(|line| line.starts_with(&start));
        let row = row.unwrap_or_else(|| panic!("docs/remote.md has no row `{start}`"));
        let options = row.rsplit('|').nth(1).unwrap();
        let said: Vec<&str> = options.split('`').skip(1).step_by(2).collect();
        let known: Vec<&str> = protocol.parameters().map(|one| one.name).collect();
        assert_eq!(said, known, "{start}");
    }
}
