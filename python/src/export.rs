//! Export of documents with annotations to new files.

use glossweave::{ExportOptions, Format};
use pyo3::prelude::*;

use crate::annotation::{Annotation, to_engine};
use crate::call::call;
use crate::document::Document;
use crate::encode::Encoded;
use crate::input::count_given;
use crate::offsets::IndexedText;

/// Writes a document of any format as a new file, with the annotations in its markup and the given
/// annotations.
///
/// `format`: a format with the ability `"export"`, for example `"conll-u"`, `"cas-json"`, `"brat"` or
/// `"bioc-xml"`. `name`: the name of the document in the file. `max_output_bytes`: the maximum size of the
/// result.
///
/// Raises `Unsupported` if the format does not support export, and `TooLarge` if the result exceeds the
/// limit.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("<p>To <b>Cork</b>", format="html")
/// >>> place = "http://nerd.eurecom.fr/ontology#Location"
/// >>> cork = glossweave.Annotation(3, 7, classes=[place], confidence=0.9)
/// >>> made = glossweave.export(page, [cork], format="conll-2003")
/// >>> made.bytes
/// b'To _ _ O\nCork _ _ B-LOC\n\n'
/// >>> [name for name, message in made.skipped]
/// ['confidences']
#[pyfunction]
#[pyo3(signature = (
    document, annotations = vec![], *, format: "_Format", name = None,
    max_output_bytes: "int | None" = None
))]
pub fn export(
    py: Python<'_>,
    document: &Bound<'_, Document>,
    annotations: Vec<Py<Annotation>>,
    format: &str,
    name: Option<String>,
    #[pyo3(from_py_with = count_given)] max_output_bytes: Option<usize>,
) -> PyResult<Encoded> {
    let document = document.get().inner();
    call(py, || {
        let annotations = to_engine(IndexedText::of(document), &annotations)?;
        let mut options = ExportOptions::default();
        options.name = name.map(String::into_boxed_str);
        options.max_output_bytes = max_output_bytes;
        let format = format.parse::<Format>().map_err(|error| error.with_parameter("format"))?;
        glossweave::export(document, &annotations, format, &options).map(Encoded::from)
    })
}
