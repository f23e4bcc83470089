//! The column `expect` of a case, compared with an answer.

use glossweave::{Error, Format, rdf};
use serde_json::Value;

use super::Answer;
use crate::base64;
use crate::bytes::difference;

type Verdict = Result<(), String>;

/// Describes the difference between an answer and the expectation.
pub fn check(expect: &Value, answer: Result<Answer, Error>) -> Verdict {
    let answer = match (answer, expect.get("error")) {
        (Err(error), Some(expected)) => return refused(expected, &error),
        (Err(error), None) => return Err(format!("{:?}: {error}", error.kind())),
        (Ok(_), Some(expected)) => return Err(format!("expected {expected}, got an answer")),
        (Ok(answer), None) => answer,
    };
    let wanted =
        expect.as_object().filter(|wanted| !wanted.is_empty()).ok_or("nothing expected")?;
    wanted.iter().try_for_each(|(name, value)| one(name, value, &answer))
}

fn refused(expected: &Value, error: &Error) -> Verdict {
    let known = ["kind", "message", "at"];
    let mut keys = expected.as_object().into_iter().flat_map(|keys| keys.keys());
    if let Some(key) = keys.find(|key| !known.contains(&key.as_str())) {
        return Err(format!("`{key}` is nothing to expect of an error"));
    }
    let place = error.location().map(|at| vec![at.line(), at.column()]);
    let kind = same("kind", &expected["kind"], error.kind().name());
    let part = expected["message"].as_str().unwrap_or_default();
    kind?;
    if !error.to_string().contains(part) {
        return Err(format!("no `{part}` in the message `{error}`"));
    }
    match expected.get("at") {
        Some(at) => same("at", at, place),
        None => Ok(()),
    }
}

fn one(name: &str, expected: &Value, answer: &Answer) -> Verdict {
    let bytes = answer.bytes.as_deref().unwrap_or_default();
    let shown = String::from_utf8_lossy(bytes);
    let texts = || expected.as_array().into_iter().flatten().filter_map(Value::as_str);
    match name {
        "text" => same(name, expected, answer.text.as_deref()),
        "units" => same(name, expected, answer.units.clone()),
        "language" => same(name, expected, answer.language.as_deref()),
        "encoding" => same(name, expected, answer.encoding.as_deref()),
        "its" => {
            let wanted: Vec<_> = texts().map(str::to_owned).collect();
            let missing: Vec<_> = wanted.iter().filter(|one| !answer.its.contains(one)).collect();
            let all = || format!("no {missing:?} in {:#?}", answer.its);
            if missing.is_empty() { Ok(()) } else { Err(all()) }
        }
        "target" => same(name, expected, answer.target.clone()),
        "parts" => same(name, expected, answer.parts.clone()),
        "statuses" => same(name, expected, answer.statuses.clone()),
        "warnings" => same(name, expected, answer.warnings),
        "placements" => same(name, expected, answer.placements.clone()),
        "annotations" => annotations(expected, answer),
        "bytes" => bytes_are(expected.as_str().unwrap_or_default().as_bytes(), bytes),
        "bytes_base64" => {
            let expected = base64::decode(expected.as_str().unwrap_or_default());
            bytes_are(&expected.ok_or("`bytes_base64` is not Base64")?, bytes)
        }
        "contains" => match texts().find(|part| !shown.contains(part)) {
            Some(part) => Err(format!("no `{part}` in\n{shown}")),
            None => Ok(()),
        },
        "lacks" => match texts().find(|part| shown.contains(part)) {
            Some(part) => Err(format!("`{part}` in\n{shown}")),
            None => Ok(()),
        },
        "graph" => graph(expected.as_str().unwrap_or_default(), bytes),
        other => Err(format!("`{other}` is nothing to expect")),
    }
}

fn same(name: &str, expected: &Value, found: impl Into<Value>) -> Verdict {
    let found = found.into();
    if *expected == found {
        return Ok(());
    }
    Err(format!("{name}: expected {expected}, found {found}"))
}

fn bytes_are(expected: &[u8], found: &[u8]) -> Verdict {
    difference(expected, found).map_or(Ok(()), |what| {
        Err(format!("{what}\nall of it: {}", String::from_utf8_lossy(found)))
    })
}

fn annotations(expected: &Value, answer: &Answer) -> Verdict {
    let found = answer.annotations.clone().ok_or("no annotations in this answer")?;
    let mut expected: Vec<Value> = expected.as_array().cloned().unwrap_or_default();
    let mut added = Vec::new();
    for one in found {
        match expected.iter().position(|other| *other == one) {
            Some(at) => drop(expected.swap_remove(at)),
            None => added.push(one),
        }
    }
    if expected.is_empty() && added.is_empty() {
        return Ok(());
    }
    Err(format!("annotations: missing {expected:?}, not expected {added:?}"))
}

/// Compares a graph in any of the formats with the expected graph in Turtle.
fn graph(expected: &str, found: &[u8]) -> Verdict {
    let expected = rdf::read(expected.as_bytes(), Format::Turtle, None)
        .map_err(|error| format!("the expected graph: {error}"))?;
    let start = String::from_utf8_lossy(&found[..found.len().min(200)]).into_owned();
    let format = match start.trim_start() {
        text if text.starts_with("<?xml") || text.starts_with("<rdf:") => Format::RdfXml,
        text if text.starts_with(['{', '[']) => Format::JsonLd,
        _ => Format::N3,
    };
    let graph = rdf::read(found, format, None).map_err(|error| format!("the answer: {error}"))?;
    if graph.is_isomorphic(&expected) {
        return Ok(());
    }
    let missing: Vec<_> = expected.iter().filter(|one| !graph.contains(one)).collect();
    let added: Vec<_> = graph.iter().filter(|one| !expected.contains(one)).collect();
    Err(format!("graphs differ: missing {missing:#?}, not expected {added:#?}"))
}
