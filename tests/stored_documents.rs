//! Documents under review: the user and the time of each change, and the use of accepted
//! annotations.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use glossweave::resource::ResourceUpdate;
use glossweave::web_annotation::{DOCUMENT, STATUS};
use glossweave::{Caller, Document, EncodeOptions, Engine, ErrorKind, Settings};
use serde_json::{Value, json};

const CONTRIBUTOR: &str = "dcterms:contributor";

fn engine() -> Engine {
    let engine = Engine::builder(Settings::default()).open().unwrap();
    let users = engine.session(Caller::Anonymous).users();
    for name in ["anna", "berta"] {
        users.create(name, "correct horse").unwrap();
    }
    engine
}

fn caller(engine: &Engine, name: &str) -> Caller {
    let users = engine.session(Caller::Anonymous).users();
    Caller::Token(users.authenticate(name, "correct horse").unwrap())
}

fn item(exact: &str) -> Value {
    json!({"motivation": "identifying", "body": format!("http://d.example/{exact}"),
        "target": {"selector": {"type": "TextQuoteSelector", "exact": exact}}})
}

fn page(items: &[Value]) -> Value {
    json!({DOCUMENT: {"type": "TextualBody", "format": "text/html", "value": "<p>From <b>Cobh</b> to Cork"},
        "items": items})
}

/// Changes a stored page, and returns the stored page.
fn change(engine: &Engine, who: &str, edit: impl FnOnce(&mut Value)) -> Value {
    let session = engine.session(caller(engine, who));
    let mut page = session.documents().read("letter").unwrap().content.page;
    edit(&mut page);
    let unchanged = ResourceUpdate::default();
    let body = page.to_string().into_bytes();
    session.documents().update("letter", Some(&body), &unchanged).unwrap().content.page
}

fn store(engine: &Engine, page: &Value) -> Value {
    let session = engine.session(caller(engine, "anna"));
    let body = page.to_string().into_bytes();
    let made = session.documents().create(Some("letter"), &body, &ResourceUpdate::default());
    made.unwrap().content.page
}

#[test]
fn who_and_when_are_those_of_the_change() {
    let engine = engine();
    let mut tool = item("Cobh");
    tool["creator"] = json!({"type": "Software", "id": "http://t.example/"});
    tool["created"] = json!("1999-01-01T00:00:00Z");
    let mut other = item("Cork");
    other["creator"] = json!({"type": "Person", "name": "somebody else"});
    other[STATUS] = json!("accepted");
    let first = store(&engine, &page(&[tool, other]));
    let items = &first["items"];
    assert_eq!(items[0]["creator"]["id"], "http://t.example/");
    assert_ne!(items[0]["created"], "1999-01-01T00:00:00Z");
    assert_eq!((&items[0][STATUS], &items[0][CONTRIBUTOR]), (&json!("proposed"), &Value::Null));
    // Users cannot enter another user as the creator.
    assert_eq!(items[1]["creator"], json!({"type": "Person", "name": "anna"}));
    let ids = [&items[0]["id"], &items[1]["id"]].map(|id| id.as_str().unwrap());
    assert!(ids.iter().all(|id| id.starts_with("urn:uuid:") && id.len() == 45) && ids[0] != ids[1]);

    let same = change(&engine, "anna", |_| {});
    assert_eq!(same["items"], first["items"]);
    let judged = change(&engine, "anna", |page| {
        page["items"][0][STATUS] = json!("accepted");
        page["items"][0]["creator"] = json!("nobody");
    });
    let one = &judged["items"][0];
    assert_eq!(one[CONTRIBUTOR], json!({"type": "Person", "name": "anna"}));
    assert!(one["modified"].is_string());
    assert_eq!((&one["creator"], &one["created"]), (&items[0]["creator"], &items[0]["created"]));
    assert_eq!(judged["items"][1], items[1]);
    // The document may be omitted, but omitted annotations are removed.
    let rest = change(&engine, "anna", |page| {
        page.as_object_mut().unwrap().remove(DOCUMENT);
        page["items"].as_array_mut().unwrap().remove(0);
    });
    assert_eq!((rest["items"].as_array().unwrap().len(), &rest[DOCUMENT]), (1, &first[DOCUMENT]));
}

#[test]
fn what_was_accepted_is_used() {
    let engine = engine();
    store(&engine, &page(&[item("Cobh"), item("Cork")]));
    let documents = engine.session(Caller::Anonymous).documents();
    assert!(documents.open("letter").unwrap().1.is_empty());
    change(&engine, "anna", |page| {
        page["items"][0][STATUS] = json!("rejected");
        page["items"][1][STATUS] = json!("accepted");
    });
    let stored = documents.read("letter").unwrap().content;
    assert_eq!((stored.proposed, stored.accepted, stored.rejected), (0, 1, 1));
    let (document, accepted) = documents.open("letter").unwrap();
    let made = glossweave::encode(&document, &accepted, &EncodeOptions::default()).unwrap();
    let made = String::from_utf8(made.bytes).unwrap();
    assert!(made.contains("<b>Cobh</b>") && made.contains("http://d.example/Cork"), "{made}");
}

