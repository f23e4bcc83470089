//! The API of filters.

use glossweave::rdf::ResultFormat;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::annotation::{Annotation, to_engine};
use crate::collection::Collection;
use crate::document::Document;
use crate::input::Source;
use crate::nif;
use crate::offsets::IndexedText;
use crate::option::read;

/// The collection of filters: stored queries (SPARQL SELECT), which convert RDF to tables.
///
/// >>> from glossweave import Engine
/// >>> engine = Engine()
/// >>> users = engine.session().users
/// >>> anna = users.create("anna", "correct horse")
/// >>> filters = engine.session(users.authenticate("anna", "correct horse")).filters
/// >>> _ = filters.create("pairs", "SELECT ?s ?o { ?s ?p ?o }")
/// >>> filters.apply("pairs", "<http://a.example/> <http://a.example/p> 'x' .", format="turtle")
/// b's,o\r\nhttp://a.example/,x\r\n'
#[pyclass(frozen, extends = Collection, module = "glossweave")]
pub struct Filters {}

impl Filters {
    pub fn make(py: Python<'_>, collection: Collection) -> PyResult<Py<Filters>> {
        Py::new(py, PyClassInitializer::from(collection).add_subclass(Filters {}))
    }
}

#[pymethods]
impl Filters {
    /// Applies a filter to RDF.
    ///
    /// `format`: the format of the source. `output`: the format of the table: `"csv"`, `"json"` or `"xml"` as
    /// specified by SPARQL, or a format of RDF, which uses the vocabulary of result sets.
    #[pyo3(signature = (
        name, source, *, format: "_Format | None" = None, output: "_Table" = "csv"
    ))]
    fn apply<'py>(
        this: PyRef<'py, Self>,
        name: &str,
        source: Source,
        format: Option<&str>,
        output: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let py = this.py();
        let table = this.as_super().engine().call(py, |session| {
            let format = source.format("format", format)?;
            let output: ResultFormat = read("output", output)?;
            let table = session.filters().apply(name, &source.bytes, format, output);
            table.map_err(|error| source.explain(error))
        })?;
        Ok(PyBytes::new(py, &table))
    }

    /// Applies a filter to the NIF that `to_nif` writes for a document and its annotations.
    ///
    /// `output`: see `apply`. The other arguments are described at `to_nif`.
    #[pyo3(signature = (
        name, document, annotations = vec![], *, output: "_Table" = "csv", prefix = None,
        version: "_Version" = "2.0", language = None, shape: "_Shape" = "units"
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn apply_to_document<'py>(
        this: PyRef<'py, Self>,
        name: &str,
        document: &Bound<'py, Document>,
        annotations: Vec<Py<Annotation>>,
        output: &str,
        prefix: Option<&str>,
        version: &str,
        language: Option<&str>,
        shape: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (py, document) = (this.py(), document.get().inner());
        let table = this.as_super().engine().call(py, |session| {
            let annotations = to_engine(IndexedText::of(document), &annotations)?;
            let options = nif::options(prefix, version, language, shape)?;
            let output: ResultFormat = read("output", output)?;
            let filters = session.filters();
            filters.apply_to_document(name, document, &annotations, &options, output)
        })?;
        Ok(PyBytes::new(py, &table))
    }
}
