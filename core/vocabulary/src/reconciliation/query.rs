//! Queries of the reconciliation API: 0.2, section 4.1, and the draft of 1.0, section "Reconciliation Queries".

use serde_json::{Map, Value};

use super::ApiVersion;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of queries in a batch.
pub(super) const BATCH: usize = 100;
/// The maximum number of candidates for a query.
const MOST: usize = 100;

/// A query, which consists of names and conditions.
#[derive(Debug)]
pub(super) struct Query {
    /// The alternative names to search for. If empty, all names match.
    pub texts: Vec<String>,
    /// The classes of which an entity must have at least one. If empty, the class is not
    /// restricted.
    pub types: Vec<String>,
    pub limit: usize,
    pub properties: Vec<Condition>,
}

/// A condition on the values of a property.
#[derive(Debug)]
pub(super) struct Condition {
    pub property: String,
    pub values: Vec<String>,
    pub quantifier: Quantifier,
    /// `true` to exclude entities that do not satisfy the condition.
    pub is_required: bool,
}

/// The number of values that must be present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantifier {
    Any,
    All,
    None,
}

impl Condition {
    /// Returns `true` if the statements about an entity satisfy the condition.
    pub fn fits(&self, statements: &[(String, String)]) -> bool {
        let is_said = |value: &String| {
            statements.iter().any(|statement| statement.0 == self.property && statement.1 == *value)
        };
        match self.quantifier {
            Quantifier::Any => self.values.iter().any(is_said),
            Quantifier::All => self.values.iter().all(is_said),
            Quantifier::None => !self.values.iter().any(is_said),
        }
    }
}

/// Parses a batch: an object that maps identifiers to queries, or, in the draft of 1.0, an array in which
/// positions are used as identifiers. Returns `ErrorKind::Malformed`, `ErrorKind::Invalid` or
/// `ErrorKind::TooLarge`, with the parameter `queries`, if the batch is not valid.
pub(super) fn read(batch: &str, version: ApiVersion) -> Result<Vec<(String, Query)>> {
    let batch: Value = glossweave_store::resource::as_json(batch.as_bytes())
        .map_err(|error| error.with_parameter("queries"))?;
    let Value::Object(mut batch) = batch else { return Err(wrong("an object of queries")) };
    let check = |count: usize| match count > BATCH {
        true => {
            let message = format!("there are {count} queries, limit is {BATCH}");
            Err(Error::new(ErrorKind::TooLarge, message).with_parameter("queries"))
        }
        false => Ok(()),
    };
    match version {
        ApiVersion::V0_2 => {
            check(batch.len())?;
            batch.into_iter().map(|(id, query)| Ok((id, parse_query(query)?))).collect()
        }
        ApiVersion::Draft1_0 => {
            let Some(Value::Array(queries)) = batch.remove("queries") else {
                return Err(wrong("an array as `queries`"));
            };
            check(queries.len())?;
            let queries = queries.into_iter().enumerate();
            queries.map(|(number, query)| Ok((number.to_string(), draft(query)?))).collect()
        }
    }
}

/// Parses a query of 0.2.
fn parse_query(query: Value) -> Result<Query> {
    let Value::Object(mut fields) = query else { return Err(wrong("an object for each query")) };
    let Some(Value::String(text)) = fields.remove("query") else {
        return Err(wrong("a string as `query`"));
    };
    let properties = match fields.remove("properties") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(all)) => all.into_iter().map(property).collect::<Result<_>>()?,
        Some(_) => return Err(wrong("an array as `properties`")),
    };
    let (types, limit) = (types(&mut fields)?, limit(&mut fields)?);
    Ok(Query { texts: vec![text], types, limit, properties })
}

/// Parses a query of the draft of 1.0.
fn draft(query: Value) -> Result<Query> {
    let Value::Object(mut fields) = query else { return Err(wrong("an object for each query")) };
    let Some(Value::Array(conditions)) = fields.remove("conditions") else {
        return Err(wrong("an array as `conditions`"));
    };
    if conditions.is_empty() {
        return Err(wrong("one or more conditions as `conditions`"));
    }
    let (types, limit) = (types(&mut fields)?, limit(&mut fields)?);
    let mut query = Query { texts: Vec::new(), types, limit, properties: Vec::new() };
    for condition in conditions {
        let Value::Object(mut fields) = condition else {
            return Err(wrong("an object for each condition"));
        };
        let is_required = match fields.remove("required") {
            None | Some(Value::Null) => false,
            Some(Value::Bool(is_required)) => is_required,
            Some(_) => return Err(wrong("`true` or `false` as `required`")),
        };
        let quantifier = match fields.remove("matchQuantifier").as_ref().map(Value::as_str) {
            None | Some(Some("any")) => Quantifier::Any,
            Some(Some("all")) => Quantifier::All,
            Some(Some("none")) => Quantifier::None,
            Some(_) => return Err(wrong("`any`, `all` or `none` as `matchQuantifier`")),
        };
        if fields.get("matchQualifier").is_some_and(|qualifier| !qualifier.is_null()) {
            return Err(wrong("no `matchQualifier`, because none are supported"));
        }
        match fields.get("matchType").and_then(Value::as_str) {
            Some("name") => {
                if quantifier != Quantifier::Any {
                    return Err(wrong("`any` as `matchQuantifier` of a name"));
                }
                let texts = fields.remove("v").and_then(texts);
                query.texts.extend(texts.ok_or_else(|| wrong("one or more names as `v`"))?);
            }
            Some("property") => {
                let condition = property(Value::Object(fields))?;
                query.properties.push(Condition { quantifier, is_required, ..condition });
            }
            _ => return Err(wrong("`name` or `property` as `matchType`")),
        }
    }
    Ok(query)
}

fn types(fields: &mut Map<String, Value>) -> Result<Vec<String>> {
    match fields.remove("type") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(types) => {
            let types = texts(types).ok_or_else(|| wrong("one or more classes as `type`"))?;
            // Some clients send an empty string when no class is selected.
            Ok(types.into_iter().filter(|class| !class.trim().is_empty()).collect())
        }
    }
}

fn limit(fields: &mut Map<String, Value>) -> Result<usize> {
    let limit = match fields.remove("limit") {
        None | Some(Value::Null) => 10,
        Some(limit) => limit.as_u64().ok_or_else(|| wrong("a number as `limit`"))?.max(1),
    };
    Ok(usize::try_from(limit).unwrap_or(MOST).min(MOST))
}

fn property(property: Value) -> Result<Condition> {
    let Value::Object(mut fields) = property else {
        return Err(wrong("an object for each property"));
    };
    let Some(Value::String(property)) = fields.remove("pid") else {
        return Err(wrong("a string as `pid`"));
    };
    let values = fields.remove("v").and_then(texts);
    let values = values.ok_or_else(|| wrong("one or more values as `v`"))?;
    Ok(Condition { property, values, quantifier: Quantifier::Any, is_required: false })
}

/// Returns one or several texts. An object for an entity is converted to its id.
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
        single => text(single).map(|text| vec![text]),
    }
}

fn id(thing: &Map<String, Value>) -> Option<String> {
    thing.get("id").and_then(Value::as_str).map(str::to_owned)
}

fn wrong(expected: &str) -> Error {
    Error::invalid(format!("expected {expected}")).with_parameter("queries")
}
