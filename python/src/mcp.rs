//! The server for the Model Context Protocol.

use std::path::PathBuf;
use std::time::Duration;

use glossweave::Error;
use glossweave_mcp::{Folders, Server, ServerLimits};
use pyo3::prelude::*;

use crate::call::call;
use crate::input::count_given;
use crate::session::Session;

/// Serves the tools of a session to one client over standard input and output, until the client closes
/// standard input.
///
/// `allow`: the folders with files that clients may read. `max_bytes`: the maximum size of a document.
/// `max_output_bytes`: the maximum size of an answer. `max_results`: the maximum number of results in an
/// answer. `seconds`: the time limit of a call.
///
/// Raises `NotFound` if a folder does not exist, and `Unavailable` if the client does not use the protocol.
#[pyfunction]
#[pyo3(name = "_serve_mcp")]
#[pyo3(signature = (
    session, *, allow = vec![], max_bytes: "int | None" = None,
    max_output_bytes: "int | None" = None, max_results: "int | None" = None, seconds = None
))]
pub fn serve_mcp(
    py: Python<'_>,
    session: &Bound<'_, Session>,
    allow: Vec<PathBuf>,
    #[pyo3(from_py_with = count_given)] max_bytes: Option<usize>,
    #[pyo3(from_py_with = count_given)] max_output_bytes: Option<usize>,
    #[pyo3(from_py_with = count_given)] max_results: Option<usize>,
    seconds: Option<f64>,
) -> PyResult<()> {
    let (engine, caller) = session.get().engine(py)?;
    let mut limits = ServerLimits::default();
    limits.max_bytes = max_bytes.unwrap_or(limits.max_bytes);
    limits.max_output_bytes = max_output_bytes.unwrap_or(limits.max_output_bytes);
    limits.max_results = max_results.unwrap_or(limits.max_results);
    call(py, || {
        if let Some(seconds) = seconds {
            let wrong = |_| {
                let message = "expected a number of seconds from 0 on";
                Error::invalid(message).with_parameter("seconds")
            };
            limits.time = Duration::try_from_secs_f64(seconds).map_err(wrong)?;
        }
        Server::new(engine, caller, Folders::open(allow)?, limits).serve_stdio()
    })
}
