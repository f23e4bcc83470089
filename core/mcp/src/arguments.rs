//! The arguments of calls, checked against the table of fields.

use crate::field::{Field, FieldKind};
use glossweave::{Error, ErrorKind, Result};
use serde_json::{Map, Value};

/// The arguments of a call, which match the fields of the tool.
pub(crate) struct Arguments<'a>(&'a Map<String, Value>);

impl<'a> Arguments<'a> {
    /// Checks arguments. Returns `ErrorKind::Invalid`, with the name as parameter, if an argument
    /// is unknown, is missing, or has a value of the wrong type.
    pub fn check(values: &'a Map<String, Value>, fields: &[&[Field]]) -> Result<Arguments<'a>> {
        let known = || fields.iter().copied().flatten();
        for (name, value) in values {
            let Some(field) = known().find(|field| field.name == name) else {
                let names: Vec<&str> = known().map(|field| field.name).collect();
                let error = Error::unknown(ErrorKind::Invalid, "argument", name, &names);
                return Err(error.with_parameter(name));
            };
            fits(field, value).map_err(|error| error.with_parameter(name))?;
        }
        let missing = known().find(|field| field.required && !values.contains_key(field.name));
        match missing {
            None => Ok(Arguments(values)),
            Some(field) => {
                let message = format!("`{}` is missing", field.name);
                Err(Error::invalid(message).with_parameter(field.name))
            }
        }
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name)
    }

    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.get(name)?.as_str()
    }

    pub fn texts(&self, name: &str) -> Vec<&'a str> {
        let list = self.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    pub fn count(&self, name: &str) -> Option<usize> {
        self.get(name)?.as_u64().and_then(|number| usize::try_from(number).ok())
    }

    pub fn is_true(&self, name: &str) -> bool {
        self.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Sets the options of the engine for the given arguments. `table` maps names of arguments to
    /// names of options. Returns the errors of `set`. Returns `ErrorKind::Invalid`, with the name
    /// of the argument, if an entry of a list contains a comma, because commas separate the entries
    /// of options.
    pub fn set(
        &self,
        table: &[(&'static str, &str)],
        mut set: impl FnMut(&str, &str) -> Result<()>,
    ) -> Result<()> {
        for (name, option) in table {
            let Some(value) = self.get(name) else { continue };
            let value = match value {
                Value::String(text) => text.clone(),
                Value::Bool(true) => "yes".to_owned(),
                Value::Bool(false) => "no".to_owned(),
                Value::Array(_) => {
                    let all = self.texts(name);
                    if let Some(wrong) = all.iter().find(|text| text.contains(',')) {
                        let message = format!("`{wrong}` has a comma, which no entry may have");
                        return Err(Error::invalid(message).with_parameter(*name));
                    }
                    all.join(",")
                }
                other => other.to_string(),
            };
            set(option, &value).map_err(|error| error.with_parameter(*name))?;
        }
        Ok(())
    }
}

fn fits(field: &Field, value: &Value) -> Result<()> {
    let (fits, expected) = match field.kind {
        FieldKind::Text => (value.is_string(), "a text".to_owned()),
        FieldKind::Word(words) => (
            value.as_str().is_some_and(|word| words.contains(&word)),
            format!("one of {}", words.join(", ")),
        ),
        FieldKind::Integer(least, most) => (
            value.as_u64().is_some_and(|number| (least..=most).contains(&number)),
            format!("a whole number from {least} to {most}"),
        ),
        FieldKind::Fraction => (
            value.as_f64().is_some_and(|number| (0.0..=1.0).contains(&number)),
            "a number from 0 to 1".to_owned(),
        ),
        FieldKind::Number => (value.is_number(), "a number".to_owned()),
        FieldKind::Boolean => (value.is_boolean(), "true or false".to_owned()),
        FieldKind::Texts => (
            value.as_array().is_some_and(|list| list.iter().all(Value::is_string)),
            "a list of texts".to_owned(),
        ),
        FieldKind::Object(_) => (value.is_object(), "an object".to_owned()),
        FieldKind::Objects(_) | FieldKind::Chunks => (value.is_array(), "a list".to_owned()),
    };
    if fits {
        return Ok(());
    }
    Err(Error::invalid(format!("expected {expected} for `{}`", field.name)))
}
