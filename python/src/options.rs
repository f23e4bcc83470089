//! Conversion of keyword arguments to options, using the option tables of the engine.

use glossweave::error::closest;
use glossweave::provider::{Parameter, ParameterType};
use glossweave::{EncodeOptions, Error, Request, Result};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyMapping, PyString};

use crate::error::raise;
use crate::input::{Source, out_of_range, refused, secret, utf8};
use crate::option::read_given;

/// Returns the options of requests to services, and `schema`, which only the embedding program may set.
pub fn request_options() -> impl Iterator<Item = &'static Parameter> {
    let schema = EncodeOptions::PARAMETERS.iter().filter(|parameter| parameter.name == "schema");
    Request::parameters().chain(schema)
}

/// Options with the names that the engine uses.
#[derive(Clone, Default)]
pub struct Given(Vec<(&'static str, String)>);

impl Given {
    /// Reads keyword arguments. `None` means that an option is not set. Raises `TypeError` for an unknown
    /// name or a value of the wrong type.
    pub fn of(
        keywords: Option<&Bound<'_, PyDict>>,
        tables: impl IntoIterator<Item = &'static Parameter>,
    ) -> PyResult<Given> {
        let Some(keywords) = keywords else { return Ok(Given::default()) };
        let known: Vec<&'static Parameter> = tables.into_iter().collect();
        let mut given = Given::default();
        for (name, value) in keywords.iter().filter(|(_, value)| !value.is_none()) {
            let name: String = name.extract()?;
            let parameter = known.iter().find(|parameter| keyword(parameter.name) == name);
            let parameter = parameter.ok_or_else(|| unexpected(&name, &known))?;
            given.read(parameter, &name, &value)?;
        }
        Ok(given)
    }

    fn read(
        &mut self,
        parameter: &'static Parameter,
        keyword: &str,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let read = match parameter.value {
            ParameterType::Word([yes @ ("yes" | "true"), no]) => {
                let is_set =
                    value.cast::<PyBool>().map_err(|_| wrong("a `bool`", keyword, value))?;
                (if is_set.is_true() { *yes } else { *no }).to_owned()
            }
            ParameterType::Integer | ParameterType::Range(..) => whole(keyword, value)?,
            ParameterType::Fraction | ParameterType::Amount => {
                let number: PyResult<f64> = value.extract();
                let number = number.ok().filter(|_| !value.is_instance_of::<PyBool>());
                number.ok_or_else(|| wrong("a number", keyword, value))?.to_string()
            }
            ParameterType::Secret => match value.cast::<PyBytes>() {
                Ok(bytes) => String::from_utf8_lossy(bytes.as_bytes()).into_owned(),
                Err(_) => secret(keyword, &string(keyword, value)?)?,
            },
            ParameterType::List | ParameterType::Lines if !value.is_instance_of::<PyString>() => {
                // Entries may contain commas, so they are separated by line ends. An empty list is a value
                // too.
                let entries = strings(keyword, value)?;
                if entries.iter().any(|entry| entry.contains('\n')) {
                    return Err(refusal(value, keyword, "an entry of the list has a line end"));
                }
                format!("{}\n", entries.join("\n"))
            }
            ParameterType::Pair => {
                let items = value.cast::<PyMapping>().ok().map(|mapping| mapping.items());
                let items = items.transpose()?.map(|items| items.extract());
                let items: Vec<(String, String)> = match items {
                    Some(Ok(items)) => items,
                    _ => return Err(wrong("a mapping of `str` to `str`", keyword, value)),
                };
                if items.iter().any(|(name, _)| name.is_empty() || name.contains('=')) {
                    let message = "expected names that are not empty, without `=`";
                    return Err(refusal(value, keyword, message));
                }
                let pairs = items.into_iter().map(|(name, value)| format!("{name}={value}"));
                self.0.extend(pairs.map(|pair| (parameter.name, pair)));
                return Ok(());
            }
            _ if parameter.repeats && !value.is_instance_of::<PyString>() => {
                let each = strings(keyword, value)?.into_iter();
                self.0.extend(each.map(|value| (parameter.name, value)));
                return Ok(());
            }
            // For a path, pass the content of the file: the engine would use the name itself as the content.
            ParameterType::File if value.hasattr("__fspath__")? => {
                let path = value.py().import("pathlib")?.getattr("Path")?.call1((value,))?;
                path.call_method1("read_text", ("utf-8-sig",))?.extract()?
            }
            ParameterType::Path if value.hasattr("__fspath__")? => {
                value.call_method0("__fspath__")?.extract()?
            }
            _ => utf8(&string(keyword, value)?)?,
        };
        self.0.push((parameter.name, read));
        Ok(())
    }

    /// Converts pairs of names and values, which another process wrote.
    pub fn of_pairs(pairs: Vec<(String, String)>, table: &'static [Parameter]) -> Result<Given> {
        let named = |(name, value): (String, String)| {
            let parameter = table.iter().find(|parameter| parameter.name == name);
            let parameter = parameter.ok_or_else(|| Error::invalid("no such option"))?;
            Ok((parameter.name, value))
        };
        pairs.into_iter().map(named).collect::<Result<_>>().map(Given)
    }

    /// Adds an option that is not a keyword argument.
    pub fn with(mut self, name: &'static str, value: Option<&str>) -> Given {
        self.0.extend(value.map(|value| (name, value.to_owned())));
        self
    }

    /// Removes an option and returns its value.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(given, _)| *given == name)?;
        Some(self.0.remove(at).1)
    }

    /// Creates a request for a source, whose bytes are moved. The options for formats, encoding and schema
    /// are removed from the other options.
    pub fn request(&mut self, source: &mut Source) -> Result<Request> {
        source.check_name()?;
        let informat = source.format("informat", self.take("informat").as_deref())?;
        let charset = self.take("charset");
        let charset = read_given("charset", source.charset(charset.as_deref())?)?;
        let mut request = Request::new(std::mem::take(&mut source.bytes), informat);
        request.decode.charset = charset;
        self.take("schema").map(|schema| request.encode.set("schema", &schema)).transpose()?;
        Ok(request)
    }

    /// Returns the names and values.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// Sets each option. The parameter of an error is the keyword.
    pub fn set(&self, mut set: impl FnMut(&str, &str) -> Result<()>) -> Result<()> {
        self.pairs().try_for_each(|(name, value)| set(name, value)).map_err(renamed)
    }
}

/// Returns the known name that is closest to a word.
#[pyfunction]
#[pyo3(name = "_closest")]
pub fn closest_name(word: &str, known: Vec<String>) -> Option<String> {
    closest(word, known.iter().map(String::as_str)).map(str::to_owned)
}

fn unexpected(name: &str, known: &[&Parameter]) -> PyErr {
    let names: Vec<String> = known.iter().map(|parameter| keyword(parameter.name)).collect();
    let hint = closest(name, names.iter().map(String::as_str));
    let hint = hint.map(|meant| format!("; did you mean '{meant}'?")).unwrap_or_default();
    PyTypeError::new_err(format!("got an unexpected keyword argument '{name}'{hint}"))
}

fn wrong(expected: &str, keyword: &str, value: &Bound<'_, PyAny>) -> PyErr {
    refused(&format!("{expected} as `{keyword}`"), value)
}

fn refusal(value: &Bound<'_, PyAny>, keyword: &str, message: &str) -> PyErr {
    raise(value.py(), Error::invalid(message).with_parameter(keyword))
}

/// Converts an integer from 0 to text.
fn whole(keyword: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyBool>() || !value.is_instance_of::<PyInt>() {
        return Err(wrong("an `int`", keyword, value));
    }
    let number: PyResult<usize> = value.extract();
    number
        .map(|number| number.to_string())
        .map_err(|_| raise(value.py(), out_of_range(value).with_parameter(keyword)))
}

fn string<'py>(keyword: &str, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    value.cast::<PyString>().cloned().map_err(|_| wrong("a `str`", keyword, value))
}