#[test]
fn models_learn_from_what_was_accepted() {
    let engine = engine();
    let texts = ["Cork", "Cobh", "Kinsale", "Youghal"];
    let session = engine.local_session().unwrap();
    for (number, name) in texts.into_iter().enumerate() {
        let accepted = json!({"motivation": "classifying", STATUS: "accepted",
            "body": {"type": "TextualBody", "purpose": "classifying", "value": "LOC"},
            "target": {"selector": {"type": "TextQuoteSelector", "exact": name}}});
        let mut rejected = accepted.clone();
        rejected["target"]["selector"]["exact"] = json!("went");
        rejected[STATUS] = json!("rejected");
        let page = json!({DOCUMENT: {"value": format!("She went to {name} by bus.")},
            "items": [accepted, rejected]});
        let body = page.to_string().into_bytes();
        let name = format!("d{number}");
        session.documents().create(Some(&name), &body, &ResourceUpdate::default()).unwrap();
    }
    let options = [("documents", "d0, d1,d2,d3"), ("rounds", "5")];
    session.models().train("towns", b"", options).unwrap();
    let text = Document::of_text("She went to Cobh by bus.".to_owned(), None);
    let found = session.entities().recognize("towns", &text).unwrap();
    let found: Vec<_> = found.iter().map(|one| &text.text()[one.span().range()]).collect();
    assert_eq!(found, ["Cobh"]);
    let error = session.models().train("towns", b"To O\n", options).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("documents")));
    let error = session.models().train("towns", b"", [("documents", "d9")]).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::NotFound, Some("documents")));
}

#[test]
fn nothing_is_lost_when_the_document_changes() {
    let engine = engine();
    store(&engine, &page(&[item("Cobh"), item("Cork")]));
    let changed = change(&engine, "anna", |page| {
        page[DOCUMENT]["value"] = json!("<p>To Cork");
    });
    assert_eq!(changed["items"].as_array().unwrap().len(), 2);
}

#[test]
fn what_cannot_be_stored_is_refused() {
    let engine = engine();
    let session = engine.session(caller(&engine, "anna"));
    let create = |body: &str| {
        let made =
            session.documents().create(Some("x"), body.as_bytes(), &ResourceUpdate::default());
        let error = made.unwrap_err();
        (error.kind(), error.message().to_owned())
    };
    let with = |edit: fn(&mut Value)| {
        let mut page = page(&[item("Cork"), item("Cobh")]);
        edit(&mut page);
        create(&page.to_string())
    };
    for ((kind, message), expected_kind, expected) in [
        (create("[]"), ErrorKind::Malformed, "expected a page of annotations"),
        (create("{"), ErrorKind::Malformed, "invalid JSON"),
        (create(r#"{"items": []}"#), ErrorKind::Malformed, "expected a document with a text"),
        (
            with(|page| page["label"] = json!([])),
            ErrorKind::Malformed,
            "expected a text at `/label`",
        ),
        (
            with(|page| page[DOCUMENT]["language"] = json!({})),
            ErrorKind::Malformed,
            "expected a text at `/dcterms:references/language`",
        ),
        (
            with(|page| page[DOCUMENT]["language"] = json!("?")),
            ErrorKind::Malformed,
            "`?` is not a language",
        ),
        (
            with(|page| page["items"] = json!({})),
            ErrorKind::Invalid,
            "expected `items` to be a list",
        ),
        (
            with(|page| page["items"][1] = json!(1)),
            ErrorKind::Invalid,
            "annotation 1 is not an object",
        ),
        (
            with(|page| page["items"][1] = json!({})),
            ErrorKind::Invalid,
            "annotation 1 has no `target`",
        ),
        (
            with(|page| page["items"][0]["id"] = json!(3)),
            ErrorKind::Invalid,
            "the `id` of annotation 0",
        ),
        (
            with(|page| page["items"][0][STATUS] = json!("done")),
            ErrorKind::Invalid,
            "`schema:creativeWorkStatus` of annotation 0: expected one of `proposed`, `accepted`, `rejected`, found \"done\"",
        ),
        (
            with(|page| {
                page["items"][0]["id"] = json!("a:a");
                page["items"][1]["id"] = json!("a:a");
            }),
            ErrorKind::Invalid,
            "two annotations have the `id` `a:a`",
        ),
        (
            with(|page| page["items"][1]["target"]["selector"]["exact"] = json!("Galway")),
            ErrorKind::Invalid,
            "annotation 1: the quote `Galway` is not in the text",
        ),
    ] {
        assert_eq!(kind, expected_kind);
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn only_one_of_two_changes_of_what_both_have_seen_is_made() {
    let engine = engine();
    store(&engine, &page(&[item("Cobh")]));
    let session = engine.session(caller(&engine, "anna"));
    let seen = session.documents().read("letter").unwrap();
    let update =
        ResourceUpdate { if_revision: [seen.revision].into(), ..ResourceUpdate::default() };
    let body = seen.content.page.to_string().into_bytes();
    session.documents().update("letter", Some(&body), &update).unwrap();
    let error = session.documents().update("letter", Some(&body), &update).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PreconditionFailed);
    // Other users can read the page but not change it.
    let berta = engine.session(caller(&engine, "berta"));
    let error = berta.documents().update("letter", Some(&body), &ResourceUpdate::default());
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Forbidden);
}
