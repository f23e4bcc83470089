//! Settings from files, mappings, the environment and flags.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::Path;

use figment::error::{Actual, Kind};
use figment::value::{Dict, Value as Layered};
use figment::{Figment, Metadata, Profile, Provider};
use serde::de::DeserializeOwned;
use serde_json::{Map, Number, Value};

use super::Settings;
use super::schema::{Setting, SettingType};
use super::shortened;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The tables of providers in the file of the server.
const PROVIDERS: [&str; 4] = ["recognizer", "term-base", "endpoint", "translator"];

/// Settings from several sources. A value from a later source replaces the value from an earlier
/// one.
///
/// Names may be written with `-` or `_`. The table `server` of a file is skipped, unless the host
/// uses [`SettingsSources::with_tables`] to add it.
///
/// ```
/// use glossweave::settings::{Bytes, SettingsSources};
/// let mut sources = SettingsSources::default();
/// sources.add_text("prefix = 'http://example.org/'\n[limits]\nsource = '8 MiB'\n")?;
/// sources.set("limits.source", "16 MiB")?;
/// let settings = sources.settings()?;
/// assert_eq!(settings.prefix, "http://example.org/");
/// assert_eq!(settings.limits.source, Bytes::mebibytes(16));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone)]
pub struct SettingsSources {
    known: Vec<Setting>,
    /// The first names of the tables of the host.
    tables: Vec<String>,
    settings: Figment,
    others: Figment,
    /// TOML by the name of its source, for the positions of errors.
    texts: HashMap<String, String>,
}

impl Default for SettingsSources {
    fn default() -> SettingsSources {
        SettingsSources {
            known: Setting::all::<Settings>(""),
            tables: Vec::new(),
            settings: Figment::new(),
            others: Figment::new(),
            texts: HashMap::new(),
        }
    }
}

impl fmt::Debug for SettingsSources {
    /// Omits the values because they may contain a password.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sources: Vec<&String> = self.texts.keys().collect();
        out.debug_struct("SettingsSources").field("files", &sources).finish_non_exhaustive()
    }
}

/// The table of the server, which other hosts do not read.
const SERVER: &str = "server";

/// A provider of values for `figment`.
struct Layer {
    source: String,
    values: Dict,
}

impl Provider for Layer {
    fn metadata(&self) -> Metadata {
        Metadata::named(self.source.clone())
    }

    fn data(&self) -> std::result::Result<figment::value::Map<Profile, Dict>, figment::Error> {
        Ok(Profile::Default.collect(self.values.clone()))
    }
}

impl SettingsSources {
    /// Adds tables with settings of the host. Use [`SettingsSources::table`] to read them.
    #[must_use]
    pub fn with_tables(mut self, settings: Vec<Setting>) -> SettingsSources {
        for setting in settings {
            let table = setting.name.split('.').next().unwrap_or_default();
            if !self.tables.iter().any(|known| known == table) {
                self.tables.push(table.to_owned());
            }
            self.known.push(setting);
        }
        self
    }

    /// Returns all settings that these sources may contain.
    pub fn known(&self) -> &[Setting] {
        &self.known
    }

    /// Adds a file in TOML, or in JSON if it begins with `{`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file cannot be read, and the errors of [`SettingsSources::add_text`].
    pub fn add_file(&mut self, path: impl AsRef<Path>) -> Result<()> {
        let shown = path.as_ref().display();
        let text = std::fs::read_to_string(&path).map_err(|error| {
            let message = format!("cannot read the settings in `{shown}`: {error}");
            Error::new(ErrorKind::Storage, message).because(error)
        })?;
        self.add_named(&text, &format!("`{shown}`"))
    }

    /// Adds settings in TOML, or in JSON if the text begins with `{`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the position, if the text is neither TOML nor JSON. Names
    /// and values are checked by [`SettingsSources::settings`].
    pub fn add_text(&mut self, text: &str) -> Result<()> {
        self.add_named(text, "")
    }

    fn add_named(&mut self, text: &str, source: &str) -> Result<()> {
        // Parsers quote the line at fault, which may contain a password.
        let wrong = |line: usize, column: usize, cause: &str| {
            let cause = cause.lines().next().unwrap_or_default();
            let space = if source.is_empty() { "" } else { " " };
            Error::invalid(format!(
                "malformed settings{space}{source} at line {line} column {column}: {cause}"
            ))
        };
        let values = if text.trim_start().starts_with('{') {
            serde_json::from_str(text)
                .map_err(|error| wrong(error.line(), error.column(), &cause(&error)))?
        } else {
            let table = toml::from_str::<toml::Table>(text).map_err(|error| {
                let start = error.span().map_or(0, |span| span.start);
                let (line, column) = position(text, start);
                wrong(line, column, error.message())
            })?;
            self.texts.insert(source.to_owned(), text.to_owned());
            table.into_iter().map(|(name, value)| (name, json(value))).collect()
        };
        self.add(source, values);
        Ok(())
    }

