//! NIF.

use glossweave::nif::{Options, Tagging, Version};
use glossweave::{Result, nif};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::annotation::Annotation;
use crate::call::call;
use crate::document::Document;
use crate::option::{self, choice};
use crate::place::Place;

/// Writes a document and annotations of it as NIF.
///
/// `format`: `"turtle"`, `"json-ld"`, `"n-triples"`, `"n3"`, `"rdf-xml"` or a media type.
/// `prefix`: what the IRIs of the document begin with. `version`: `"2.0"` or `"2.1"`. `language`:
/// tags all text with it, whatever the document says.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("To Cork", format="text")
/// >>> cork = glossweave.Annotation(3, 7, idents=["http://example.org/Cork"])
/// >>> b"#char=3,7" in glossweave.to_nif(page, [cork])
/// True
#[pyfunction]
#[pyo3(signature = (document, annotations = vec![], *, format = "turtle", prefix = None,
    version = "2.0", language = None))]
pub fn to_nif<'py>(
    py: Python<'py>,
    document: &Bound<'py, Document>,
    annotations: Vec<Py<Annotation>>,
    format: &str,
    prefix: Option<&str>,
    version: &str,
    language: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    let document = document.get().inner();
    let written = call(py, || {
        let annotations = Place::of(document).take(&annotations)?;
        let options = options(prefix, version, language)?;
        nif::write(document, &annotations, option::format(format)?, &options)
    });
    Ok(PyBytes::new(py, &written?))
}

fn options(prefix: Option<&str>, version: &str, language: Option<&str>) -> Result<Options> {
    let options = prefix.map(Options::under).unwrap_or_default();
    let options = options.with_version(choice("version", version, &VERSIONS)?);
    Ok(match language {
        Some(tag) => options.with_language(Tagging::Fixed(option::language(tag)?)),
        None => options,
    })
}

const VERSIONS: [(&str, Version); 2] = [("2.0", Version::V2_0), ("2.1", Version::V2_1)];
