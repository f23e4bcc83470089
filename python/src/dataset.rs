//! The door to datasets.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use glossweave::enrich::{self, Load};
use glossweave::resource::Record;
use glossweave::{Error, Kind, Notation, Result};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::handle::Handle;
use crate::input::Source;
use crate::shelf::{Resource, Said, Shelf};

/// The shelf of datasets: stored names of things, which `Entities` finds in texts.
///
/// >>> from glossweave import Engine
/// >>> engine = Engine()
/// >>> users = engine.session().users
/// >>> anna = users.create("anna", "correct horse")
/// >>> session = engine.session(users.authenticate("anna", "correct horse"))
/// >>> places = session.datasets.create("places", "uri,label\nhttp://example.org/Cork,Cork\n")
/// >>> places.content["labels"]
/// 1
/// >>> from glossweave import decode
/// >>> page = decode("To Cork!", format="text")
/// >>> session.entities.annotate("dictionary", page, dataset="places")
/// [Annotation(3, 7, text='Cork', idents=('http://example.org/Cork',), confidence=1.0)]
#[pyclass(frozen, extends = Shelf, module = "glossweave")]
pub struct Datasets {}

impl Datasets {
    pub fn make(py: Python<'_>, shelf: Shelf) -> PyResult<Py<Datasets>> {
        Py::new(py, PyClassInitializer::from(shelf).add_subclass(Datasets {}))
    }
}

/// What a load reads: a file by its path, or what Python gives.
enum Input {
    Path(PathBuf),
    File(Py<PyAny>),
    Bytes(Vec<u8>),
}

impl Input {
    fn of(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<(Input, Option<Notation>)> {
        if source.hasattr("__fspath__")? {
            let path: PathBuf = source.extract()?;
            let notation = Notation::of_path(&path.to_string_lossy());
            return Ok((Input::Path(path), notation));
        }
        if source.hasattr("read")? {
            return Ok((Input::File(source.clone().unbind()), None));
        }
        let source: Source = source.extract()?;
        let _ = py;
        Ok((Input::Bytes(source.bytes), None))
    }

    fn reader(self) -> Result<Box<dyn Read + Send>> {
        Ok(match self {
            Input::Path(path) => Box::new(File::open(&path).map_err(|cause| {
                let message = format!("`{}` cannot be read: {cause}", path.display());
                Error::new(Kind::Unavailable, message).because(cause)
            })?),
            Input::File(file) => Box::new(Reading(file)),
            Input::Bytes(bytes) => Box::new(io::Cursor::new(bytes)),
        })
    }
}

/// A binary file of Python.
struct Reading(Py<PyAny>);

impl Read for Reading {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let gone = || io::Error::other("the interpreter that has the file has stopped");
        Python::try_attach(|py| {
            let content = self.0.bind(py).call_method1("read", (buffer.len(),))?;
            let bytes = content.cast::<PyBytes>()?.as_bytes();
            let count = bytes.len().min(buffer.len());
            buffer[..count].copy_from_slice(&bytes[..count]);
            Ok(count)
        })
        .ok_or_else(gone)?
        .map_err(|raised: PyErr| io::Error::other(raised))
    }
}

/// Tells Python how far a load is.
fn told(progress: Option<&Py<PyAny>>, at: enrich::Progress) -> Result<()> {
    let Some(progress) = progress else { return Ok(()) };
    let called = Python::try_attach(|py| {
        progress.call1(py, (at.bytes, at.total, at.records))?;
        py.check_signals()
    });
    let stopped = |error: Error| Err(error);
    match called {
        Some(Ok(())) => Ok(()),
        Some(Err(raised)) => {
            stopped(Error::new(Kind::Unavailable, "who watches ended the load").because(raised))
        }
        None => stopped(Error::new(Kind::Unavailable, "the interpreter has stopped")),
    }
}

