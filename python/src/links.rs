//! Links by stored templates.

use std::collections::BTreeMap;

use glossweave::link::LinkRequest;
use glossweave::rdf;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::encode::{Placement, options};
use crate::engine_ref::EngineRef;
use crate::input::{Source, count_given};
use crate::nif::{Skipped, skipped};
use crate::option::{read, read_given, read_outgoing};
use crate::repr::counted;
use crate::xslt::parameters;

/// The links that stored templates find for entities, on behalf of a caller.
#[pyclass(frozen, module = "glossweave")]
pub struct Links {
    engine: EngineRef,
}

impl From<EngineRef> for Links {
    fn from(engine: EngineRef) -> Links {
        Links { engine }
    }
}

#[pymethods]
impl Links {
    /// Runs a stored template for the entities of a document or of NIF and adds the links.
    ///
    /// `parameters`: the values of the template's own placeholders, each a `str`. `partial`: return what is
    /// found even if the template fails for some of the entities; the reply has the `failures`. The others
    /// are those of `Entities.enrich`. A document that is returned in its own format has none of the links.
    #[pyo3(signature = (template, source, *, parameters = None, partial = false, informat = None,
        outformat = None, filter = None, charset = None, language = None, prefix = None,
        version = "2.0", verify = true, on_parent = "when-needed", translations = false,
        set_lang = false, target_state = None, any_language = false, any_format = false, strict = false,
        max_output_bytes = None, unknown_entities = None, invalid_bytes = None,
        translatable_attributes = false, numeric_cells = false, columns = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn enrich(
        &self,
        py: Python<'_>,
        template: &str,
        mut source: Source,
        #[pyo3(from_py_with = parameters)] parameters: Option<Vec<(String, String)>>,
        partial: bool,
        informat: Option<&str>,
        outformat: Option<&str>,
        filter: Option<String>,
        charset: Option<&str>,
        language: Option<&str>,
        prefix: Option<String>,
        version: &str,
        verify: bool,
        on_parent: &str,
        translations: bool,
        set_lang: bool,
        target_state: Option<&str>,
        any_language: bool,
        any_format: bool,
        strict: bool,
        #[pyo3(from_py_with = count_given)] max_output_bytes: Option<usize>,
        unknown_entities: Option<&str>,
        invalid_bytes: Option<&str>,
        translatable_attributes: bool,
        numeric_cells: bool,
        columns: Option<&str>,
    ) -> PyResult<LinkReply> {
        self.engine.call(py, |session| {
            let mut request = source.request(informat, outformat, charset)?;
            request.filter = filter;
            request.prefix = prefix;
            request.version = read("version", version)?;
            request.encode = options(verify, on_parent, translations, set_lang, target_state)?;
            request.any_language = any_language;
            request.any_format = any_format;
            request.strict = strict;
            request.encode.max_output_bytes = max_output_bytes;
            request.unknown_entities =
                read_given("unknown_entities", unknown_entities)?.unwrap_or_default();
            request.invalid_bytes = read_given("invalid_bytes", invalid_bytes)?.unwrap_or_default();
            request.translatable_attributes = translatable_attributes;
            request.numeric_cells = numeric_cells;
            request.columns = read_given("columns", columns)?;
            let mut request = LinkRequest::new(template, request);
            // By its name, for a template may ask for it.
            language.map(|tag| request.set("language", tag)).transpose()?;
            request.parameters =
                parameters.unwrap_or_default().into_iter().collect::<BTreeMap<_, _>>();
            request.partial = partial;
            let reply = session.links().enrich(request);
            reply.map(|inner| LinkReply { inner }).map_err(|error| source.explain(error))
        })
    }

    /// Returns the statements about one resource, and the names of the resources that it points to.
    ///
    /// `endpoint`: the URL of a SPARQL endpoint, or `"dataset:NAME"`. `format`: that of the answer,
    /// one of RDF.
    #[pyo3(signature = (resource, endpoint, *, format = "turtle"))]
    fn explore<'py>(
        &self,
        py: Python<'py>,
        resource: &str,
        endpoint: &str,
        format: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.engine.call(py, |session| {
            let format = read_outgoing("format", format)?;
            rdf::write(&session.links().explore(resource, endpoint)?.graph, format)
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __repr__(&self) -> &'static str {
        "<Links>"
    }
}

/// The answer to a request for links.
#[pyclass(frozen, module = "glossweave")]
pub struct LinkReply {
    inner: glossweave::link::LinkReply,
}

#[pymethods]
impl LinkReply {
    /// The answer.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.reply.bytes)
    }

    /// The name of its format.
    #[getter]
    fn format(&self) -> String {
        match self.inner.reply.results {
            Some(results) => results.to_string(),
            None => self.inner.reply.format.to_string(),
        }
    }

    /// The result for each annotation if a document was returned; none otherwise.
    #[getter]
    fn placements(&self) -> Vec<Placement> {
        self.inner.reply.placements.iter().map(Placement::from).collect()
    }

    /// The entities for which the template failed, if `partial` allowed it.
    #[getter]
    fn failures(&self) -> Vec<LinkFailure> {
        self.inner.failures.iter().map(LinkFailure::from).collect()
    }

    /// The parts of the input that were left out: wrong strings of NIF, which are errors with `strict`, and
    /// the warnings about a document. Messages with their line and column, `None` if the location is not
    /// known.
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        skipped(&self.inner.reply.skipped)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py)
    }

    fn __repr__(&self) -> String {
        let bytes = counted(self.inner.reply.bytes.len(), "byte");
        let failures = counted(self.inner.failures.len(), "failure");
        format!("<LinkReply {}: {bytes}, {failures}>", self.format())
    }
}

/// An entity for which a template failed.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct LinkFailure {
    /// The IRI of the entity.
    entity: String,
    /// The kind of the failure, by its name in docs/errors.md.
    kind: &'static str,
    /// The message.
    message: String,
}

impl From<&glossweave::link::Failure> for LinkFailure {
    fn from(failure: &glossweave::link::Failure) -> LinkFailure {
        let glossweave::link::Failure { entity, kind, message, .. } = failure;
        LinkFailure { entity: entity.clone(), kind: kind.name(), message: message.clone() }
    }
}

#[pymethods]
impl LinkFailure {
    fn __repr__(&self) -> String {
        format!("<LinkFailure of {}: {}>", self.entity, self.message)
    }
}
