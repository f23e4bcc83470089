//! The contents of answers, and the JSON in them.

use serde_json::Value;

/// The start and end tags of the reasoning that a model writes before its answer.
const THOUGHTS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    // The channels of Harmony.
    ("<|channel|>analysis", "<|channel|>final<|message|>"),
];

/// The maximum number of positions at which faulty JSON is parsed.
const REPAIRS: usize = 16;

/// The content of an answer.
pub struct Content {
    /// The text of the answer.
    pub text: String,
    /// `true` if the server truncated the text.
    pub is_cut: bool,
    /// The required fields of an answer.
    pub(super) fields: Vec<String>,
}

impl Content {
    /// Creates the content of an answer. The required fields are read from the schema.
    pub(super) fn new(text: String, is_cut: bool, schema: &Value) -> Content {
        let fields = schema.get("required").and_then(Value::as_array);
        let fields = fields.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
        Content { text, is_cut, fields: fields.collect() }
    }

    /// Returns the JSON of the content: the last value with the required fields. Some models write their
    /// reasoning first, add text before or after the answer, wrap the answer, or write JSON with small
    /// faults.
    pub fn value(&self) -> Option<Value> {
        let text = self.text.trim().trim_start_matches('\u{feff}');
        if let Ok(value) = serde_json::from_str(text) {
            return Some(self.unwrapped(value));
        }
        let text = without_thoughts(text);
        let mut found = values(text);
        let last = found.iter().rposition(Value::is_object);
        let fitting = found.iter().rev().find_map(|value| self.fitting(value.clone()));
        fitting
            .or_else(|| {
                let starts = text.match_indices(['{', '[']).map(|(at, _)| at).take(REPAIRS);
                let mut values = starts.filter_map(|at| first(&repaired(&text[at..])));
                values.find_map(|value| self.fitting(value))
            })
            // The caller reports the fault of another object.
            .or_else(|| Some(found.swap_remove(last?)))
    }

    /// Returns a value if it is an answer or contains an answer.
    fn fitting(&self, value: Value) -> Option<Value> {
        let is_list = |value: &Value| {
            let items = value.as_array();
            items.is_some_and(|items| !items.is_empty() && items.iter().all(Value::is_object))
        };
        let value = self.unwrapped(value);
        (self.has_fields(&value) || is_list(&value)).then_some(value)
    }

    fn has_fields(&self, value: &Value) -> bool {
        value.is_object() && self.fields.iter().all(|field| value.get(field).is_some())
    }

    /// Returns the field that contains the answer, if the value itself does not have the required fields,
    /// for example `{"answer": {"mentions": []}}`.
    fn unwrapped(&self, mut value: Value) -> Value {
        if self.has_fields(&value) {
            return value;
        }
        let fields = value.as_object_mut().into_iter().flat_map(|fields| fields.values_mut());
        let mut inner = fields.filter(|inner| self.has_fields(inner));
        let inner = inner.next().map(Value::take);
        inner.unwrap_or(value)
    }
}

/// Returns the text of the content of a message, which is a string or a list of parts.
pub(super) fn text_of(content: &Value) -> Option<String> {
    let parts = match content {
        Value::String(text) => return Some(text.clone()),
        Value::Array(parts) => parts,
        _ => return None,
    };
    let texts = parts.iter().filter_map(|part| match part {
        Value::String(text) => Some(text.as_str()),
        part => {
            let kind = part.get("type").and_then(Value::as_str);
            let is_text = matches!(kind, None | Some("text" | "output_text"));
            part.get("text").filter(|_| is_text)?.as_str()
        }
    });
    let texts: Vec<&str> = texts.collect();
    (!texts.is_empty()).then(|| texts.concat())
}

/// Returns the text after the reasoning of the model. If the reasoning does not end, returns the text
/// before it.
fn without_thoughts(text: &str) -> &str {
    let ends = THOUGHTS.iter().filter_map(|(_, end)| Some(text.rfind(end)? + end.len()));
    let text = &text[ends.max().unwrap_or(0)..];
    let start = THOUGHTS.iter().filter_map(|(start, _)| text.find(start)).min();
    &text[..start.unwrap_or(text.len())]
}

