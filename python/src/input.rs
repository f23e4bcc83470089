//! Arguments of functions: byte sources, texts, numbers and lists.

use std::path::Path;

use glossweave::markup::Encoding;
use glossweave::{Error, ErrorKind, Format, Result};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PyString};

use crate::error::raise;

/// An argument that is `bytes` or another buffer, `str` (text, never a path), an `os.PathLike`, or a binary
/// file object.
pub struct Source {
    /// The bytes. A `str` is encoded as UTF-8.
    pub bytes: Vec<u8>,
    /// `true` if the argument was a `str`, so that no other encoding is possible.
    pub decoded: bool,
    /// The format of the extension of a path.
    pub format: Option<Format>,
    /// The path, if the argument was a path.
    pub path: Option<String>,
}

impl Source {
    fn of_bytes(bytes: &Bound<'_, PyAny>, format: Option<Format>) -> PyResult<Source> {
        let bytes = bytes.cast::<PyBytes>()?.as_bytes().to_vec();
        Ok(Source { bytes, decoded: false, format, path: None })
    }

    /// Returns the named format, or the format of the path. Returns `ErrorKind::Invalid` if neither is known.
    pub fn format(&self, parameter: &str, named: Option<&str>) -> Result<Format> {
        match named {
            Some(name) => crate::option::read(parameter, name),
            None => self.format.ok_or_else(|| {
                // The path has the extension of an unsupported format.
                if let Some(Err(error)) =
                    self.path.as_deref().and_then(extension).map(str::parse::<Format>)
                {
                    return error.with_parameter(parameter);
                }
                let message = "is missing, and no path has a known extension";
                let hint = if self.decoded { HINT } else { "" };
                Error::invalid(format!("`{parameter}` {message}{hint}")).with_parameter(parameter)
            }),
        }
    }

    /// Returns the charset to use for decoding. For a `str`, `named` is only validated, because the text is
    /// already decoded. Returns `ErrorKind::Invalid` if the charset is unknown.
    pub fn charset<'a>(&self, named: Option<&'a str>) -> Result<Option<&'a str>> {
        if !self.decoded {
            return Ok(named);
        }
        let known = named.map(str::parse::<Encoding>).transpose();
        known.map_err(|error| Error::invalid(error.message()).with_parameter("charset"))?;
        Ok(Some("utf-8"))
    }

    /// Returns `ErrorKind::Invalid` if a `str` is the name of an existing file. It is used by functions that
    /// accept any text, so that a path is not processed as text by mistake.
    pub fn check_name(&self) -> Result<()> {
        if !self.decoded || !is_name_of_file(&self.bytes) {
            return Ok(());
        }
        match str::from_utf8(&self.bytes) {
            Ok(name) if Path::new(name).is_file() => {
                let message = format!(
                    "`{name}` is the name of an existing file{HINT}; for this text use bytes"
                );
                Err(Error::invalid(message).with_parameter("source"))
            }
            _ => Ok(()),
        }
    }

    /// Adds the path to the message of an error in the source, or a hint if a `str` looks like a file name.
    pub fn explain(&self, error: Error) -> Error {
        let is_of_source = error.location().is_some()
            || matches!(
                error.kind(),
                ErrorKind::Malformed | ErrorKind::TooLarge | ErrorKind::Unsupported
            );
        let explained = match &self.path {
            Some(path) if is_of_source => format!("{path}: {}", error.message()),
            None if self.decoded
                && error.kind() != ErrorKind::Unavailable
                && is_name_of_file(&self.bytes) =>
            {
                format!("{}{HINT}", error.message())
            }
            _ => return error,
        };
        error.with_message(explained)
    }
}

fn extension(path: &str) -> Option<&str> {
    Path::new(path).extension()?.to_str()
}

/// The hint that is appended to a message if the caller probably meant a path.
const HINT: &str = " (a `str` is text; for a file use `pathlib.Path`)";

