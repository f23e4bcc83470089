//! Links from stored templates.

use std::collections::BTreeMap;

use glossweave::link::LinkRequest;
use glossweave::rdf;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::engine_ref::EngineRef;
use crate::input::Source;
use crate::option::read_outgoing;
use crate::options::{Given, request_options};
use crate::reply::Reply;
use crate::xslt::parameters;

/// The stored link templates of an engine, called as the user of a session.
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
    /// Runs a stored template for the entities of a document or of NIF, and adds the links.
    ///
    /// `parameters`: the values of the placeholders of the template, as `str`. `partial`: return the links
    /// that were found even if the template fails for some entities; the reply contains the `failures`.
    /// `options`: see `RequestOptions`. Links are part of RDF results only: a document that is returned in
    /// its own format does not contain them.
    #[pyo3(signature = (
        template, source, *, parameters: "Mapping[str, str] | None" = None, partial = false,
        **options: "Unpack[RequestOptions]"
    ))]
    fn enrich(
        &self,
        py: Python<'_>,
        template: &str,
        mut source: Source,
        #[pyo3(from_py_with = parameters)] parameters: Option<Vec<(String, String)>>,
        partial: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Reply> {
        let mut given = Given::of(options, request_options())?;
        self.engine.call(py, |session| {
            let mut request = LinkRequest::new(template, given.request(&mut source)?);
            given.set(|name, value| request.set(name, value))?;
            request.parameters =
                parameters.unwrap_or_default().into_iter().collect::<BTreeMap<_, _>>();
            request.partial = partial;
            let reply = session.links().enrich(request);
            reply.map(Reply::linked).map_err(|error| source.explain(error))
        })
    }

    /// Returns the statements about one resource, and the names of the resources that it refers to.
    ///
    /// `endpoint`: the URL of a SPARQL endpoint, or `"dataset:NAME"`. `format`: the format of the result, a
    /// format of RDF.
    #[pyo3(signature = (resource, endpoint, *, format: "_Format" = "turtle"))]
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