/// Returns the outermost objects and arrays in a text.
fn values(text: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find(['{', '['])) {
        at += next;
        let mut reader = serde_json::Deserializer::from_str(&text[at..]).into_iter();
        match reader.next() {
            Some(Ok(value)) => {
                found.push(value);
                at += reader.byte_offset();
            }
            _ => at += 1,
        }
    }
    found
}

/// Returns the value at the start of a text.
fn first(text: &str) -> Option<Value> {
    serde_json::Deserializer::from_str(text).into_iter().next()?.ok()
}

/// Returns JSON without commas before closing brackets, and with escapes for control characters in strings.
fn repaired(text: &str) -> String {
    let mut repaired = String::with_capacity(text.len());
    let (mut is_string, mut is_escaped) = (false, false);
    // The position of a comma that only white space follows so far.
    let mut comma = None;
    for c in text.chars() {
        match c {
            _ if is_string && is_escaped => is_escaped = false,
            '\\' if is_string => is_escaped = true,
            '"' => is_string = !is_string,
            '\0'..='\x1F' if is_string => {
                repaired.push_str(&format!("\\u{:04x}", u32::from(c)));
                continue;
            }
            '}' | ']' if !is_string => {
                if let Some(comma) = comma.take() {
                    repaired.truncate(comma);
                }
            }
            _ => {}
        }
        if !c.is_whitespace() {
            comma = (c == ',' && !is_string).then_some(repaired.len());
        }
        repaired.push(c);
    }
    repaired
}

#[cfg(test)]
mod tests {
    use super::{Content, text_of};
    use serde_json::{Value, json};

    const ANSWER: &str = r#"{"mentions": [{"text": "Ann"}]}"#;

    fn value(text: &str) -> Option<Value> {
        Content::new(text.to_owned(), false, &json!({"required": ["mentions"]})).value()
    }

    #[test]
    fn an_answer_is_found_among_other_texts() {
        let answer: Value = serde_json::from_str(ANSWER).unwrap();
        for text in [
            ANSWER.to_owned(),
            format!("```json\n{ANSWER}\n```"),
            format!("<think>Maybe {{\"mentions\": []}}.</think>\n{ANSWER}"),
            format!("maybe {{\"mentions\": []}}</think>{ANSWER}"),
            format!("[THINK]{{\"mentions\": []}}[/THINK]{ANSWER}"),
            format!("The set {{Ann, Bob}} gives: {ANSWER}"),
            format!("{ANSWER}\n\nSee {{1}} and [2]."),
            format!("{{\"note\": \"x\"}}\n{ANSWER}"),
            format!("{ANSWER}\n{{\"note\": \"x\"}}"),
            format!("{{\"answer\": {ANSWER}}}"),
            format!(
                "<|channel|>analysis<|message|>{{\"mentions\": []}}<|end|><|start|>assistant<|channel|>final<|message|>{ANSWER}<|return|>"
            ),
            "{\"mentions\": [{\"text\": \"Ann\"},]}".to_owned(),
            "So: {\"mentions\": [{\"text\": \"Ann\",},\n],\n} ok, {1,}".to_owned(),
        ] {
            assert_eq!(value(&text), Some(answer.clone()), "{text}");
        }
        assert_eq!(
            value("{\"mentions\": [{\"text\": \"A\nb, ]\"}]}").unwrap()["mentions"][0]["text"],
            "A\nb, ]"
        );
        assert_eq!(value("Here: [{\"text\": \"Ann\"}]"), Some(json!([{"text": "Ann"}])));
        assert_eq!(value("<think>{\"mentions\": []}"), None);
        assert_eq!(value("none"), None);
        assert_eq!(value("Sorry. {\"note\": 1}"), Some(json!({"note": 1})));
    }

    #[test]
    fn content_may_be_in_parts() {
        assert_eq!(text_of(&json!("a")).as_deref(), Some("a"));
        let parts = json!([{"type": "thinking", "text": "x"}, {"type": "text", "text": "a"}, "b"]);
        assert_eq!(text_of(&parts).as_deref(), Some("ab"));
        assert_eq!(text_of(&json!(null)), None);
        assert_eq!(text_of(&json!([])), None);
    }

    #[test]
    fn time_grows_with_the_answer() {
        for piece in ["{", "{\"a\":", "[{\"a\":1},", "{\"a\":\"{", "[1,"] {
            value(&piece.repeat(4_000 / piece.len()));
        }
    }
}