    /// Adds settings as nested objects: `{"limits": {"source": "8 MiB"}}`. A name may also be a path, such as `limits.source`.
    /// A value that is `null` counts as missing.
    pub fn add_values(&mut self, values: Map<String, Value>) {
        self.add("", values);
    }

    /// Adds the variables of the environment: `GLOSSWEAVE_` and the name of a setting in capital
    /// letters, with `_` instead of `.` and `-`, for example `GLOSSWEAVE_ADMIN_PASSWORD`. An empty
    /// variable counts as missing.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the setting as parameter and the variable in the message,
    /// if a value has the wrong type.
    pub fn add_environment(&mut self) -> Result<()> {
        self.add_variables(|variable| std::env::var_os(variable))
    }

    pub(crate) fn add_variables(&mut self, value: impl Fn(&str) -> Option<OsString>) -> Result<()> {
        for setting in self.known.clone() {
            let variable = setting.variable();
            if let Some(value) = value(&variable).filter(|value| !value.is_empty()) {
                self.set_from(&format!("the variable `{variable}`"), &setting.name, &value)?;
            }
        }
        Ok(())
    }

    /// Sets a setting from text, for example from a flag.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for an unknown name and for a
    /// value of the wrong type. Use [`SettingsSources::settings`] to check the values themselves.
    ///
    /// ```
    /// use glossweave::settings::SettingsSources;
    /// let mut sources = SettingsSources::default();
    /// let error = sources.set("limits.sorce", "1 MiB").unwrap_err();
    /// assert!(error.message().ends_with("did you mean `limits.source`?"));
    /// let error = sources.set("jobs.threads", "many").unwrap_err();
    /// assert_eq!(error.parameter(), Some("jobs.threads"));
    /// ```
    pub fn set(&mut self, name: &str, value: impl AsRef<OsStr>) -> Result<()> {
        self.set_from("", name, value.as_ref())
    }

    /// Sets a setting like [`SettingsSources::set`]. Messages contain the source, for example ``the flag `--limits.source` ``.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`SettingsSources::set`].
    pub fn set_from(&mut self, source: &str, name: &str, value: &OsStr) -> Result<()> {
        let name = name.replace('_', "-");
        let setting = self.known.iter().find(|setting| setting.name == name);
        let setting = setting.ok_or_else(|| self.unknown(&name))?;
        let text = value.to_str();
        let parsed = match (setting.kind, text) {
            (SettingType::Path, _) => Some(SettingsSources::encode(value)),
            (kind, Some(text)) => parse(kind, text),
            (_, None) => None,
        };
        let parsed = parsed.ok_or_else(|| {
            // A table may contain keys of services.
            let is_shown = setting.kind != SettingType::Tables;
            let found =
                text.filter(|_| is_shown).map(|text| format!(", found `{}`", shortened(text)));
            let message =
                format!("expected {}{}", expected(setting.kind), found.unwrap_or_default());
            self.fault(&setting.name, source, None, message)
        })?;
        self.add(source, Map::from_iter([(setting.name.clone(), parsed)]));
        Ok(())
    }

    /// Returns the settings of the engine.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name of the setting as parameter, for an unknown name
    /// or an invalid value. The message contains the source and the position in it.
    pub fn settings(&self) -> Result<Settings> {
        self.settings.extract().map_err(|error| self.error(error))
    }

    /// Returns a table of the host, or its default if no source contains it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`SettingsSources::settings`].
    pub fn table<T: DeserializeOwned + Default>(&self, name: &str) -> Result<T> {
        if self.others.find_value(name).is_err() {
            return Ok(T::default());
        }
        self.others.extract_inner(name).map_err(|mut error| {
            // The name of the table is last in the path. Moves it to the front.
            error.path.rotate_right(1);
            self.error(error)
        })
    }

    /// Returns a value for [`SettingsSources::add_values`]: text, or the bytes of a path that is not UTF-8.
    pub fn encode(value: &OsStr) -> Value {
        match value.to_str() {
            Some(text) => text.into(),
            None => value.as_encoded_bytes().into(),
        }
    }

