//! Web Annotations.

use glossweave::web_annotation::{self, Options};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::annotation::{Annotation, from_engine, to_engine};
use crate::call::call;
use crate::document::Document;
use crate::input::{Source, count_given};
use crate::offsets::IndexedText;

/// Writes the annotations of a document as an annotation page (Web Annotations, JSON-LD of the W3C): the
/// annotations in its markup and the given annotations.
///
/// `source`: the IRI of the document. `base`: the prefix of the IRIs of annotations, to which a number from 1
/// is appended. `created`: the time when the annotations were created, for example `"2026-01-31T12:00:00Z"`.
/// `text`: the IRI of the text to which positions and quotes refer. `max_output_bytes`: the maximum size of
/// the result.
///
/// >>> import glossweave, json
/// >>> page = glossweave.decode("<p>To <b>Cork</b>", format="html")
/// >>> cork = glossweave.Annotation(3, 7, idents=["http://example.org/Cork"])
/// >>> made = glossweave.to_web_annotation(page, [cork], source="http://example.org/page")
/// >>> json.loads(made)["items"][0]["target"]["selector"][0]["start"]
/// 3
#[pyfunction]
#[pyo3(signature = (
    document, annotations = vec![], *, source, base = None, created = None, text = None,
    max_output_bytes: "int | None" = None
))]
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

/// The annotations, and the skipped annotations with the reason.
type ReadAnnotations = (Vec<Annotation>, Vec<(String, String)>);

/// Reads Web Annotations of a document from JSON: an annotation, a page, a collection with its first page, or
/// a list of these.
///
/// The selectors of an annotation determine its span in the document: positions, quotes, bytes, paths and
/// ranges. If a quote does not occur exactly, a fuzzy search is used. `source`: the IRI of the document;
/// annotations of other documents are skipped. Annotations whose `schema:creativeWorkStatus` is `"proposed"`
/// or `"rejected"` are skipped without a message.
///
/// Returns the annotations, and for each skipped annotation its IRI and the reason. Raises `MalformedInput`
/// with the location of the error if the data is not JSON or contains no annotations.
///
/// >>> import glossweave, json
/// >>> page = glossweave.decode("<p>To <b>Cork</b>", format="html")
/// >>> quote = {"type": "TextQuoteSelector", "exact": "Cork", "prefix": "To "}
/// >>> made = {"motivation": "identifying", "body": "http://example.org/Cork", "target": {"selector": quote}}
/// >>> found, skipped = glossweave.read_web_annotations(page, json.dumps(made))
/// >>> (found[0].start, found[0].end, found[0].idents, skipped)
/// (3, 7, ('http://example.org/Cork',), [])
#[pyfunction]
#[pyo3(signature = (document, data, *, source = None))]
pub fn read_web_annotations(
    py: Python<'_>,
    document: &Bound<'_, Document>,
    data: Source,
    source: Option<String>,
) -> PyResult<ReadAnnotations> {
    let document = document.get().inner();
    call(py, || {
        let read = web_annotation::read(document, &data.bytes, source.as_deref());
        let read = read.map_err(|error| data.explain(error))?;
        let skipped = read.skipped.iter();
        let skipped = skipped.map(|one| (one.subject().to_owned(), one.message().to_owned()));
        Ok((from_engine(IndexedText::of(document), read.annotations), skipped.collect()))
    })
}
