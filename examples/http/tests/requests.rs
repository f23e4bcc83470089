//! The documented client requests of `requests.json`, in their order, against one service. `by` specifies
//! the user whose token is sent. `keep` stores values from the JSON of the response, by their pointers, for
//! use as `{name}` in later rows. `{base}` is the URL of the service.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use std::collections::{BTreeMap, BTreeSet};

use crate::client::{Reply, Service};
use serde_json::Value;

const ROWS: &str = include_str!("requests.json");

/// The keys that a row can have.
const COLUMNS: [&str; 8] = ["name", "method", "path", "by", "headers", "body", "keep", "expect"];

fn asked(service: &Service, row: &Value, kept: &BTreeMap<String, String>) -> Reply {
    let fill = |text: &str| {
        kept.iter().fold(text.to_owned(), |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), value)
        })
    };
    let target = format!("/current{}", fill(row["path"].as_str().unwrap()));
    let mut call = service.call(row["method"].as_str().unwrap(), &target);
    call = match row["by"].as_str() {
        None => call,
        Some("root") => call.token(&service.root),
        Some("anna") => call.token(&service.anna),
        Some("bert") => call.token(&service.bert),
        Some(other) => panic!("nobody is called {other}"),
    };
    for (name, value) in row["headers"].as_object().into_iter().flatten() {
        call = call.header(name, value.as_str().unwrap());
    }
    match row["body"].as_str() {
        Some(body) => call.body(fill(body)).send(),
        None => call.send(),
    }
}

/// Returns the faults of a response.
fn fault(expect: &Value, reply: &Reply) -> Option<String> {
    let text = reply.text();
    let parts = |key: &str| {
        let parts = expect[key].as_array().cloned().unwrap_or_default();
        parts.into_iter().map(|part| part.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let is_right = expect["status"] == reply.status
        && expect["media_type"].as_str().is_none_or(|wanted| reply.media_type() == Some(wanted))
        && parts("contains").iter().all(|part| text.contains(part))
        && !parts("lacks").iter().any(|part| text.contains(part));
    let media_type = reply.header("content-type").unwrap_or_default();
    (!is_right).then(|| format!("{} {media_type} {text}", reply.status))
}

#[test]
fn requests_are_answered_as_they_are_documented() {
    let rows: Vec<Value> = serde_json::from_str(ROWS).unwrap();
    let names: BTreeSet<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert!(names.len() == rows.len() && rows.len() > 130, "{} rows", rows.len());
    let folder = tempfile::tempdir().unwrap();
    let service = Service::with(crate::conformance::documents::settings(folder.path()));
    let base = "http://test/current".to_owned();
    let mut kept = BTreeMap::from([("base".to_owned(), base)]);
    let mut faults = Vec::new();
    for row in &rows {
        let unknown = row.as_object().unwrap().keys().find(|key| !COLUMNS.contains(&key.as_str()));
        assert_eq!(unknown, None, "{}", row["name"]);
        let reply = asked(&service, row, &kept);
        if let Some(fault) = fault(&row["expect"], &reply) {
            faults.push(format!("{}: {fault}", row["name"]));
            continue;
        }
        for (name, place) in row["keep"].as_object().into_iter().flatten() {
            let value = reply.json().pointer(place.as_str().unwrap()).unwrap().clone();
            kept.insert(name.clone(), value.as_str().unwrap().to_owned());
        }
    }
    assert!(faults.is_empty(), "{} rows:\n{}", faults.len(), faults.join("\n"));
}
