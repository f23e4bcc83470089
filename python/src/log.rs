//! Events of the engine for `logging`.

use glossweave::log::{self, Level};
use pyo3::prelude::*;

use crate::call::call;

/// Calls a function with the level, the component and the message of each event, starting now.
#[pyfunction]
#[pyo3(name = "_listen")]
#[pyo3(signature = (listener: "Callable[[str, str, str], None]"))]
pub fn listen(py: Python<'_>, listener: Py<PyAny>) -> PyResult<()> {
    let forward = move |event: &log::Event<'_>| {
        // When the interpreter has ended, events are dropped.
        Python::try_attach(|py| {
            // The destructor of an object may report an event while an exception is pending, and Python code
            // can run only without a pending exception.
            let pending = PyErr::take(py);
            let arguments = (event.level.name(), event.target, event.message);
            if let Err(raised) = listener.call1(py, arguments) {
                raised.write_unraisable(py, None);
            }
            if let Some(pending) = pending {
                pending.restore(py);
            }
        });
    };
    call(py, || log::set_listener(Level::Debug, forward))
}
