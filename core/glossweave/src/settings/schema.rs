//! The table of all settings, which is generated from their structs.

use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value};

/// A row of the table of settings.
///
/// ```
/// use glossweave::Settings;
/// use glossweave::settings::{Setting, SettingType};
/// let settings = Setting::all::<Settings>("");
/// let setting = settings.iter().find(|setting| setting.name == "limits.source").unwrap();
/// assert_eq!(setting.kind, SettingType::Bytes);
/// assert_eq!(setting.variable(), "GLOSSWEAVE_LIMITS_SOURCE");
/// assert!(setting.text.starts_with("The maximum size of the document"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The name: the path of the field, for example `limits.source`.
    pub name: String,
    /// The type of the value.
    pub kind: SettingType,
    /// The default value, or `null` if there is none.
    pub default: Value,
    /// The documentation.
    pub text: String,
}

/// The type of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingType {
    /// `true` or `false`.
    Boolean,
    /// A number of bytes.
    Bytes,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// A path.
    Path,
    /// Any text.
    Text,
    /// A time with its unit.
    Time,
    /// A list of tables, which can only be set in files.
    Tables,
}

impl SettingType {
    /// Returns the name of the type in documentation.
    pub const fn name(self) -> &'static str {
        match self {
            SettingType::Boolean => "boolean",
            SettingType::Bytes => "size",
            SettingType::Integer => "integer",
            SettingType::Number => "number",
            SettingType::Path => "path",
            SettingType::Text => "text",
            SettingType::Time => "time",
            SettingType::Tables => "tables",
        }
    }

    fn of(schema: &Map<String, Value>) -> SettingType {
        let is = |name: &str| match schema.get("type") {
            Some(Value::Array(types)) => types.iter().any(|known| known == name),
            known => known.is_some_and(|known| known == name),
        };
        match schema.get("format").and_then(Value::as_str) {
            Some("bytes") => SettingType::Bytes,
            Some("duration") => SettingType::Time,
            Some("path") => SettingType::Path,
            _ if is("boolean") => SettingType::Boolean,
            _ if is("integer") => SettingType::Integer,
            _ if is("number") => SettingType::Number,
            _ if is("array") => SettingType::Tables,
            _ => SettingType::Text,
        }
    }
}

impl Setting {
    /// Returns the settings of a struct in the order of its fields. Their names begin with `table`, if it is not empty.
    pub fn all<T: JsonSchema + Serialize + Default>(table: &str) -> Vec<Setting> {
        let schema = SchemaGenerator::default().into_root_schema_for::<T>();
        let root = schema.as_value();
        let defaults = serde_json::to_value(T::default()).unwrap_or_default();
        let mut settings = Vec::new();
        walk(root, root, &defaults, table, &mut settings);
        settings
    }

    /// Returns the name of the environment variable.
    pub fn variable(&self) -> String {
        format!("GLOSSWEAVE_{}", self.name.to_ascii_uppercase().replace(['.', '-'], "_"))
    }
}

/// Adds the settings below a schema. Structs are references into the definitions of the root.
fn walk(root: &Value, schema: &Value, default: &Value, name: &str, settings: &mut Vec<Setting>) {
    let pointer =
        schema.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix('#'));
    let resolved = pointer.and_then(|path| root.pointer(path)).unwrap_or(schema);
    if let Some(Value::Object(properties)) = resolved.get("properties") {
        for (field, schema) in properties {
            let dot = if name.is_empty() { "" } else { "." };
            let default = default.get(field).unwrap_or(&Value::Null);
            walk(root, schema, default, &format!("{name}{dot}{field}"), settings);
        }
        return;
    }
    let Some(schema) = schema.as_object() else { return };
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    settings.push(Setting {
        name: name.to_owned(),
        kind: SettingType::of(schema),
        default: default.clone(),
        // Joins the lines of the comment in the source.
        text: text.split_whitespace().collect::<Vec<_>>().join(" "),
    });
}
