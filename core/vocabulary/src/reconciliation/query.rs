//! Queries of the reconciliation API 0.2, section 4.1.

use serde_json::{Map, Value};

use glossweave_base::error::{Error, ErrorKind, Result};

/// The most queries of a batch.
const BATCH: usize = 100;
/// The most candidates of a query.
const MOST: usize = 100;

/// A query: the name of a thing, and conditions.
#[derive(Debug)]
pub(super) struct Query {
    pub text: String,
    /// Classes, of which a thing must have one; no condition if there are none.
    pub types: Vec<String>,
    pub limit: usize,
    /// Properties, each with values of which one should be present.
    pub properties: Vec<(String, Vec<String>)>,
}

/// Parses a batch: an object of queries. Returns `ErrorKind::Malformed`, `ErrorKind::Invalid` and `ErrorKind::TooLarge`,
/// with the parameter `queries`.
pub(super) fn read(batch: &str) -> Result<Vec<(String, Query)>> {
    let batch: Value = glossweave_store::resource::as_json(batch.as_bytes())
        .map_err(|error| error.with_parameter("queries"))?;
    let Value::Object(batch) = batch else { return Err(wrong("an object of queries")) };
    if batch.len() > BATCH {
        let message = format!("there are {} queries, allowed are {BATCH}", batch.len());
        return Err(Error::new(ErrorKind::TooLarge, message).with_parameter("queries"));
    }
    batch.into_iter().map(|(id, query)| Ok((id, one(query)?))).collect()
}

fn one(query: Value) -> Result<Query> {
    let Value::Object(mut fields) = query else { return Err(wrong("an object for each query")) };
    let Some(Value::String(text)) = fields.remove("query") else {
        return Err(wrong("a string as `query`"));
    };
    let types = match fields.remove("type") {
        None | Some(Value::Null) => Vec::new(),
        Some(types) => texts(types).ok_or_else(|| wrong("one class or several as `type`"))?,
    };
    let limit = match fields.remove("limit") {
        None | Some(Value::Null) => 10,
        Some(limit) => limit.as_u64().ok_or_else(|| wrong("a number as `limit`"))?.max(1),
    };
    let properties = match fields.remove("properties") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(all)) => all.into_iter().map(property).collect::<Result<_>>()?,
        Some(_) => return Err(wrong("an array as `properties`")),
    };
    let limit = usize::try_from(limit).unwrap_or(MOST).min(MOST);
    Ok(Query { text, types, limit, properties })
}

fn property(property: Value) -> Result<(String, Vec<String>)> {
    let Value::Object(mut fields) = property else {
        return Err(wrong("an object for each property"));
    };
    let Some(Value::String(pid)) = fields.remove("pid") else {
        return Err(wrong("a string as `pid`"));
    };
    let values = fields.remove("v").and_then(texts);
    Ok((pid, values.ok_or_else(|| wrong("one value or several as `v`"))?))
}

/// Returns one text or several; things stand for their ids.
fn texts(value: Value) -> Option<Vec<String>> {
    let text = |value: Value| match value {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(answer) => Some(answer.to_string()),
        Value::Object(thing) => id(&thing),
        _ => None,
    };
    match value {
        Value::Array(all) => all.into_iter().map(text).collect(),
        one => text(one).map(|one| vec![one]),
    }
}

fn id(thing: &Map<String, Value>) -> Option<String> {
    thing.get("id").and_then(Value::as_str).map(str::to_owned)
}

fn wrong(expected: &str) -> Error {
    Error::invalid(format!("expected {expected}")).with_parameter("queries")
}
