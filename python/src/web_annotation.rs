//! Web Annotations.

use glossweave::web_annotation::{self, Options};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::annotation::{Annotation, to_engine};
use crate::call::call;
use crate::document::Document;
use crate::input::count_given;
use crate::offsets::IndexedText;

/// Writes annotations of a document as a page of Web Annotations (JSON-LD of the W3C): those that
/// its markup carries and those that are given.
///
/// `source`: the IRI of the document. `base`: what the IRIs of annotations begin with, before a
/// number from 1. `created`: when they were made, as `"2026-01-31T12:00:00Z"`. `text`: the IRI of the
/// text that positions count and quotes are from. `max_output_bytes`: the longest result.
///
/// >>> import glossweave, json
/// >>> page = glossweave.decode("<p>To <b>Cork</b>", format="html")
/// >>> cork = glossweave.Annotation(3, 7, idents=["http://example.org/Cork"])
/// >>> made = glossweave.to_web_annotation(page, [cork], source="http://example.org/page")
/// >>> json.loads(made)["items"][0]["target"]["selector"][0]["start"]
/// 3
#[pyfunction]
#[pyo3(signature = (document, annotations = vec![], *, source, base = None, created = None,
    text = None, max_output_bytes = None))]
#[allow(clippy::too_many_arguments, reason = "keywords")]
pub fn to_web_annotation<'py>(
    py: Python<'py>,
    document: &Bound<'py, Document>,
    annotations: Vec<Py<Annotation>>,
    source: String,
    base: Option<String>,
    created: Option<String>,
    text: Option<String>,
    #[pyo3(from_py_with = count_given)] max_output_bytes: Option<usize>,
) -> PyResult<Bound<'py, PyBytes>> {
    let document = document.get().inner();
    let written = call(py, || {
        let annotations = to_engine(IndexedText::of(document), &annotations)?;
        let mut options = Options::of(source);
        (options.base, options.created, options.text) = (base, created, text);
        options.max_output_bytes = max_output_bytes;
        web_annotation::write(document, &annotations, &options)
    });
    Ok(PyBytes::new(py, &written?))
}
