//! Rows in the format of `tests/cases/service`.

use glossweave::resource::{AnyCollection, ResourceUpdate};
use glossweave::service::{Answer, Call};
use glossweave::{Engine, Error, Session, Settings};
use serde_json::Value;

use super::fixture::user;

const ROWS: &str = include_str!("../cases/service/rows.json");
const FIXTURE: &str = include_str!("../cases/service/world.json");

/// Stores the fixture and returns the number of its template.
fn furnish(session: &Session<'_>) -> String {
    let fixture: Value = serde_json::from_str(FIXTURE).unwrap();
    let store = |collection: &dyn AnyCollection, one: &Value| {
        let mut changes = ResourceUpdate::default();
        for option in ["informat", "type"] {
            if let Some(value) = one[option].as_str() {
                changes.set(option, value).unwrap();
            }
        }
        let content = one["content"].as_str().unwrap().as_bytes();
        collection.create(one["name"].as_str(), content, &changes).unwrap();
    };
    for (kind, list) in [
        ("dataset", "datasets"),
        ("filter", "filters"),
        ("xsltconverter", "converters"),
        ("profile", "profiles"),
    ] {
        let collection = session.collection(kind.parse().unwrap());
        fixture[list].as_array().unwrap().iter().for_each(|one| store(&*collection, one));
    }
    let template = fixture["template"].to_string();
    session.templates().create(None, template.as_bytes(), &ResourceUpdate::default()).unwrap().name
}

fn answered(session: &Session<'_>, link: &str, row: &Value) -> Result<Answer, Error> {
    let stored = row.get("store").map(|requests| {
        let requests = requests.to_string();
        session
            .pipelines()
            .create(None, requests.as_bytes(), &ResourceUpdate::default())
            .unwrap()
            .name
    });
    let fill = |text: &str| {
        text.replace("{link}", link).replace("{stored}", stored.as_deref().unwrap_or("{stored}"))
    };
    let mut call = Call::new(fill(row["path"].as_str().unwrap()))
        .with_body(fill(row["body"].as_str().unwrap_or_default()));
    for (name, value) in row["parameters"].as_object().into_iter().flatten() {
        call = call.with_parameter(name, value.as_str().unwrap());
    }
    for (name, value) in row["headers"].as_object().into_iter().flatten() {
        call = call.with_header(name, value.as_str().unwrap());
    }
    session.call(call)
}

/// Returns the faults of an answer.
fn fault(expect: &Value, answer: Result<Answer, Error>) -> Option<String> {
    match answer {
        Err(error) => {
            let wanted = &expect["error"];
            let right = wanted["kind"].as_str() == Some(error.kind().name())
                && error.message().contains(wanted["message"].as_str().unwrap_or("an answer"))
                && wanted["step"].as_u64() == error.step().map(|step| step as u64)
                && wanted["parameter"].as_str().is_none_or(|name| error.parameter() == Some(name));
            (!right).then(|| format!("{error:?}"))
        }
        Ok(answer) => {
            let found = String::from_utf8_lossy(&answer.bytes).into_owned();
            let parts = |key: &str| -> Vec<&str> {
                expect[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
            };
            let right = expect.get("error").is_none()
                && expect["media_type"].as_str().is_none_or(|media| media == answer.media_type)
                && expect["bytes"].as_str().is_none_or(|bytes| bytes == found)
                && parts("contains").iter().all(|part| found.contains(part))
                && !parts("lacks").iter().any(|part| found.contains(part));
            (!right).then(|| format!("{}: {found}", answer.media_type))
        }
    }
}

#[test]
fn every_row_is_answered_as_expected() {
    let rows: Vec<Value> = serde_json::from_str(ROWS).unwrap();
    assert!(rows.len() >= 30);
    let engine = Engine::builder(Settings::default()).open().unwrap();
    let anna = user(&engine, "anna");
    let session = engine.session(anna);
    let link = furnish(&session);
    let mut faults = Vec::new();
    for row in &rows {
        let known = ["name", "store", "path", "parameters", "headers", "body", "expect"];
        let unknown = row.as_object().unwrap().keys().find(|key| !known.contains(&key.as_str()));
        assert_eq!(unknown, None, "{row}");
        if let Some(fault) = fault(&row["expect"], answered(&session, &link, row)) {
            faults.push(format!("{}: {fault}", row["name"]));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
