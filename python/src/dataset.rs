//! The API of datasets.

use glossweave::resource::Record;
use glossweave::vocabulary::Load;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::collection::{self, Collection, Resource, changes};
use crate::engine_ref::EngineRef;
use crate::options::Given;
use crate::progress::reporter;
use crate::stream::Input;

/// The collection of datasets: stored lists of names, which `Entities` finds in texts.
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
/// >>> session.entities.recognize("dictionary", page, dataset="places")
/// [Annotation(3, 7, text='Cork', idents=('http://example.org/Cork',), confidence=1.0)]
#[pyclass(frozen, extends = Collection, module = "glossweave")]
pub struct Datasets {}

impl Datasets {
    pub fn make(py: Python<'_>, collection: Collection) -> PyResult<Py<Datasets>> {
        Py::new(py, PyClassInitializer::from(collection).add_subclass(Datasets {}))
    }
}

#[pymethods]
impl Datasets {
    /// Loads a dataset from a path or a binary file object, which is streamed, or from bytes or text. Creates
    /// the dataset if `update` is false. Otherwise, updates it by `mode` (`"add"`, `"replace"`, `"remove"`).
    ///
    /// A binary file object needs a method `read(size)`, which returns at most `size` bytes. `progress`: a
    /// function that is called regularly with the number of bytes read (0 for RDF until the end), the total
    /// number of bytes, and the number of accepted records. An exception of the function, of the file object
    /// or of a signal handler ends the call, and the dataset is not changed. `options`: see
    /// `ResourceOptions`. By default, the extension of a path determines `informat`.
    #[pyo3(signature = (
        name, source, *, update = false, progress: "_Progress | None" = None,
        **options: "Unpack[ResourceOptions]"
    ))]
    fn load(
        this: PyRef<'_, Self>,
        name: &str,
        mut source: Input,
        update: bool,
        progress: Option<Py<PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Resource> {
        let mut given = Given::of(options, collection::keywords())?;
        let informat = given.take("informat");
        let informat = informat.or_else(|| source.notation().map(|format| format.to_string()));
        let given = given.with("informat", informat.as_deref());
        this.as_super().engine().call(this.py(), |session| {
            let (changes, datasets) = (changes(&given)?, session.datasets());
            let mut reader = source.reader();
            let mut report = reporter(progress.as_ref());
            let load = Load::new(&mut reader).watched(&mut report);
            let loaded = match update {
                true => datasets.update_from(name, load, &changes),
                false => datasets.create_from(name, load, &changes),
            };
            drop(reader);
            let made = loaded.map(|loaded| Resource::from(Record::from(loaded)));
            made.map_err(|error| source.explain(error))
        })
    }

    /// Returns an upload, which receives a source in parts. The parts are kept until they are loaded or
    /// discarded, even if the program ends. To continue the upload, the same user calls `upload` with the
    /// same name again.
    fn upload(this: PyRef<'_, Self>, name: String) -> PyResult<Upload> {
        let engine = this.as_super().engine().clone();
        engine.call(this.py(), |session| session.datasets().upload(&name).map(drop))?;
        Ok(Upload { engine, name })
    }
}

/// A partial source of a dataset. Use `Datasets.upload` to create it.
#[pyclass(frozen, module = "glossweave")]
pub struct Upload {
    engine: EngineRef,
    name: String,
}

#[pymethods]
impl Upload {
    /// The name of the dataset.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Appends bytes to the source. Paths and binary file objects are streamed. If reading fails, the bytes
    /// read so far are kept; `len` returns their number.
    fn append(&self, py: Python<'_>, data: Input) -> PyResult<()> {
        self.engine.call(py, |session| {
            let mut upload = session.datasets().upload(&self.name)?;
            match data {
                Input::File(mut file) => upload.append_from(&mut file),
                Input::Given(source) => upload.append(&source.bytes),
            }
        })
    }

    /// Loads the source, as `Datasets.load` does, and deletes the upload. If loading fails, the upload is
    /// kept. Raises `NotFound` if nothing was uploaded.
    #[pyo3(signature = (*, update = false, **options: "Unpack[ResourceOptions]"))]
    fn load(
        &self,
        py: Python<'_>,
        update: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Resource> {
        let given = Given::of(options, collection::keywords())?;
        self.engine.call(py, |session| {
            let (changes, datasets) = (changes(&given)?, session.datasets());
            let upload = datasets.upload(&self.name)?;
            let loaded = match update {
                true => datasets.update_from_upload(upload, &changes)?,
                false => datasets.create_from_upload(upload, &changes)?,
            };
            Ok(Resource::from(Record::from(loaded)))
        })
    }

    /// Discards the upload.
    fn discard(&self, py: Python<'_>) -> PyResult<()> {
        self.engine.call(py, |session| {
            session.datasets().upload(&self.name)?.discard();
            Ok(())
        })
    }

    /// Returns the number of received bytes.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.engine.call(py, |session| Ok(session.datasets().upload(&self.name)?.len() as usize))
    }

    fn __repr__(&self) -> String {
        format!("<Upload for {}>", self.name)
    }
}
