//! Documents with annotations as new files.

use glossweave::{ExportOptions, Format};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::annotation::{Annotation, to_engine};
use crate::call::call;
use crate::document::Document;
use crate::encode::Placement;
use crate::input::count_given;
use crate::offsets::IndexedText;
use crate::repr::counted;

/// A new file with the text and the annotations of a document. It can be pickled.
#[pyclass(frozen, module = "glossweave")]
pub struct Exported {
    bytes: Vec<u8>,
    placements: Vec<Placement>,
    left_out: Vec<(String, String)>,
}

impl From<glossweave::Exported> for Exported {
    fn from(made: glossweave::Exported) -> Exported {
        let pair = |one: &glossweave::error::Skipped| (one.subject().into(), one.message().into());
        Exported {
            placements: made.placements.iter().map(Placement::from).collect(),
            left_out: made.left_out.iter().map(pair).collect(),
            bytes: made.bytes,
        }
    }
}

#[pymethods]
impl Exported {
    #[new]
    fn new(
        bytes: Vec<u8>,
        placements: Vec<Py<Placement>>,
        left_out: Vec<(String, String)>,
    ) -> Exported {
        let placements = placements.iter().map(|one| one.get().clone()).collect();
        Exported { bytes, placements, left_out }
    }

    fn __getnewargs__<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyBytes>, Vec<Placement>, Vec<(String, String)>) {
        (self.bytes(py), self.placements(), self.left_out())
    }

    /// The bytes.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    /// The result for each annotation, in the order in which they were given.
    #[getter]
    fn placements(&self) -> Vec<Placement> {
        self.placements.clone()
    }

    /// The losses: names such as `"confidences"`, for which the format has no place, with messages.
    #[getter]
    fn left_out(&self) -> Vec<(String, String)> {
        self.left_out.clone()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py)
    }

    fn __repr__(&self) -> String {
        let length = counted(self.bytes.len(), "byte");
        format!("<Exported {length}, {} left out>", self.left_out.len())
    }
}

/// Writes a document of any format as a new file with its annotations: those that its markup carries and those
/// that are given.
///
/// `format`: one with the ability `"export"`, such as `"conll-u"`, `"cas-json"`, `"brat"` or `"bioc-xml"`.
/// `name`: the name of the document in the file. `max_output_bytes`: the longest result.
///
/// Raises `Unsupported` for a format in which nothing is exported, and `TooLarge` for a longer result.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("<p>To <b>Cork</b>", format="html")
/// >>> place = "http://nerd.eurecom.fr/ontology#Location"
/// >>> cork = glossweave.Annotation(3, 7, classes=[place], confidence=0.9)
/// >>> made = glossweave.export(page, [cork], format="conll-2003")
/// >>> made.bytes
/// b'To _ _ O\nCork _ _ B-LOC\n\n'
/// >>> [name for name, message in made.left_out]
/// ['confidences']
#[pyfunction]
#[pyo3(signature = (document, annotations = vec![], *, format, name = None, max_output_bytes = None))]
pub fn export(
    py: Python<'_>,
    document: &Bound<'_, Document>,
    annotations: Vec<Py<Annotation>>,
    format: &str,
    name: Option<String>,
    #[pyo3(from_py_with = count_given)] max_output_bytes: Option<usize>,
) -> PyResult<Exported> {
    let document = document.get().inner();
    call(py, || {
        let annotations = to_engine(IndexedText::of(document), &annotations)?;
        let mut options = ExportOptions::default();
        options.name = name.map(String::into_boxed_str);
        options.max_output_bytes = max_output_bytes;
        let format = format.parse::<Format>().map_err(|error| error.with_parameter("format"))?;
        glossweave::export(document, &annotations, format, &options).map(Exported::from)
    })
}
