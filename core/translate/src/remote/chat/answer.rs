//! Answers of language models.

use std::collections::HashMap;

use serde_json::{Value, json};

/// Returns the JSON schema of an answer.
pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "translations": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"id": {"type": "integer"}, "text": {"type": "string"}},
                    "required": ["id", "text"],
                    "additionalProperties": false,
                },
            },
        },
        "required": ["translations"],
        "additionalProperties": false,
    })
}

/// Returns the translations by the numbers of their segments. A number that occurs twice with different texts
/// is dropped, and entries without a number or a text are skipped.
pub(super) fn translations(value: &Value) -> HashMap<u64, String> {
    let list = value.get("translations").or(Some(value)).and_then(Value::as_array);
    let mut found: HashMap<u64, Option<String>> = HashMap::new();
    for item in list.into_iter().flatten() {
        let Some(id) = item.get("id").and_then(id) else { continue };
        let Some(text) = item.get("text").and_then(Value::as_str) else { continue };
        let known = found.entry(id).or_insert_with(|| Some(text.to_owned()));
        if known.as_deref() != Some(text) {
            *known = None;
        }
    }
    found.into_iter().filter_map(|(id, text)| Some((id, text?))).collect()
}

/// Returns a number, which some models write as a string.
fn id(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
}
