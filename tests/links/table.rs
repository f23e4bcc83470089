//! Rows in the format of the case table, with the steps `link` and `explore`.

use glossweave::link::LinkRequest;
use glossweave::{Format, Request, Result, rdf};
use serde_json::Value;

use super::Fixture;

const ROWS: &str = include_str!("../cases/link/rows.json");

fn answered(row: &Value) -> Result<Vec<u8>> {
    let fixture = Fixture::new(&[]);
    let text = |column: &str| row[column].as_str().unwrap_or_default();
    fixture.load("facts", text("data"))?;
    if text("step") == "explore" {
        let format: Format = text("outformat").parse()?;
        return rdf::write(
            &fixture.anna().links().explore(text("resource"), "dataset:facts")?.graph,
            format,
        );
    }
    let template = fixture.template(text("template"), "dataset:facts")?;
    let informat: Format = row["informat"].as_str().unwrap_or("text").parse()?;
    let mut request = LinkRequest::new(template, Request::new(text("input"), informat));
    if let Some(format) = row["outformat"].as_str() {
        request.set("outformat", format)?;
    }
    for (name, value) in row["parameters"].as_object().into_iter().flatten() {
        request.set(name, value.as_str().unwrap())?;
    }
    Ok(fixture.nobody().links().enrich(request)?.bytes)
}

const COLUMNS: [&str; 10] = [
    "name",
    "step",
    "data",
    "template",
    "resource",
    "input",
    "informat",
    "outformat",
    "parameters",
    "expect",
];

/// Returns a key that the tests do not support.
fn unknown(row: &Value) -> Option<String> {
    let expect = &row["expect"];
    let known: [(&Value, &[&str]); 3] = [
        (row, &COLUMNS),
        (expect, &["bytes", "contains", "lacks", "error"]),
        (&expect["error"], &["kind", "message"]),
    ];
    known.iter().find_map(|(object, known)| {
        let mut keys = object.as_object()?.keys();
        keys.find(|key| !known.contains(&key.as_str())).map(|key| format!("`{key}` is not a key"))
    })
}

fn fault(expect: &Value, answer: Result<Vec<u8>>) -> Option<String> {
    match answer {
        Err(error) => {
            let message = expect["error"]["message"].as_str().unwrap_or("an answer");
            let right = expect["error"]["kind"].as_str() == Some(error.kind().name());
            (!right || !error.to_string().contains(message))
                .then(|| format!("{:?}: {error}", error.kind()))
        }
        Ok(bytes) => {
            let found = String::from_utf8_lossy(&bytes).into_owned();
            let parts = |key: &str| -> Vec<String> {
                serde_json::from_value(expect.get(key).cloned().unwrap_or(Value::Array(vec![])))
                    .unwrap()
            };
            let right = expect.get("error").is_none()
                && expect["bytes"].as_str().is_none_or(|bytes| bytes == found)
                && parts("contains").iter().all(|part| found.contains(part))
                && !parts("lacks").iter().any(|part| found.contains(part));
            (!right).then_some(found)
        }
    }
}

#[test]
fn every_row_is_answered_as_expected() {
    let rows: Vec<Value> = serde_json::from_str(ROWS).unwrap();
    assert!(rows.len() >= 20);
    let faults: Vec<_> = rows
        .iter()
        .filter_map(|row| {
            let what = unknown(row).or_else(|| fault(&row["expect"], answered(row)))?;
            Some(format!("{}: {what}", row["name"]))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
