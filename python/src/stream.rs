//! Sources that are read in parts.

use std::io::{self, Read};

use glossweave::{Error, VocabularyFormat};
use pyo3::exceptions::PyOSError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::input::{Source, bytes_read};

/// A source that may be large.
pub enum Input {
    /// A path or a binary file object, which is never loaded completely.
    File(PythonFile),
    /// A source in memory.
    Given(Source),
}

impl Input {
    /// Returns the vocabulary format for the extension of a path.
    pub fn notation(&self) -> Option<VocabularyFormat> {
        match self {
            Input::File(file) => file.notation,
            Input::Given(_) => None,
        }
    }

    /// Returns a reader of the bytes.
    pub fn reader(&mut self) -> Box<dyn Read + '_> {
        match self {
            Input::File(file) => Box::new(file),
            Input::Given(source) => Box::new(&source.bytes[..]),
        }
    }

    /// Adds context to an error, as [`Source::explain`] does.
    pub fn explain(&self, error: Error) -> Error {
        match self {
            Input::File(_) => error,
            Input::Given(source) => source.explain(error),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Input {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = crate::hint::named("_Large");

    fn extract(source: Borrowed<'_, 'py, PyAny>) -> PyResult<Input> {
        if source.hasattr("__fspath__")? {
            return PythonFile::open(&source).map(Input::File);
        }
        if source.hasattr("read")? {
            let file = source.to_owned().unbind();
            return Ok(Input::File(PythonFile { file, notation: None, is_owned: false }));
        }
        source.extract().map(Input::Given)
    }
}

/// A binary file object of Python.
pub struct PythonFile {
    file: Py<PyAny>,
    notation: Option<VocabularyFormat>,
    is_owned: bool,
}

impl PythonFile {
    /// Opens a path with `pathlib`, so that exceptions and the handling of file names are the usual ones of
    /// Python.
    fn open(path: &Bound<'_, PyAny>) -> PyResult<PythonFile> {
        let py = path.py();
        let path = py.import("pathlib")?.call_method1("Path", (path,))?;
        let notation = VocabularyFormat::of_path(&path.str()?.to_string_lossy());
        let keywords = PyDict::new(py);
        keywords.set_item("buffering", 0)?;
        let file = path.call_method("open", ("rb",), Some(&keywords))?.unbind();
        Ok(PythonFile { file, notation, is_owned: true })
    }

    fn fill(&self, py: Python<'_>, buffer: &mut [u8]) -> PyResult<usize> {
        py.check_signals()?;
        let content = self.file.bind(py).call_method1(intern!(py, "read"), (buffer.len(),))?;
        let bytes = bytes_read(&content)?;
        let (found, asked) = (bytes.len(), buffer.len());
        let target = buffer.get_mut(..found).ok_or_else(|| {
            PyOSError::new_err(format!("`read` returned {found} bytes, {asked} were requested"))
        })?;
        target.copy_from_slice(bytes);
        Ok(found)
    }
}

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let detached = || io::Error::other("the interpreter of the file has stopped");
        Python::try_attach(|py| self.fill(py, buffer))
            .ok_or_else(detached)?
            .map_err(io::Error::other)
    }
}

impl Drop for PythonFile {
    fn drop(&mut self) {
        if self.is_owned {
            // The data has already been read, so errors of closing are ignored.
            let _ = Python::try_attach(|py| self.file.call_method0(py, "close").map(drop));
        }
    }
}
