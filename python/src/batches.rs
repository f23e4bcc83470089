//! Batches: one call processes many documents and returns the results as they become available.

use std::sync::{Arc, Mutex, PoisonError};

use glossweave::batch::{self, BatchNotation, BatchStream};
use glossweave::pipeline::{BatchOptions, Order};
use glossweave::{Error, Result};
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator};

use crate::call::call;
use crate::error::raise;
use crate::input::Source;
use crate::repr::counted;
use crate::service::Answer;

/// A document of a batch.
///
/// >>> from glossweave import BatchDocument
/// >>> BatchDocument("<p>To Cork!", name="cork.html")
/// <BatchDocument cork.html: 11 bytes>
#[pyclass(frozen, module = "glossweave")]
pub struct BatchDocument {
    content: Content,
    #[pyo3(get)]
    /// The name, which is also the name of the result.
    name: Option<String>,
    #[pyo3(get)]
    /// The media type. If it is `None`, the extension of the name determines the media type.
    media_type: Option<String>,
}

/// The content of a document, or the exception to use as its result.
enum Content {
    Bytes(Vec<u8>),
    Failed(Py<PyAny>),
}

impl BatchDocument {
    fn to_document(&self, py: Python<'_>) -> batch::BatchDocument {
        let mut document = match &self.content {
            Content::Bytes(bytes) => batch::BatchDocument::new(bytes.clone()),
            Content::Failed(error) => failed(PyErr::from_value(error.bind(py).clone())),
        };
        (document.name, document.media_type) = (self.name.clone(), self.media_type.clone());
        document
    }
}

fn failed(error: PyErr) -> batch::BatchDocument {
    let error = Error::invalid(format!("the document: {error}")).because(error);
    batch::BatchDocument::failed(error)
}

#[pymethods]
impl BatchDocument {
    /// By default, `name` is the path if `content` is a path, and `media_type` is derived from the extension
    /// of the name.
    #[new]
    #[pyo3(signature = (content, *, name = None, media_type = None))]
    fn new(content: Source, name: Option<String>, media_type: Option<String>) -> BatchDocument {
        let name = name.or(content.path);
        BatchDocument { content: Content::Bytes(content.bytes), name, media_type }
    }

    /// Creates a document that could not be read. Its result is the exception.
    ///
    /// >>> from glossweave import BatchDocument
    /// >>> BatchDocument.failed(OSError("no such file"), name="a.html")
    /// <BatchDocument a.html: failed>
    #[staticmethod]
    #[pyo3(signature = (error, *, name = None))]
    fn failed(error: &Bound<'_, PyBaseException>, name: Option<String>) -> BatchDocument {
        let content = Content::Failed(error.clone().into_any().unbind());
        BatchDocument { content, name, media_type: None }
    }

    fn __repr__(&self) -> String {
        let name = self.name.as_deref().unwrap_or("without a name");
        let content = match &self.content {
            Content::Bytes(bytes) => counted(bytes.len(), "byte"),
            Content::Failed(_) => "failed".to_owned(),
        };
        format!("<BatchDocument {name}: {content}>")
    }
}

/// The result of a document of a batch.
#[pyclass(frozen, module = "glossweave")]
pub struct BatchResult {
    /// The index of the document, from 0.
    #[pyo3(get)]
    index: usize,
    /// The name of the document. `None` if it has no name.
    #[pyo3(get)]
    name: Option<String>,
    answer: Option<Py<Answer>>,
    error: Option<Py<PyBaseException>>,
}

#[pymethods]
impl BatchResult {
    /// The answer. `None` if the document failed.
    #[getter]
    fn answer(&self, py: Python<'_>) -> Option<Py<Answer>> {
        self.answer.as_ref().map(|answer| answer.clone_ref(py))
    }

    /// The error. `None` if there was no error.
    #[getter]
    fn error(&self, py: Python<'_>) -> Option<Py<PyBaseException>> {
        self.error.as_ref().map(|error| error.clone_ref(py))
    }

    fn __repr__(&self) -> String {
        let outcome = if self.error.is_some() { "failed" } else { "done" };
        format!("<BatchResult {}: {outcome}>", self.index)
    }
}

/// The documents of an iterator of Python.
pub struct PythonDocuments(Option<Py<PyIterator>>);

