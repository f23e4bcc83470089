//! Reading, writing and checking NIF.

use glossweave::nif::{Options, Tagging};
use glossweave::{Format, Result, nif, rdf};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::annotation::{Annotation, from_engine, to_engine};
use crate::call::call;
use crate::document::Document;
use crate::input::{Source, count, count_given, format};
use crate::offsets::IndexedText;
use crate::option::{read, read_given, read_outgoing};
use crate::repr::counted;

/// Writes a document and its annotations as NIF.
///
/// `format`: `"turtle"`, `"json-ld"`, `"n-triples"`, `"n3"`, `"rdf-xml"` or a media type. `prefix`: the
/// prefix of the IRIs of the document. `version`: `"2.0"` or `"2.1"`. `language`: the language tag for all
/// text, used instead of the languages in the document. `shape`: `"units"`, or `"its"` for the conversion of
/// Annex F of ITS 2.0. `max_output_bytes`: the maximum size of the result.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("To Cork", format="text")
/// >>> cork = glossweave.Annotation(3, 7, idents=["http://example.org/Cork"])
/// >>> b"#char=3,7" in glossweave.to_nif(page, [cork])
/// True
#[pyfunction]
#[pyo3(signature = (
    document, annotations = vec![], *, format: "_Format" = "turtle", prefix = None,
    version: "_Version" = "2.0", language = None, shape: "_Shape" = "units",
    max_output_bytes: "int | None" = None
))]
#[allow(clippy::too_many_arguments, reason = "keywords")]
pub fn to_nif<'py>(
    py: Python<'py>,
    document: &Bound<'py, Document>,
    annotations: Vec<Py<Annotation>>,
    format: &str,
    prefix: Option<&str>,
    version: &str,
    language: Option<&str>,
    shape: &str,
    #[pyo3(from_py_with = count_given)] max_output_bytes: Option<usize>,
) -> PyResult<Bound<'py, PyBytes>> {
    let document = document.get().inner();
    let written = call(py, || {
        let annotations = to_engine(IndexedText::of(document), &annotations)?;
        let mut options = options(prefix, version, language, shape)?;
        options.max_output_bytes = max_output_bytes;
        nif::write(document, &annotations, read_outgoing("format", format)?, &options)
    });
    Ok(PyBytes::new(py, &written?))
}

pub fn options(
    prefix: Option<&str>,
    version: &str,
    language: Option<&str>,
    shape: &str,
) -> Result<Options> {
    Ok(Options {
        version: read("version", version)?,
        language: read_given("language", language)?.map(Tagging::Fixed).unwrap_or_default(),
        shape: read("shape", shape)?,
        ..prefix.map(Options::under).unwrap_or_default()
    })
}

/// A graph that was read as NIF, and the texts with annotations in it. Statements that are not NIF are
/// preserved in the graph. It can be pickled.
#[pyclass(frozen, module = "glossweave")]
pub struct Nif {
    inner: nif::Nif,
}

#[pymethods]
impl Nif {
    /// The texts in the graph, in the order of the graph.
    #[getter]
    fn contexts(&self, py: Python<'_>) -> PyResult<Vec<Context>> {
        self.inner.contexts().iter().map(|context| Context::of_engine(py, context)).collect()
    }

    /// The parts that `read_nif` skipped when it was lenient: tuples of a message, a line and a column. Line
    /// and column are `None` if the location is unknown.
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        skipped(self.inner.skipped())
    }

    /// Returns the annotations in the graph for the text of a document, or for the texts of its sections.
    /// Returns `None` if the graph does not contain such a text.
    fn annotations_of(
        &self,
        py: Python<'_>,
        document: &Bound<'_, Document>,
    ) -> PyResult<Option<Vec<Annotation>>> {
        let document = document.get().inner();
        call(py, || {
            let found = self.inner.annotations_of(document);
            Ok(found.map(|found| from_engine(IndexedText::of(document), found)))
        })
    }

    /// Returns a copy with annotations added to the context with the given index in `contexts`. The IRIs of
    /// the annotations continue the existing numbering.
    #[pyo3(signature = (context: "int", annotations))]
    fn annotated(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = count)] context: usize,
        annotations: Vec<Py<Annotation>>,
    ) -> PyResult<Nif> {
        call(py, || {
            let mut inner = self.inner.clone();
            let text = inner.contexts().get(context).map(nif::Context::document);
            let found =
                text.map(|text| to_engine(IndexedText::of(&text), &annotations)).transpose()?;
            inner.annotate(context, &found.unwrap_or_default())?;
            Ok(Nif { inner })
        })
    }

    /// Writes the whole graph. `format`: see `to_nif`.
    #[pyo3(signature = (*, format: "_Format" = "turtle"))]
    fn write<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let graph = self.inner.graph();
        let written = call(py, || rdf::write(graph, read_outgoing("format", format)?));
        Ok(PyBytes::new(py, &written?))
    }

    #[new]
    fn new(py: Python<'_>, triples: &[u8]) -> PyResult<Nif> {
        // The graph may contain parts that were skipped when it was first read.
        let inner =
            call(py, || nif::Nif::from_graph_lenient(rdf::read(triples, Format::NTriples, None)?))?;
        Ok(Nif { inner })
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>,)> {
        Ok((self.write(py, Format::NTriples.name())?,))
    }

    fn __repr__(&self) -> String {
        let contexts = counted(self.inner.contexts().len(), "context");
        format!("<Nif of {contexts}, {}>", counted(self.inner.graph().len(), "triple"))
    }
}

/// A message, with its line and column if the location is known.
pub type Skipped = (String, Option<u32>, Option<u32>);

