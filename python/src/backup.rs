//! Everything that is stored, out of one store and into another.

use std::path::PathBuf;

use glossweave::store::{self, StoreLocation};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::call::call;
use crate::engine_ref::EngineRef;
use crate::input::Source;

/// Writes the store of an engine to a path or a binary file, by Python's own means.
pub fn export(py: Python<'_>, engine: &EngineRef, to: &Bound<'_, PyAny>) -> PyResult<()> {
    let lines = engine.call(py, |session| {
        let mut lines = Vec::new();
        session.backup().export(&mut lines)?;
        Ok(lines)
    })?;
    if to.hasattr("write")? {
        let mut rest = lines.as_slice();
        while !rest.is_empty() {
            // A raw file may take a part only.
            let taken = to.call_method1("write", (PyBytes::new(py, rest),))?;
            let taken = taken.extract::<usize>().unwrap_or(rest.len());
            rest = rest.get(taken..).unwrap_or_default();
        }
        return Ok(());
    }
    py.import("glossweave._file")?.call_method1("replace", (to, PyBytes::new(py, &lines)))?;
    Ok(())
}

/// Reads what `Session.export` wrote into a folder that is empty or not there: all of it, or nothing.
///
/// Users, tokens, names and numbers are then as they were, in an `Engine` with that folder as
/// `store`. A folder with a store in use is a `StorageError`, one in which something was stored a
/// `Conflict`, an export that is cut or changed `MalformedInput`. Any other place that `Engine` takes as
/// `store` will do too.
#[pyfunction]
pub fn import_store(py: Python<'_>, folder: PathBuf, data: Source) -> PyResult<()> {
    call(py, || {
        let place = StoreLocation::from_os_str(folder.as_os_str());
        let place = place.map_err(|error| error.with_parameter("folder"))?;
        store::import_to(&place, data.bytes.as_slice())
    })
}