/// Returns `true` if a text is a single short line that ends with an extension, for example
/// `data/places.csv`.
fn is_name_of_file(text: &[u8]) -> bool {
    let named = str::from_utf8(text).ok().filter(|text| text.len() <= 255);
    let Some((stem, extension)) = named.and_then(|name| name.rsplit_once('.')) else {
        return false;
    };
    let short = (1..=8).contains(&extension.len());
    let plain = !stem.is_empty() && !stem.contains(['\n', '<', ',', '\t']);
    short && plain && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

impl<'py> FromPyObject<'_, 'py> for Source {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = crate::hint::named("_Source");

    fn extract(source: Borrowed<'_, 'py, PyAny>) -> PyResult<Source> {
        let source = source.to_owned();
        if source.is_instance_of::<PyBytes>() {
            Source::of_bytes(&source, None)
        } else if let Ok(text) = source.cast::<PyString>() {
            let bytes = utf8(text)?.into_bytes();
            Ok(Source { bytes, decoded: true, format: None, path: None })
        } else if source.hasattr("__fspath__")? {
            read_path(&source)
        } else if source.hasattr("read")? {
            read_file(&source)
        } else if let Ok(view) = PyMemoryView::from(&source) {
            Source::of_bytes(&view.call_method0("tobytes")?, None)
        } else {
            Err(refused("bytes, str, a path object or a binary file", &source))
        }
    }
}

/// Returns the text of a `str`. Returns `ErrorKind::Invalid` if it contains lone surrogates, which no
/// encoding can represent.
pub fn utf8(text: &Bound<'_, PyString>) -> PyResult<String> {
    text.to_str().map(str::to_owned).map_err(|cause| {
        let message = format!("the text is not Unicode: {}", cause.value(text.py()));
        raise(text.py(), Error::invalid(message))
    })
}

/// Returns the text of a password or a token. Errors do not contain the text.
pub fn secret(keyword: &str, text: &Bound<'_, PyString>) -> PyResult<String> {
    text.to_str().map(str::to_owned).map_err(|_| {
        let error = Error::invalid(format!("`{keyword}` is not Unicode"));
        raise(text.py(), error.with_parameter(keyword))
    })
}

/// Reads a path with `pathlib`, so that exceptions and the handling of file names are the usual ones of
/// Python.
fn read_path(path: &Bound<'_, PyAny>) -> PyResult<Source> {
    let path = path.py().import("pathlib")?.call_method1("Path", (path,))?;
    let name = path.str()?.to_string_lossy().into_owned();
    let format = Format::of_path(&name);
    let source = Source::of_bytes(&path.call_method0("read_bytes")?, format)?;
    Ok(Source { path: Some(name), ..source })
}

fn read_file(file: &Bound<'_, PyAny>) -> PyResult<Source> {
    let bytes = bytes_read(&file.call_method0("read")?)?.to_vec();
    Ok(Source { bytes, decoded: false, format: None, path: None })
}

/// Returns the bytes that the `read` method of a file object returned.
pub fn bytes_read<'a>(content: &'a Bound<'_, PyAny>) -> PyResult<&'a [u8]> {
    if content.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("expected a binary file and got a text file"));
    }
    let bytes = content.cast::<PyBytes>();
    bytes.map(PyBytesMethods::as_bytes).map_err(|_| refused("`bytes` from `read`", content))
}

/// Returns `true` if an object is bytes, text, a path or a file object. Reading it may still fail.
pub fn is_source(thing: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(thing.is_instance_of::<PyString>()
        || thing.hasattr("__fspath__")?
        || thing.hasattr("read")?
        || PyMemoryView::from(thing).is_ok())
}

/// Converts a number that counts something, for example an offset. Returns `ErrorKind::Invalid` if it is
/// negative or too large.
pub fn count(number: &Bound<'_, PyAny>) -> PyResult<usize> {
    number.extract().map_err(|error: PyErr| {
        if !error.is_instance_of::<PyOverflowError>(number.py()) {
            return error;
        }
        raise(number.py(), out_of_range(number))
    })
}

