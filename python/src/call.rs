//! Calls of the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};

use glossweave::{Error, ErrorKind, Result};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::raise;

/// Runs work of the engine while other threads of Python run. An error or a panic becomes an exception.
pub fn call<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work)))
        .unwrap_or_else(|payload| Err(Error::from_panic(payload.as_ref())))
        .map_err(|error| raise(py, error))
}

/// Fails with the kind of a number, or by a panic for 0. Tests use it for all kinds.
#[pyfunction]
#[pyo3(name = "_fail")]
#[allow(clippy::panic, reason = "shows that a panic becomes an exception")]
pub fn fail(py: Python<'_>, number: u32) -> PyResult<()> {
    if number == 0 {
        return call(py, || panic!("asked to"));
    }
    let unknown = || PyValueError::new_err(format!("no kind has the number {number}"));
    let kind = ErrorKind::from_number(number).ok_or_else(unknown)?;
    call(py, || Err(Error::new(kind, "asked to").with_parameter("number")))
}