    fn add(&mut self, source: &str, values: Map<String, Value>) {
        let mut values = nested(values);
        for setting in &self.known {
            read_text(&mut values, &setting.name, setting.kind);
        }
        // A host that is not a server may read the file of a server.
        if !self.tables.iter().any(|table| table == SERVER) {
            values.shift_remove(SERVER);
        }
        let mut others = Map::new();
        for table in &self.tables {
            if let Some(value) = values.shift_remove(table) {
                others.insert(table.clone(), value);
            }
        }
        let layer = |values: Map<String, Value>| {
            let values = values
                .into_iter()
                .filter_map(|(name, value)| Some((name, Layered::serialize(value).ok()?)));
            Layer { source: source.to_owned(), values: values.collect() }
        };
        self.settings = std::mem::take(&mut self.settings).merge(layer(values));
        self.others = std::mem::take(&mut self.others).merge(layer(others));
    }

    fn is_table(&self, name: &str) -> bool {
        let is_below = |rest: &str| rest.starts_with('.');
        self.known.iter().any(|known| known.name.strip_prefix(name).is_some_and(is_below))
    }

    fn unknown(&self, name: &str) -> Error {
        let known: Vec<&str> = self.known.iter().map(|setting| setting.name.as_str()).collect();
        let first = name.split('.').next().unwrap_or_default();
        if PROVIDERS.contains(&first) {
            let hint =
                "the tables of providers are for the server; programs add providers to the engine";
            let error = Error::invalid(format!("no setting `{first}`")).with_hint(hint);
            return error.with_parameter(name);
        }
        Error::unknown(ErrorKind::Invalid, "setting", name, &known).with_parameter(name)
    }

    /// Returns an error about a setting, with its source and the position in its source.
    fn fault(&self, name: &str, source: &str, path: Option<&[String]>, cause: String) -> Error {
        let text = self.texts.get(source).zip(path);
        let place = text.and_then(|(text, path)| find(text, path));
        let place = place.map(|(line, column)| format!(" at line {line} column {column}"));
        let message = match (source, place) {
            ("", None) => format!("`{name}`: {cause}"),
            ("", Some(place)) => format!("`{name}`{place}: {cause}"),
            (_, place) => format!("`{name}` in {source}{}: {cause}", place.unwrap_or_default()),
        };
        Error::invalid(message).with_parameter(name)
    }

    fn error(&self, error: figment::Error) -> Error {
        let source = error.metadata.as_ref().map(|data| data.name.to_string()).unwrap_or_default();
        let path = &error.path;
        let mut name = path.join(".");
        if let Some((end, _)) = name.char_indices().nth(LONGEST) {
            name.truncate(end);
        }
        let kind = self.known.iter().find(|known| known.name == name).map(|known| known.kind);
        let cause = match &error.kind {
            // A field of a provider in a list.
            Kind::UnknownField(field, names) if path.len() > 2 => {
                Error::unknown(ErrorKind::Invalid, "field", field, names).message().to_owned()
            }
            Kind::UnknownField(..) => self.unknown(&name).message().to_owned(),
            Kind::MissingField(field) => format!("`{field}` is missing"),
            Kind::UnknownVariant(found, names) => {
                format!("expected one of {}, found `{}`", names.join(", "), shortened(found))
            }
            Kind::InvalidType(found, wanted) | Kind::InvalidValue(found, wanted) => {
                let wanted = match kind {
                    Some(kind) => expected(kind),
                    None if self.is_table(&name) => "a table",
                    None => wanted,
                };
                format!("expected {wanted}, found {}", shown(found, kind))
            }
            Kind::Message(message) => message.clone(),
            // Other messages may quote a value, which may be a secret.
            _ => "the value is not valid".to_owned(),
        };
        self.fault(&name, &source, Some(path), cause)
    }
}

/// The maximum length of the path of a setting, in bytes.
const LONGEST: usize = 200;

/// Returns the message of a parser of JSON without the position.
fn cause(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split(" at line ").next().unwrap_or_default().to_owned()
}

const fn expected(kind: SettingType) -> &'static str {
    match kind {
        SettingType::Boolean => "true or false",
        SettingType::Bytes => super::size::EXPECTED,
        SettingType::Integer => "a whole number",
        SettingType::Number => "a number",
        SettingType::Path => "a path",
        SettingType::Text => "text",
        SettingType::Time => super::time::EXPECTED,
        SettingType::Tables => "a list of tables",
    }
}

