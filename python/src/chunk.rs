//! Chunks of documents.

use glossweave::chunk::{ChunkOptions, chunks, chunks_by};
use glossweave::chunk_lines::{self as lines, ChunkField, FIELDS, FieldType};
use glossweave::{Error, ErrorKind, Result};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::annotation::{Annotation, to_engine};
use crate::call::call;
use crate::document::Document;
use crate::offsets::IndexedText;
use crate::options::{Given, renamed};

/// Divides a document into chunks and returns them as JSON Lines. The keys are the keys of the dictionaries
/// that `chunks` returns.
///
/// `measure`: a function that returns the size of a text, used instead of the size unit. `options`: see
/// `ChunkOptions`.
///
/// Raises `InvalidArgument` if the options contradict each other, and `TooLarge` if the result exceeds the
/// limit.
///
/// >>> import glossweave, json
/// >>> page = glossweave.decode("<h1>Cork</h1><p>On the Lee. A port.", format="html")
/// >>> [json.loads(line)["text"] for line in glossweave.chunk_lines(page, size=12).splitlines()]
/// ['Cork ', 'On the Lee. ', 'A port.']
#[pyfunction]
#[pyo3(signature = (
    document, annotations = vec![], *, measure: "Callable[[str], int] | None" = None,
    **options: "Unpack[ChunkOptions]"
))]
pub fn chunk_lines<'py>(
    py: Python<'py>,
    document: &Bound<'py, Document>,
    annotations: Vec<Py<Annotation>>,
    measure: Option<Py<PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let given = Given::of(options, ChunkOptions::PARAMETERS)?;
    let document = document.get().inner();
    let bytes = call(py, || {
        let annotations = to_engine(IndexedText::of(document), &annotations)?;
        let options = ChunkOptions::from_pairs(given.pairs()).map_err(renamed)?;
        let all = match &measure {
            None => chunks(document, &annotations, &options)?,
            Some(callable) => {
                chunks_by(document, &annotations, &options, |text| measured(callable, text))?
            }
        };
        lines::write(document, &all, &options)
    });
    Ok(PyBytes::new(py, &bytes?))
}

/// Calls a Python function to measure a text.
fn measured(callable: &Py<PyAny>, text: &str) -> Result<usize> {
    let size = Python::try_attach(|py| callable.bind(py).call1((text,))?.extract::<usize>());
    let size = size.ok_or_else(|| {
        Error::new(ErrorKind::Unavailable, "the interpreter of the function has stopped")
    })?;
    size.map_err(|raised| {
        let error = Error::invalid("the function did not return a size: a number of at least 0");
        error.with_parameter("measure").because(raised)
    })
}

/// The name of a field, the name of its type, and the fields of objects.
type Field = (&'static str, &'static str, Vec<(&'static str, &'static str)>);

/// Returns the fields of chunks.
#[pyfunction]
#[pyo3(name = "_chunk_fields")]
pub fn chunk_fields() -> Vec<Field> {
    let pair = |field: &ChunkField| (field.name, field.value.name());
    let field = |field: &ChunkField| {
        let inner = match field.value {
            FieldType::Objects(inner) => inner.iter().map(pair).collect(),
            _ => Vec::new(),
        };
        (field.name, field.value.name(), inner)
    };
    FIELDS.iter().map(field).collect()
}
