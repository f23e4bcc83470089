//! Progress reports of long calls, and the signals that end them.

use glossweave::progress::Progress;
use glossweave::{Error, ErrorKind, Result};
use pyo3::prelude::*;

/// Returns a watcher that reports progress to an optional callable. If the callable or a signal handler
/// raises an exception, the call ends with an error that this exception caused.
pub fn reporter(progress: Option<&Py<PyAny>>) -> impl FnMut(Progress) -> Result<()> {
    move |at| {
        let called = Python::try_attach(|py| {
            if let Some(progress) = progress {
                progress.call1(py, (at.done, at.total, at.records))?;
            }
            py.check_signals()
        });
        let stopped = || Error::new(ErrorKind::Unavailable, "the interpreter has stopped");
        called.ok_or_else(stopped)?.map_err(|raised| {
            Error::new(ErrorKind::Unavailable, "the progress function ended the call")
                .because(raised)
        })
    }
}
