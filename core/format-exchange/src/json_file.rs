//! JSON files: their values, and the source positions of their texts.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

use glossweave_format_base::json_tree::{Container, Tree, parse};
use glossweave_format_base::strings::{Fault, Value, push_step};

/// A JSON file.
pub(super) struct JsonFile {
    pub root: serde_json::Value,
    tree: Tree,
    /// The indexes of the strings with the requested keys, by their paths.
    texts: HashMap<String, usize>,
    /// The indexes of objects and arrays by their parents and path steps, used for errors.
    containers: OnceCell<HashMap<(usize, String), usize>>,
}

impl JsonFile {
    /// Parses a file. Keeps the source positions of strings with one of the keys.
    pub fn parse(source: &str, keys: &[&str]) -> Result<JsonFile, Fault> {
        let mut tree = parse(source)?;
        let root = serde_json::from_str(source).map_err(|error| {
            let lines = source.split_inclusive('\n');
            let before: usize = lines.take(error.line().saturating_sub(1)).map(str::len).sum();
            let at = (before + error.column().saturating_sub(1)).min(source.len());
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            Fault::new(format!("expected JSON, found an error: {message}"), at..at)
        })?;
        let is_text = |key: &Option<String>| key.as_deref().is_some_and(|key| keys.contains(&key));
        tree.strings.retain(|string| is_text(&string.key));
        let paths = tree.strings.iter_mut().enumerate();
        let texts = paths.map(|(at, text)| (std::mem::take(&mut text.pointer), at)).collect();
        Ok(JsonFile { root, tree, texts, containers: OnceCell::new() })
    }

    /// Takes the string at a path with its source positions.
    pub fn text(&mut self, path: &str) -> Option<Value> {
        let text = self.tree.strings.get_mut(*self.texts.get(path)?)?;
        Some(std::mem::take(&mut text.value))
    }

    /// Returns the source range of the string, object or array at a path.
    pub fn place(&self, path: &str) -> Range<usize> {
        let text = self.texts.get(path).and_then(|at| self.tree.strings.get(*at));
        let container = || self.container(path).map(|container| container.at.clone());
        text.map(|text| text.at.clone()).or_else(container).unwrap_or_default()
    }

    fn container(&self, path: &str) -> Option<&Container> {
        let containers = &self.tree.containers;
        let steps = self.containers.get_or_init(|| {
            let step = |container: &Container| match &container.key {
                Some(key) => step("", key),
                None => step("", &container.index.to_string()),
            };
            let all = containers.iter().enumerate();
            all.filter_map(|(number, container)| {
                Some(((container.parent?, step(container)), number))
            })
            .collect()
        });
        let mut number = 0;
        for key in path.split('/').skip(1) {
            number = *steps.get(&(number, format!("/{key}")))?;
        }
        containers.get(number)
    }
}

/// Returns a path extended by a key or an index (RFC 6901).
pub(super) fn step(path: &str, key: &str) -> String {
    let mut path = format!("{path}/");
    push_step(key, &mut path);
    path
}

/// Returns a member of an object as text, if it is a string, a number or a Boolean.
pub(super) fn word(value: &serde_json::Value, key: &str) -> Option<String> {
    match value.get(key)? {
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        serde_json::Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// Returns a member of an object as an offset. Numbers such as `12.0` and strings of digits are
/// accepted.
pub(super) fn offset(value: &serde_json::Value, key: &str) -> Option<usize> {
    match value.get(key)? {
        serde_json::Value::Number(number) => {
            let whole = number.as_u64().and_then(|number| usize::try_from(number).ok());
            let is_whole = |number: &f64| *number >= 0.0 && number.fract() == 0.0 && *number < 4e9;
            whole.or_else(|| number.as_f64().filter(is_whole).map(|number| number as usize))
        }
        serde_json::Value::String(text) => text.parse().ok(),
        _ => None,
    }
}
