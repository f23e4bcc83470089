//! The one way into the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};

use glossweave::{Error, Result};
use pyo3::prelude::*;

use crate::error::raise;

/// Runs work of the engine while other threads of Python run, and turns what goes wrong, a panic
/// included, into an exception.
pub fn call<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work)))
        .unwrap_or_else(|payload| Err(Error::from_panic(payload.as_ref())))
        .map_err(|error| raise(py, error))
}
