//! What is accepted wherever bytes go in.

use glossweave::{Error, Format, Result};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PyString};

use crate::error::raise;

/// `bytes` or another buffer, `str` (text, never a path), an `os.PathLike`, or a binary file.
pub struct Source {
    /// The bytes; a `str` as UTF-8.
    pub bytes: Vec<u8>,
    /// Whether it was a `str`, so that no other encoding can be meant.
    pub decoded: bool,
    /// The format of the extension of a path.
    pub format: Option<Format>,
}

impl Source {
    fn of_bytes(bytes: &Bound<'_, PyAny>, format: Option<Format>) -> PyResult<Source> {
        let bytes = bytes.cast::<PyBytes>()?.as_bytes().to_vec();
        Ok(Source { bytes, decoded: false, format })
    }

    /// The format that was named, or else that of the path. Kind Invalid where there is neither.
    pub fn format(&self, parameter: &str, named: Option<&str>) -> Result<Format> {
        match named {
            Some(name) => crate::option::read(parameter, name),
            None => self.format.ok_or_else(|| {
                let message = "is missing, and no path with a known extension says it";
                Error::invalid(format!("`{parameter}` {message}")).with_parameter(parameter)
            }),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Source {
    type Error = PyErr;

    fn extract(source: Borrowed<'_, 'py, PyAny>) -> PyResult<Source> {
        let source = source.to_owned();
        if source.is_instance_of::<PyBytes>() {
            Source::of_bytes(&source, None)
        } else if let Ok(text) = source.cast::<PyString>() {
            Ok(Source { bytes: utf8(text)?.into_bytes(), decoded: true, format: None })
        } else if source.hasattr("__fspath__")? {
            read_path(&source)
        } else if source.hasattr("read")? {
            read_file(&source)
        } else if let Ok(view) = PyMemoryView::from(&source) {
            Source::of_bytes(&view.call_method0("tobytes")?, None)
        } else {
            let found = source.get_type().qualname()?;
            let expected = "bytes, str, a path object or a binary file";
            Err(PyTypeError::new_err(format!("expected {expected} and got `{found}`")))
        }
    }
}

/// The text of a `str`. Kind Invalid where it has lone surrogates, which no encoding can express.
pub fn utf8(text: &Bound<'_, PyString>) -> PyResult<String> {
    text.to_str().map(str::to_owned).map_err(|cause| {
        let message = format!("the text is not Unicode: {}", cause.value(text.py()));
        raise(text.py(), Error::invalid(message))
    })
}

/// By Python's own means, for its exceptions and its idea of file names.
fn read_path(path: &Bound<'_, PyAny>) -> PyResult<Source> {
    let path = path.py().import("pathlib")?.call_method1("Path", (path,))?;
    let format = Format::of_path(&path.str()?.to_string_lossy());
    Source::of_bytes(&path.call_method0("read_bytes")?, format)
}

fn read_file(file: &Bound<'_, PyAny>) -> PyResult<Source> {
    let content = file.call_method0("read")?;
    if content.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("expected a binary file and got one opened as text"));
    }
    Source::of_bytes(&content, None)
}

/// A number that counts something, offsets above all. Kind Invalid where it is negative, or more
/// than memory has room for.
pub fn count(number: &Bound<'_, PyAny>) -> PyResult<usize> {
    number.extract().map_err(|error: PyErr| {
        if !error.is_instance_of::<PyOverflowError>(number.py()) {
            return error;
        }
        raise(
            number.py(),
            Error::invalid(format!("expected a number from 0 on and got `{number}`")),
        )
    })
}