/// Converts skipped parts to messages with their locations.
pub fn skipped(all: &[glossweave::error::Skipped]) -> Vec<Skipped> {
    let show = |one: &glossweave::error::Skipped| {
        let at = one.location();
        (one.message().to_owned(), at.map(|at| at.line()), at.map(|at| at.column()))
    };
    all.iter().map(show).collect()
}

/// A text in NIF, with its annotations. Offsets count code points, even if the graph uses other offsets.
#[pyclass(frozen, get_all, module = "glossweave")]
pub struct Context {
    /// The IRI of the context, or the label of its blank node.
    iri: String,
    /// The text as a document.
    document: Py<Document>,
    /// The annotations of spans of the text.
    annotations: Vec<Annotation>,
}

impl Context {
    fn of_engine(py: Python<'_>, context: &nif::Context) -> PyResult<Context> {
        let inner = call(py, || Ok(context.document()))?;
        let annotations =
            from_engine(IndexedText::of(&inner), context.annotations().iter().cloned());
        let language = context.language().map(|language| language.as_str().to_owned());
        let document = Py::new(py, Document::of_text(inner, language))?;
        Ok(Context { iri: context.iri().to_owned(), document, annotations })
    }
}

#[pymethods]
impl Context {
    fn __repr__(&self) -> String {
        let length = counted(self.document.get().inner().index().len(), "character");
        let found = counted(self.annotations.len(), "annotation");
        format!("<Context {}: {length}, {found}>", self.iri)
    }
}

/// Reads NIF.
///
/// `format`: see `to_nif`; by default, the extension of a path determines the format. `base`: the base IRI
/// for relative IRIs. `lenient`: if true, strings whose offsets exceed their text or that differ from the
/// text at these offsets are added to `Nif.skipped`. Otherwise, the first such string is an error.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("To Cork", format="text")
/// >>> cork = glossweave.Annotation(3, 7, idents=["http://example.org/Cork"])
/// >>> nif = glossweave.read_nif(glossweave.to_nif(page, [cork]), format="turtle")
/// >>> [(a.text, a.idents) for a in nif.contexts[0].annotations]
/// [('Cork', ('http://example.org/Cork',))]
#[pyfunction]
#[pyo3(signature = (source, *, format: "_Format | None" = None, base = None, lenient = false))]
pub fn read_nif(
    py: Python<'_>,
    source: Source,
    #[pyo3(from_py_with = format)] format: Option<&str>,
    base: Option<&str>,
    lenient: bool,
) -> PyResult<Nif> {
    let inner = call(py, || {
        let read = if lenient { nif::read_lenient } else { nif::read };
        let read = read(&source.bytes, source.format("format", format)?, base);
        read.map_err(|error| source.explain(error))
    })?;
    Ok(Nif { inner })
}

/// Writes the skeleton of a document as NIF, which allows NIF of the document to be merged back: the text and
/// its units, the markup as a second text, and the span of each unit in the markup (`nif:wasConvertedFrom`).
/// The arguments are described at `to_nif`.
#[pyfunction]
#[pyo3(signature = (
    document, *, format: "_Format" = "turtle", prefix = None, version: "_Version" = "2.0",
    language = None, shape: "_Shape" = "units"
))]
pub fn nif_skeleton<'py>(
    py: Python<'py>,
    document: &Bound<'py, Document>,
    format: &str,
    prefix: Option<&str>,
    version: &str,
    language: Option<&str>,
    shape: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let document = document.get().inner();
    let written = call(py, || {
        let skeleton = nif::skeleton(document, &options(prefix, version, language, shape)?)?;
        rdf::write(&skeleton, read_outgoing("format", format)?)
    });
    Ok(PyBytes::new(py, &written?))
}

/// A violation of a NIF rule in a graph.
#[pyclass(frozen, get_all, eq, hash, module = "glossweave")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Finding {
    /// The rule, a fixed short name, for example `anchor` or `context-end`.
    rule: String,
    /// The IRI of the resource, or the label of its blank node.
    resource: String,
    /// The message.
    message: String,
}

#[pymethods]
impl Finding {
    #[new]
    fn new(rule: String, resource: String, message: String) -> Finding {
        Finding { rule, resource, message }
    }

    fn __getnewargs__(&self) -> (&str, &str, &str) {
        (&self.rule, &self.resource, &self.message)
    }

    fn __repr__(&self) -> String {
        format!("<Finding {} of {}: {}>", self.rule, self.resource, self.message)
    }
}

/// Checks a graph against the rules of NIF 2.0 and 2.1. Returns an empty list if the graph is valid. The
/// arguments are described at `read_nif`, which refuses only some of the violations that this function finds.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("To Cork", format="text")
/// >>> broken = glossweave.to_nif(page).replace(b'"To Cork"', b'"Cork"')
/// >>> [finding.rule for finding in glossweave.check_nif(broken, format="turtle")]
/// ['context-end']
#[pyfunction]
#[pyo3(signature = (source, *, format: "_Format | None" = None, base = None))]
pub fn check_nif(
    py: Python<'_>,
    source: Source,
    #[pyo3(from_py_with = format)] format: Option<&str>,
    base: Option<&str>,
) -> PyResult<Vec<Finding>> {
    let findings = call(py, || {
        let graph = rdf::read(&source.bytes, source.format("format", format)?, base);
        Ok(nif::check(&graph.map_err(|error| source.explain(error))?))
    })?;
    let show = |one: nif::Finding| Finding {
        rule: one.rule.to_owned(),
        resource: one.resource,
        message: one.message,
    };
    Ok(findings.into_iter().map(show).collect())
}
