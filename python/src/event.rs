//! What the engine tells, for `logging`.

use glossweave::log::{self, Level};
use pyo3::prelude::*;

use crate::call::call;

/// Calls a function with the level, the room and the message of each event from now on.
#[pyfunction]
#[pyo3(name = "_listen")]
pub fn listen(py: Python<'_>, listener: Py<PyAny>) -> PyResult<()> {
    let tell = move |event: &event::Event<'_>| {
        // An interpreter that has ended has no log any more.
        Python::try_attach(|py| {
            // The end of an object may tell something while an exception is on its way, and Python
            // code runs only where there is none.
            let pending = PyErr::take(py);
            let told = (event.level.name(), event.target, event.message);
            if let Err(raised) = listener.call1(py, told) {
                raised.write_unraisable(py, None);
            }
            if let Some(pending) = pending {
                pending.restore(py);
            }
        });
    };
    call(py, || log::set_listener(Level::Debug, tell))
}
