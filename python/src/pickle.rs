//! Constructor calls, which are used to pickle components and to write them into specifications.

use std::path::{Path, absolute};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// A call that constructs a component: the constructor and its keyword arguments.
pub struct ConstructorCall {
    constructor: &'static str,
    keywords: Py<PyDict>,
}

/// The result of `__reduce__`.
pub type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyDict>,));

/// The key of the constructor in the plain values of a component.
pub const CONSTRUCTOR: &str = "component";

impl ConstructorCall {
    /// Creates a call without keyword arguments. `constructor` is the name of a class or of its static
    /// method.
    pub fn new(py: Python<'_>, constructor: &'static str) -> ConstructorCall {
        ConstructorCall { constructor, keywords: PyDict::new(py).unbind() }
    }

    /// Adds a keyword argument if it has a value.
    pub fn with<'py>(
        self,
        py: Python<'py>,
        name: &str,
        value: Option<impl IntoPyObject<'py>>,
    ) -> PyResult<ConstructorCall> {
        if let Some(value) = value {
            self.keywords.bind(py).set_item(name, value)?;
        }
        Ok(self)
    }

    /// Creates the call that opens a file and expects a revision.
    pub fn of_file(
        py: Python<'_>,
        constructor: &'static str,
        path: &Path,
        revision: String,
    ) -> PyResult<ConstructorCall> {
        let path = absolute(path).unwrap_or_else(|_| path.to_owned());
        ConstructorCall::new(py, constructor).with(py, "path", Some(path.as_os_str()))?.with(
            py,
            "revision",
            Some(revision),
        )
    }

    /// Creates the call that reads the bytes of a component that was not opened from a file.
    pub fn of_bytes(
        py: Python<'_>,
        constructor: &'static str,
        bytes: &[u8],
    ) -> PyResult<ConstructorCall> {
        ConstructorCall::new(py, constructor).with(py, "data", Some(PyBytes::new(py, bytes)))
    }

    /// Returns the call as plain values. Components among the keyword arguments are not converted.
    pub fn to_plain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let plain = PyDict::new(py);
        plain.set_item(CONSTRUCTOR, self.constructor)?;
        plain.update(self.keywords.bind(py).as_mapping())?;
        Ok(plain)
    }

    /// Returns the result of `__reduce__` for the component.
    pub fn reduce<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduce(self.to_plain(py)?)
    }
}

/// Returns the result of `__reduce__` for the plain values of a component or an engine.
pub fn reduce(plain: Bound<'_, PyDict>) -> PyResult<Reduced<'_>> {
    Ok((plain.py().import("glossweave._native")?.getattr("_made")?, (plain,)))
}
