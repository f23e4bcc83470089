//! Rows in the format of the case table, with the step `filter`: store `query`, and apply it to
//! `input`.

use glossweave::rdf::ResultFormat;
use glossweave::resource::ResourceUpdate;
use glossweave::{Caller, Format, Result};
use serde_json::Value;

use super::Fixture;

const ROWS: &str = include_str!("../cases/filter/rows.json");

fn applied(row: &Value, name: &str) -> Result<Vec<u8>> {
    let fixture = Fixture::shared();
    let text = |column: &str| row[column].as_str();
    let query = text("query").unwrap_or_default().as_bytes();
    fixture.anna().filters().create(Some(name), query, &ResourceUpdate::default())?;
    let informat: Format = text("informat").unwrap_or("turtle").parse()?;
    let outformat: ResultFormat = text("outformat").unwrap_or("csv").parse()?;
    let input = text("input").unwrap_or_default().as_bytes();
    let filters = fixture.engine.session(Caller::Anonymous).filters();
    filters.apply(name, input, informat, outformat)
}

fn fault(row: &Value, answer: Result<Vec<u8>>) -> Option<String> {
    let expect = &row["expect"];
    match answer {
        Err(error) => {
            let message = expect["error"]["message"].as_str().unwrap_or("an answer");
            let right = expect["error"]["kind"].as_str() == Some(error.kind().name());
            (!right || !error.to_string().contains(message))
                .then(|| format!("{:?}: {error}", error.kind()))
        }
        Ok(bytes) => {
            let found = String::from_utf8_lossy(&bytes);
            let whole = expect["bytes"].as_str().is_some_and(|expected| expected == found);
            let parts = expect["contains"].as_array();
            let parts = parts.is_some_and(|parts| {
                parts.iter().filter_map(Value::as_str).all(|part| found.contains(part))
            });
            (!whole && !parts).then(|| found.into_owned())
        }
    }
}

#[test]
fn every_row_is_answered_as_expected() {
    let rows: Vec<Value> = serde_json::from_str(ROWS).unwrap();
    assert!(rows.len() >= 12);
    let faults: Vec<_> = rows
        .iter()
        .enumerate()
        .filter_map(|(at, row)| {
            let answer = applied(row, &format!("row-{at}"));
            fault(row, answer).map(|what| format!("{}: {what}", row["name"]))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