#[pymethods]
impl Datasets {
    /// Loads a dataset from a path, a binary file or bytes, none of which is held as a whole: makes
    /// it where `update` is false, else changes it as `mode` says (`"add"`, `"replace"`,
    /// `"remove"`).
    ///
    /// `progress`: is called now and then with the bytes read, those that there are, and the records
    /// taken; what it raises ends the load, with nothing changed. `informat`: `"csv"`,
    /// `"json-lines"` or a format of RDF; that of a path's extension, else CSV. `properties`: IRIs
    /// of the properties whose values are names. `plurals`: finds plurals of the names too. The
    /// others are those of `create` and `update`.
    #[pyo3(signature = (name, source, *, update = false, progress = None, informat = None,
        mode = None, properties = None, plurals = None, language = None, visibility = None,
        description = None, if_revision = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn load(
        this: PyRef<'_, Self>,
        name: &str,
        source: &Bound<'_, PyAny>,
        update: bool,
        progress: Option<Py<PyAny>>,
        informat: Option<String>,
        mode: Option<&str>,
        properties: Option<Vec<String>>,
        plurals: Option<bool>,
        language: Option<&str>,
        visibility: Option<&str>,
        description: Option<String>,
        if_revision: Option<u64>,
    ) -> PyResult<Resource> {
        let py = this.py();
        let (input, notation) = Input::of(py, source)?;
        let informat = informat.or_else(|| notation.map(|notation| notation.to_string()));
        let said = Said {
            informat,
            mode,
            properties,
            plurals,
            language,
            visibility,
            description,
            if_revision,
            ..Said::default()
        };
        this.as_super().handle().call(py, |session| {
            let (changes, datasets) = (said.changes()?, session.datasets());
            let mut input = input.reader()?;
            let mut watch = |at| told(progress.as_ref(), at);
            let load = Load::new(&mut input).watched(&mut watch);
            let loaded = match update {
                true => datasets.update_from(name, load, &changes)?,
                false => datasets.create_from(name, load, &changes)?,
            };
            Ok(Resource::from(Record::from(loaded)))
        })
    }

    /// A source that comes in parts, and stays until it is loaded or given up, even when the program
    /// ends: the same user goes on under the same name.
    fn upload(this: PyRef<'_, Self>, name: String) -> PyResult<Upload> {
        let handle = this.as_super().handle().clone();
        handle.call(this.py(), |session| session.datasets().upload(&name).map(drop))?;
        Ok(Upload { handle, name })
    }
}

/// A source on its way in; made by `Datasets.upload`.
#[pyclass(frozen, module = "glossweave")]
pub struct Upload {
    handle: Handle,
    name: String,
}

#[pymethods]
impl Upload {
    /// The name of the dataset that it is for.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Adds bytes at the end.
    fn append(&self, py: Python<'_>, data: Source) -> PyResult<()> {
        self.handle.call(py, |session| session.datasets().upload(&self.name)?.append(&data.bytes))
    }

    /// Loads what is here, as `Datasets.load` does. Where that fails, it is still here.
    #[pyo3(signature = (*, update = false, informat = None, mode = None, properties = None,
        plurals = None, language = None, visibility = None, description = None,
        if_revision = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn load(
        &self,
        py: Python<'_>,
        update: bool,
        informat: Option<String>,
        mode: Option<&str>,
        properties: Option<Vec<String>>,
        plurals: Option<bool>,
        language: Option<&str>,
        visibility: Option<&str>,
        description: Option<String>,
        if_revision: Option<u64>,
    ) -> PyResult<Resource> {
        let said = Said {
            informat,
            mode,
            properties,
            plurals,
            language,
            visibility,
            description,
            if_revision,
            ..Said::default()
        };
        self.handle.call(py, |session| {
            let (changes, datasets) = (said.changes()?, session.datasets());
            let upload = datasets.upload(&self.name)?;
            let loaded = match update {
                true => datasets.update_from_upload(upload, &changes)?,
                false => datasets.create_from_upload(upload, &changes)?,
            };
            Ok(Resource::from(Record::from(loaded)))
        })
    }

    /// Gives it up.
    fn discard(&self, py: Python<'_>) -> PyResult<()> {
        self.handle.call(py, |session| {
            session.datasets().upload(&self.name)?.discard();
            Ok(())
        })
    }

    /// How many bytes are here.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.handle.call(py, |session| Ok(session.datasets().upload(&self.name)?.len() as usize))
    }

    fn __repr__(&self) -> String {
        format!("<Upload for {}>", self.name)
    }
}
