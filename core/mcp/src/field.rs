//! Tables of the fields of inputs and outputs, and their JSON schemas.

use glossweave::chunk_lines::{ChunkField, FIELDS, FieldType};
use serde_json::{Map, Value, json};

/// A field of the input or output of a tool.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name of the field.
    pub name: &'static str,
    /// The type of the values.
    pub kind: FieldKind,
    /// `true` if the field is required in an input, or never null in an output.
    pub required: bool,
    /// The meaning of the field, in one sentence.
    pub text: &'static str,
}

/// The type of the values of a field.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// A text.
    Text,
    /// A word of a list.
    Word(&'static [&'static str]),
    /// A whole number within a range.
    Integer(u64, u64),
    /// A number from 0 to 1.
    Fraction,
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// A list of texts.
    Texts,
    /// An object with these fields.
    Object(&'static [Field]),
    /// A list of objects with these fields.
    Objects(&'static [Field]),
    /// A list of chunks.
    Chunks,
}

impl Field {
    /// Creates a field that is optional in an input, and may be null in an output.
    pub(crate) const fn new(name: &'static str, kind: FieldKind, text: &'static str) -> Field {
        Field { name, kind, required: false, text }
    }

    pub(crate) const fn required(self) -> Field {
        Field { required: true, ..self }
    }
}

/// Returns the JSON schema of an input. Fields that are not required may be omitted.
pub(crate) fn input_schema(fields: &[&[Field]]) -> Map<String, Value> {
    let all = fields.iter().copied().flatten();
    let required: Vec<&str> =
        all.clone().filter(|field| field.required).map(|field| field.name).collect();
    object(all.map(|field| (field.name, described(schema(field.kind), field.text))), &required)
}

/// Returns the JSON schema of an output. It contains all fields. A field that is not required is
/// null if it has no value.
pub(crate) fn output_schema(fields: &[Field]) -> Map<String, Value> {
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    let properties = fields.iter().map(|field| {
        let mut schema = schema(field.kind);
        if !field.required {
            schema = json!({"anyOf": [schema, {"type": "null"}]});
        }
        (field.name, described(schema, field.text))
    });
    object(properties, &names)
}

fn object<'f>(
    properties: impl Iterator<Item = (&'f str, Value)>,
    required: &[&str],
) -> Map<String, Value> {
    let properties: Map<String, Value> =
        properties.map(|(name, schema)| (name.to_owned(), schema)).collect();
    let mut object = Map::new();
    object.insert("type".to_owned(), "object".into());
    object.insert("properties".to_owned(), properties.into());
    object.insert("required".to_owned(), required.into());
    object.insert("additionalProperties".to_owned(), false.into());
    object
}

fn described(mut schema: Value, text: &str) -> Value {
    if let Some(object) = schema.as_object_mut() {
        object.insert("description".to_owned(), text.into());
    }
    schema
}

fn schema(kind: FieldKind) -> Value {
    match kind {
        FieldKind::Text => json!({"type": "string"}),
        FieldKind::Word(words) => json!({"type": "string", "enum": words}),
        FieldKind::Integer(least, most) => {
            json!({"type": "integer", "minimum": least, "maximum": most})
        }
        FieldKind::Fraction => json!({"type": "number", "minimum": 0, "maximum": 1}),
        FieldKind::Number => json!({"type": "number"}),
        FieldKind::Boolean => json!({"type": "boolean"}),
        FieldKind::Texts => json!({"type": "array", "items": {"type": "string"}}),
        FieldKind::Object(fields) => output_schema(fields).into(),
        FieldKind::Objects(fields) => json!({"type": "array", "items": output_schema(fields)}),
        FieldKind::Chunks => json!({"type": "array", "items": chunk_schema(FIELDS)}),
    }
}

fn chunk_schema(fields: &[ChunkField]) -> Map<String, Value> {
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    let properties = fields.iter().map(|field| {
        let schema = match field.value {
            FieldType::Text => json!({"type": ["string", "null"]}),
            FieldType::Integer => json!({"type": "integer", "minimum": 0}),
            FieldType::Number => json!({"type": ["number", "null"]}),
            FieldType::Texts => schema(FieldKind::Texts),
            FieldType::Spans => {
                let pair = json!({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2});
                json!({"type": "array", "items": pair})
            }
            FieldType::Objects(inner) => json!({"type": "array", "items": chunk_schema(inner)}),
            _ => json!({}),
        };
        (field.name, described(schema, field.text))
    });
    object(properties, &names)
}
