//! Parsing of the mentions in answers of language models.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// A mention, as written in an answer.
#[derive(Debug)]
pub(super) struct Named<'v> {
    /// The number of the text. `None` if the answer does not contain it.
    pub id: Option<u64>,
    pub text: &'v str,
    pub label: &'v str,
    pub confidence: Option<f64>,
}

/// Returns the JSON schema of an answer with mentions of the given types.
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

/// Returns the mentions of an answer in order, and the number of items that are not mentions. Returns `None`
/// if the answer contains no list.
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

/// Returns a number. Some models write numbers as strings, which is supported.
pub(super) fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// Returns a number in the range from 0 to 1.
pub(super) fn fraction(value: &Value) -> Option<f64> {
    let value = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
    (0.0..=1.0).contains(&value).then_some(value)
}

/// Groups the mentions by the numbers of their texts. Within a group, the order of the answer is
/// kept.
pub(super) fn by_text<'v, 'm>(
    mentions: &'m [Named<'v>],
) -> BTreeMap<Option<u64>, Vec<&'m Named<'v>>> {
    let mut texts: BTreeMap<Option<u64>, Vec<&Named<'_>>> = BTreeMap::new();
    for mention in mentions {
        texts.entry(mention.id).or_default().push(mention);
    }
    texts
}
