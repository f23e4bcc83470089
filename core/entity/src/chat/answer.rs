//! Answers of language models: the mentions in them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// A mention as an answer has it.
#[derive(Debug)]
pub(super) struct Named<'v> {
    /// The number of the text; `None` if the answer has none.
    pub id: Option<u64>,
    pub text: &'v str,
    pub label: &'v str,
    pub confidence: Option<f64>,
}

/// Returns the schema of an answer with mentions of some types.
pub(super) fn schema(labels: &[&str]) -> Value {
    json!({
        "type": "object",
        "properties": {
            "mentions": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "id": {"type": "integer"},
                        "text": {"type": "string"},
                        "type": {"type": "string", "enum": labels},
                        "confidence": {"type": "number"},
                    },
                    "required": ["id", "text", "type", "confidence"],
                    "additionalProperties": false,
                },
            },
        },
        "required": ["mentions"],
        "additionalProperties": false,
    })
}

/// Returns the mentions of an answer in their order, and the number of items that are none. Returns `None` if it has
/// no list.
pub(super) fn mentions(value: &Value) -> Option<(Vec<Named<'_>>, usize)> {
    let list = value.get("mentions").unwrap_or(value).as_array()?;
    let named: Vec<_> = list.iter().filter_map(named).collect();
    let others = list.len() - named.len();
    Some((named, others))
}

fn named(value: &Value) -> Option<Named<'_>> {
    Some(Named {
        id: value.get("id").and_then(number),
        text: value.get("text")?.as_str()?,
        label: value.get("type").and_then(Value::as_str).unwrap_or_default(),
        confidence: value.get("confidence").and_then(fraction),
    })
}

/// Returns a number, which some models write as a string.
pub(super) fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// Returns a number from 0 to 1.
pub(super) fn fraction(value: &Value) -> Option<f64> {
    let value = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
    (0.0..=1.0).contains(&value).then_some(value)
}

/// Returns the mentions by the numbers of their texts, in the order of the answer.
pub(super) fn by_text<'v, 'm>(
    mentions: &'m [Named<'v>],
) -> BTreeMap<Option<u64>, Vec<&'m Named<'v>>> {
    let mut texts: BTreeMap<Option<u64>, Vec<&Named<'_>>> = BTreeMap::new();
    for one in mentions {
        texts.entry(one.id).or_default().push(one);
    }
    texts
}