fn strings(keyword: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    value.extract().map_err(|_| wrong("a list of `str`", keyword, value))
}

/// Returns the keyword argument for an option: for example, `num_links` for `numLinks`, and `any_format` for
/// `any-format`.
pub fn keyword(name: &str) -> String {
    let mut keyword = String::with_capacity(name.len() + 1);
    for c in name.chars() {
        match c {
            '-' => keyword.push('_'),
            _ if c.is_ascii_uppercase() => {
                keyword.push('_');
                keyword.push(c.to_ascii_lowercase());
            }
            _ => keyword.push(c),
        }
    }
    keyword
}

/// The options that messages suggest as a way out.
const OPTIONS: [&str; 4] = ["any-language", "any-format", "any-target", "max-output-bytes"];

/// Replaces the names of options in an error with the keyword arguments of Python.
pub fn renamed(error: Error) -> Error {
    let error = OPTIONS.iter().fold(error, |error, name| {
        let named = format!("`{name}`");
        match error.message().contains(&named) {
            true => {
                let message = error.message().replace(&named, &format!("`{}`", keyword(name)));
                error.with_message(message)
            }
            false => error,
        }
    });
    let name = match error.parameter() {
        Some("newOwner") => "owner".to_owned(),
        Some("templateid") => "template".to_owned(),
        // A name with a dot is a setting, not a keyword argument.
        Some(name) if !name.contains('.') => keyword(name),
        _ => return error,
    };
    error.with_parameter(name)
}