impl PythonDocuments {
    pub fn new(documents: &Bound<'_, PyAny>) -> PyResult<PythonDocuments> {
        Ok(PythonDocuments(Some(documents.try_iter()?.unbind())))
    }
}

impl Iterator for PythonDocuments {
    type Item = batch::BatchDocument;

    fn next(&mut self) -> Option<batch::BatchDocument> {
        let documents = self.0.take()?;
        Python::try_attach(|py| match documents.bind(py).clone().next() {
            None => None,
            // After an iterator raises, it is not called again.
            Some(Err(error)) => Some(failed(error)),
            Some(Ok(item)) => {
                self.0 = Some(documents.clone_ref(py));
                Some(read(&item).unwrap_or_else(failed))
            }
        })?
    }
}

fn read(item: &Bound<'_, PyAny>) -> PyResult<batch::BatchDocument> {
    if let Ok(document) = item.cast::<BatchDocument>() {
        return Ok(document.get().to_document(item.py()));
    }
    let source: Source = item.extract()?;
    let mut document = batch::BatchDocument::new(source.bytes);
    document.name = source.path;
    Ok(document)
}

/// Returns the options of a batch. Returns `ErrorKind::Invalid` if the number of threads exceeds the limit.
pub fn options(threads: usize, ordered: bool) -> Result<BatchOptions> {
    let order = if ordered { Order::Kept } else { Order::Free };
    let mut options = BatchOptions { order, ..BatchOptions::default() };
    options.set("threads", &threads.to_string())?;
    Ok(options)
}

/// A shared iterator, which is dropped when it is exhausted or closed.
type Shared<T> = Arc<Mutex<Option<T>>>;

fn next<T: Iterator + Send>(py: Python<'_>, shared: &Shared<T>) -> PyResult<Option<T::Item>>
where
    T::Item: Send,
{
    let shared = shared.clone();
    call(py, move || {
        let mut inner = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let item = inner.as_mut().and_then(Iterator::next);
        if item.is_none() {
            *inner = None;
        }
        Ok(item)
    })
}

fn close<T: Send>(py: Python<'_>, shared: &Shared<T>) {
    // Worker threads may wait for the interpreter lock, so release it before joining them.
    py.detach(|| drop(shared.lock().unwrap_or_else(PoisonError::into_inner).take()));
}

/// A running batch: an iterator of `BatchResult`.
#[pyclass(frozen, module = "glossweave")]
pub struct Batch(Shared<batch::Batch>);

impl From<batch::Batch> for Batch {
    fn from(batch: batch::Batch) -> Batch {
        Batch(Arc::new(Mutex::new(Some(batch))))
    }
}

#[pymethods]
impl Batch {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<BatchResult>> {
        let Some(batch::BatchResult { index, name, answer }) = next(py, &self.0)? else {
            return Ok(None);
        };
        Ok(Some(match answer {
            Ok(answer) => {
                let answer = Some(Py::new(py, Answer::from(answer))?);
                BatchResult { index, name, answer, error: None }
            }
            Err(error) => {
                let error = Some(raise(py, error).into_value(py));
                BatchResult { index, name, answer: None, error }
            }
        }))
    }

    /// Returns the remaining results as JSON Lines, an iterator of `bytes`. The last line is a summary. The
    /// batch itself is empty after this call.
    fn lines(&self, py: Python<'_>) -> BatchLines {
        let batch = py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
        let lines = batch.map(|batch| batch.into_stream(BatchNotation::default()));
        BatchLines(Arc::new(Mutex::new(lines)))
    }

    /// Stops the batch. Unprocessed documents are skipped.
    fn close(&self, py: Python<'_>) {
        close(py, &self.0);
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception: "object"))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) {
        close(py, &self.0);
    }
}

/// The results of a batch as JSON Lines: an iterator of `bytes`.
#[pyclass(frozen, module = "glossweave")]
pub struct BatchLines(Shared<BatchStream>);

#[pymethods]
impl BatchLines {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(next(py, &self.0)?.map(|line| PyBytes::new(py, &line)))
    }

    /// Stops the batch. Unprocessed documents are skipped.
    fn close(&self, py: Python<'_>) {
        close(py, &self.0);
    }
}
