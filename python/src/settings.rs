//! The settings of an engine, from a mapping.

use std::ffi::OsString;

use glossweave::{Error, Settings};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyMapping, PyString};

use crate::call::call;
use crate::input::{refused, secret};
use crate::option::renamed;

/// Sets what a mapping has. A value that is `None` counts as missing.
pub fn set_all(settings: &mut Settings, given: &Bound<'_, PyMapping>) -> PyResult<()> {
    for item in given.items()?.iter() {
        let (name, value): (String, Bound<'_, PyAny>) = item.extract()?;
        if !value.is_none() {
            let value = text(&name, &value)?;
            call(given.py(), || {
                settings.set(&name, &value).map_err(|error| named(&name, renamed(error)))
            })?;
        }
    }
    Ok(())
}

/// Returns an error that names the setting.
fn named(name: &str, error: Error) -> Error {
    if error.message().contains(name) {
        return error;
    }
    let message = format!("`{name}`: {}", error.message());
    error.with_message(message)
}

/// Returns a value as the text of a file of settings has it.
fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<OsString> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().to_string().into());
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(value.str()?.to_str()?.into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        // The name of a file may have bytes that are no text; an exception must not quote a secret.
        return text.extract().or_else(|_: PyErr| Ok(secret(name, text)?.into()));
    }
    value
        .call_method0("__fspath__")
        .map_err(|_| refused(&format!("a `str`, `int`, `bool` or path as `{name}`"), value))?
        .extract()
}
