//! Export and import of a whole store.

use std::path::PathBuf;

use glossweave::store::{self, StoreLocation};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::call::call;
use crate::engine_ref::EngineRef;
use crate::input::Source;

/// Writes the store of an engine to a path or a binary file object. Python code writes the file.
pub fn export(py: Python<'_>, engine: &EngineRef, to: &Bound<'_, PyAny>) -> PyResult<()> {
    let lines = engine.call(py, |session| {
        let mut lines = Vec::new();
        session.export(&mut lines)?;
        Ok(lines)
    })?;
    if to.hasattr("write")? {
        let mut rest = lines.as_slice();
        while !rest.is_empty() {
            // The `write` method of a raw file may write only a part of the bytes.
            let taken = to.call_method1("write", (PyBytes::new(py, rest),))?;
            let taken = taken.extract::<usize>().unwrap_or(rest.len());
            rest = rest.get(taken..).unwrap_or_default();
        }
        return Ok(());
    }
    py.import("glossweave._file")?.call_method1("replace", (to, PyBytes::new(py, &lines)))?;
    Ok(())
}

/// Imports the output of `Session.export` into a folder that is empty or does not exist. A failed import
/// writes nothing.
///
/// Users, tokens, names and numbers are restored unchanged. To use them, open an `Engine` with the folder as
/// its `store`. Any other store location that `Engine` accepts works too.
///
/// Raises `StorageError` if the folder contains a store that is in use, `Conflict` if it contains stored
/// data, and `MalformedInput` if the export was truncated or modified.
#[pyfunction]
pub fn import_store(py: Python<'_>, folder: PathBuf, data: Source) -> PyResult<()> {
    call(py, || {
        let place = StoreLocation::from_os_str(folder.as_os_str());
        let place = place.map_err(|error| error.with_parameter("folder"))?;
        store::import_to(&place, data.bytes.as_slice())
    })
}