/// Returns a description of a value for a message. It contains only booleans and numbers, because
/// text may be a secret.
fn shown(value: &Actual, kind: Option<SettingType>) -> String {
    let is_text = matches!(kind, None | Some(SettingType::Text | SettingType::Path));
    match value {
        Actual::Bool(value) => format!("`{value}`"),
        Actual::Unsigned(_) | Actual::Signed(_) | Actual::Float(_) if is_text => {
            "a number".to_owned()
        }
        Actual::Unsigned(value) => format!("`{value}`"),
        Actual::Signed(value) => format!("`{value}`"),
        Actual::Float(value) => format!("`{value}`"),
        Actual::Str(_) | Actual::Char(_) => "text".to_owned(),
        Actual::Seq => "a list".to_owned(),
        Actual::Map => "a table".to_owned(),
        _ => "another value".to_owned(),
    }
}

/// Converts a value of TOML to JSON. Values that JSON does not support become text.
fn json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Boolean(flag) => flag.into(),
        toml::Value::Float(number) => {
            Number::from_f64(number).map_or_else(|| number.to_string().into(), Value::Number)
        }
        toml::Value::Datetime(time) => time.to_string().into(),
        toml::Value::Array(values) => values.into_iter().map(json).collect(),
        toml::Value::Table(table) => {
            Value::Object(table.into_iter().map(|(name, value)| (name, json(value))).collect())
        }
    }
}

/// Parses a text as a value of a type. Returns `None` if the text does not have this type.
fn parse(kind: SettingType, text: &str) -> Option<Value> {
    match kind {
        SettingType::Boolean => text.to_ascii_lowercase().parse().ok().map(Value::Bool),
        SettingType::Integer => text.parse::<i64>().ok().map(Value::from),
        SettingType::Number => Number::from_f64(text.parse().ok()?).map(Value::Number),
        SettingType::Tables => None,
        SettingType::Bytes | SettingType::Path | SettingType::Text | SettingType::Time => {
            Some(text.into())
        }
    }
}

/// Replaces the text of a setting with its value, if the text has the type of the setting.
fn read_text(values: &mut Map<String, Value>, path: &str, kind: SettingType) {
    match path.split_once('.') {
        Some((first, rest)) => {
            if let Some(Value::Object(inner)) = values.get_mut(first) {
                read_text(inner, rest, kind);
            }
        }
        None => {
            if let Some(value) = values.get_mut(path)
                && let Some(parsed) = value.as_str().and_then(|text| parse(kind, text))
            {
                *value = parsed;
            }
        }
    }
}

/// Returns objects with `-` instead of `_` in their names, split at dots. Values that are `null`
/// are omitted.
fn nested(values: Map<String, Value>) -> Map<String, Value> {
    let mut all = Map::new();
    for (name, value) in values {
        let value = match value {
            Value::Null => continue,
            Value::Object(inner) => Value::Object(nested(inner)),
            value => value,
        };
        insert(&mut all, &name.replace('_', "-"), value);
    }
    all
}

fn insert(all: &mut Map<String, Value>, path: &str, value: Value) {
    // No setting has such a long path. The rest of the path becomes one unknown name.
    let (first, rest) = match path.split_once('.').filter(|(_, rest)| rest.len() <= LONGEST) {
        Some((first, rest)) => (first, Some(rest)),
        None => (path, None),
    };
    match (rest, value) {
        (Some(rest), value) => {
            let inner = all.entry(first).or_insert_with(|| Value::Object(Map::new()));
            if !inner.is_object() {
                *inner = Value::Object(Map::new());
            }
            if let Value::Object(inner) = inner {
                insert(inner, rest, value);
            }
        }
        (None, Value::Object(values)) if all.get(first).is_some_and(Value::is_object) => {
            if let Some(Value::Object(inner)) = all.get_mut(first) {
                inner.extend(values);
            }
        }
        (None, value) => {
            all.insert(first.to_owned(), value);
        }
    }
}

/// Returns the line and the column of an offset, both from 1, in characters.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// Returns the position of a setting in TOML.
fn find(text: &str, path: &[String]) -> Option<(usize, usize)> {
    use toml::de::{DeTable, DeValue};
    let document = DeTable::parse(text).ok()?;
    let mut table = document.get_ref();
    let mut found = None;
    for name in path {
        let (key, value) =
            table.iter().find(|(key, _)| key.get_ref().replace('_', "-") == *name)?;
        found = Some(key.span().start);
        match value.get_ref() {
            DeValue::Table(inner) => table = inner,
            _ => break,
        }
    }
    found.map(|offset| position(text, offset))
}
