//! The settings of an engine, from a mapping or a file.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use glossweave::Settings;
use glossweave::settings::SettingsSources;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDelta, PyInt, PyMapping, PyString};
use serde_json::{Map, Value};

use crate::call::call;
use crate::input::{refused, secret};

/// Reads the settings: first from the environment, if requested, then from a mapping or the path of a file.
pub fn read(
    py: Python<'_>,
    given: Option<&Bound<'_, PyAny>>,
    environment: bool,
) -> PyResult<Settings> {
    let mut sources = SettingsSources::default();
    if environment {
        call(py, || sources.add_environment())?;
    }
    if let Some(mapping) = given.and_then(|given| given.cast::<PyMapping>().ok()) {
        sources.add_values(object(mapping, 0)?);
    } else if let Some(given) = given {
        let path: PathBuf = given
            .extract()
            .map_err(|_| refused("a mapping or the path of a file as `settings`", given))?;
        call(py, || sources.add_file(path))?;
    }
    call(py, || sources.settings())
}

/// The maximum depth of mappings. Settings use two levels.
const DEPTH: u32 = 8;

fn object(mapping: &Bound<'_, PyMapping>, depth: u32) -> PyResult<Map<String, Value>> {
    if depth > DEPTH {
        return Err(refused("settings in two levels", mapping));
    }
    let mut values = Map::new();
    for item in mapping.items()?.iter() {
        let (name, item): (String, Bound<'_, PyAny>) = item.extract()?;
        let json = value(&name, &item, depth)?;
        values.insert(name, json);
    }
    Ok(values)
}

/// Converts a value to the representation in a settings file.
fn value(name: &str, value: &Bound<'_, PyAny>, depth: u32) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if value.is_instance_of::<PyInt>() {
        // A number outside the range of all settings is passed as text, which is then refused.
        return Ok(value.extract::<i64>().map_or_else(|_| value.to_string().into(), Value::from));
    }
    if let Ok(text) = value.cast::<PyString>() {
        // A file name may contain bytes that are not text. An exception must not quote a secret.
        return match text.extract::<OsString>() {
            Ok(text) => Ok(SettingsSources::encode(&text)),
            Err(_) => Ok(secret(name, text)?.into()),
        };
    }
    if let Ok(mapping) = value.cast::<PyMapping>() {
        return object(mapping, depth + 1).map(Value::Object);
    }
    if let Ok(time) = value.cast::<PyDelta>() {
        let time: Duration = time.extract()?;
        return Ok(format!("{}us", time.as_micros()).into());
    }
    let path = value.call_method0("__fspath__");
    let expected = format!("a `str`, `int`, `bool`, `timedelta`, path or mapping as `{name}`");
    let path: OsString = path.map_err(|_| refused(&expected, value))?.extract()?;
    Ok(SettingsSources::encode(&path))
}