/// Returns the error for a negative number or a number that is too large.
pub fn out_of_range(number: &Bound<'_, PyAny>) -> Error {
    let expected = match number.lt(0) {
        Ok(true) => "of at least 0".to_owned(),
        _ => format!("of at most {}", usize::MAX),
    };
    Error::invalid(format!("expected a number {expected} and got `{number}`"))
}

/// Converts an optional number.
pub fn count_given(number: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    if number.is_none() { Ok(None) } else { count(number).map(Some) }
}

/// Returns the optional name of a format.
pub fn format<'a>(word: &'a Bound<'_, PyAny>) -> PyResult<Option<&'a str>> {
    match word.cast::<PyString>() {
        Ok(word) => word.to_str().map(Some),
        Err(_) if word.is_none() => Ok(None),
        Err(_) => Err(refused("a `str` as `format`", word)),
    }
}

/// A list of strings. A single string is refused, although Python considers it a sequence of strings.
#[derive(Default)]
pub struct Strings(pub Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Strings {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = crate::hint::named("Sequence[str]");

    fn extract(list: Borrowed<'_, 'py, PyAny>) -> PyResult<Strings> {
        let list = list.to_owned();
        match list.extract() {
            Ok(all) => Ok(Strings(all)),
            Err(_) => Err(refused("a list of `str`", &list)),
        }
    }
}

/// Returns the IRIs of an entity.
pub fn idents(list: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    list.extract().map_err(|_| refused("a list of IRIs as `idents`", list))
}

/// Returns the IRIs of the classes of an entity.
pub fn classes(list: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    list.extract().map_err(|_| refused("a list of IRIs as `classes`", list))
}

/// Returns the exception for an argument of the wrong type.
pub fn refused(expected: &str, thing: &Bound<'_, PyAny>) -> PyErr {
    match thing.get_type().qualname() {
        Ok(found) => PyTypeError::new_err(format!("expected {expected} and got `{found}`")),
        Err(broken) => broken,
    }
}

/// Declares a structure of optional keyword arguments, each with the function that reads its value. `read`
/// raises `TypeError` for other keywords.
macro_rules! keyword_arguments {
    ($(#[$about:meta])* struct $name:ident { $($field:ident: $type:ty = $read:path,)* }) => {
        $(#[$about])*
        #[derive(Default)]
        struct $name {
            $($field: Option<$type>,)*
        }

        impl $name {
            fn read(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<$name> {
                let mut all = $name::default();
                for (name, value) in keywords.into_iter().flatten() {
                    let name: String = name.extract()?;
                    match name.as_str() {
                        $(stringify!($field) => {
                            let read = $read(&value);
                            all.$field =
                                read.map_err(|error| $crate::input::named(&value, &name, error))?;
                        })*
                        _ => return Err($crate::input::unexpected(&name)),
                    }
                }
                Ok(all)
            }
        }
    };
}
pub(crate) use keyword_arguments;

/// The error for a keyword argument that a function does not have.
pub fn unexpected(name: &str) -> PyErr {
    PyTypeError::new_err(format!("got an unexpected keyword argument '{name}'"))
}

/// Adds the name of the argument to a `TypeError` about its value, as PyO3 does for other arguments.
pub fn named(value: &Bound<'_, PyAny>, name: &str, error: PyErr) -> PyErr {
    let py = value.py();
    let text = error.value(py).to_string();
    match error.is_instance_of::<PyTypeError>(py) && !text.contains(name) {
        true => PyTypeError::new_err(format!("argument '{name}': {text}")),
        false => error,
    }
}

/// Reads a value that may be `None`.
pub fn given<'py, T>(value: &Bound<'py, PyAny>) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    if value.is_none() { Ok(None) } else { value.extract().map(Some) }
}
