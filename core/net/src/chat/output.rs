//! Ways to constrain an answer to a schema.

use serde_json::{Value, json};

/// A way to constrain an answer to a schema, the strictest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StructuredOutput {
    Schema,
    Json,
    None,
}

impl StructuredOutput {
    pub const ALL: [StructuredOutput; 3] =
        [StructuredOutput::Schema, StructuredOutput::Json, StructuredOutput::None];

    /// Parses a kind of structured output. Returns `None` for `auto`, which selects the strictest kind that
    /// the server supports.
    pub fn of(word: &str) -> Option<StructuredOutput> {
        match word {
            "schema" => Some(StructuredOutput::Schema),
            "json" => Some(StructuredOutput::Json),
            "none" => Some(StructuredOutput::None),
            _ => None,
        }
    }

    pub fn format(self, schema: &Value) -> Option<Value> {
        match self {
            StructuredOutput::Schema => Some(json!({
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": true, "schema": schema},
            })),
            StructuredOutput::Json => Some(json!({"type": "json_object"})),
            StructuredOutput::None => None,
        }
    }
}
