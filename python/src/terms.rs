//! The API of terms.

use glossweave::Result;
use glossweave::term::{TermOptions, TerminologyRequest};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::annotation::{Annotation, from_engine};
use crate::batch::{self, BatchRequest, Row, Service};
use crate::document::Document;
use crate::encode::options;
use crate::engine_ref::EngineRef;
use crate::entities::{Names, Reply};
use crate::input::{Source, count_given};
use crate::offsets::IndexedText;
use crate::option::{read, read_given};

/// The terms of documents, on behalf of a caller.
#[pyclass(frozen, module = "glossweave")]
pub struct Terms {
    engine: EngineRef,
}

impl From<EngineRef> for Terms {
    fn from(engine: EngineRef) -> Terms {
        Terms { engine }
    }
}

/// Returns the options of finding terms, from keywords.
pub fn options_of(
    dataset: Option<Names>,
    source: Option<&str>,
    target: Option<&str>,
    domain: Option<&str>,
    mode: &str,
    threshold: Option<f64>,
) -> Result<TermOptions> {
    let mut options = TermOptions::default();
    match dataset {
        Some(Names::One(names)) => options.set("dataset", &names)?,
        Some(Names::Several(names)) => options.datasets = names,
        None => {}
    }
    source.map(|tag| options.set("source-lang", tag)).transpose()?;
    target.map(|tag| options.set("target-lang", tag)).transpose()?;
    domain.map(|domain| options.set("domain", domain)).transpose()?;
    options.set("mode", mode)?;
    threshold.map(|threshold| options.set("threshold", &threshold.to_string())).transpose()?;
    Ok(options)
}

#[pymethods]
impl Terms {
    /// The names that paths have for providers of terms, sorted.
    #[getter]
    fn providers(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.engine.call(py, |session| {
            Ok(session.terms().providers().into_iter().map(str::to_owned).collect())
        })
    }

    /// Finds the terms of a document: with the provider `"termbase"` those of the stored term bases
    /// that `dataset` names, with `"extraction"` what looks like terms, or what a recognizer of the
    /// engine marks as terms.
    ///
    /// `source`: the language of the text; that of the document if it is not given, or else the detected
    /// one. `target`: the language of the requested terms. `domain`: its concepts come first. `threshold`:
    /// the minimum confidence, from 0 to 1.
    #[pyo3(signature = (provider, document, *, dataset = None, source = None, target = None,
        domain = None, threshold = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn find(
        &self,
        py: Python<'_>,
        provider: &str,
        document: &Bound<'_, Document>,
        dataset: Option<Names>,
        source: Option<&str>,
        target: Option<&str>,
        domain: Option<&str>,
        threshold: Option<f64>,
    ) -> PyResult<Vec<Annotation>> {
        let document = document.get().inner();
        let found = self.engine.call(py, |session| {
            let options = options_of(dataset, source, target, domain, "annotation", threshold)?;
            session.terms().find(provider, document, &options)
        })?;
        Ok(from_engine(IndexedText::new(document.text(), document.index()), found))
    }

    /// Finds the terms of a document, or of NIF, and answers in the format that was asked for.
    ///
    /// `mode`: with `"full"` RDF says what each concept is called in both languages, from which
    /// `Translations.enrich` chooses words; with `"annotation"` it does not. The others are those of
    /// `find` and of `Entities.enrich`.
    #[pyo3(signature = (provider, data, *, dataset = None, source = None, target = None,
        domain = None, mode = "full", threshold = None, informat = None, outformat = None,
        filter = None, charset = None, prefix = None, version = "2.0", verify = true,
        on_parent = "when-needed", any_language = false, any_format = false, strict = false,
        max_output_bytes = None, unknown_entities = None, invalid_bytes = None,
        translatable_attributes = false, numeric_cells = false, columns = None, profile = None, schema = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn enrich(
        &self,
        py: Python<'_>,
        provider: &str,
        mut data: Source,
        dataset: Option<Names>,
        source: Option<&str>,
        target: Option<&str>,
        domain: Option<&str>,
        mode: &str,
        threshold: Option<f64>,
        informat: Option<&str>,
        outformat: Option<&str>,
        filter: Option<String>,
        charset: Option<&str>,
        prefix: Option<String>,
        version: &str,
        verify: bool,
        on_parent: &str,
        any_language: bool,
        any_format: bool,
        strict: bool,
        #[pyo3(from_py_with = count_given)] max_output_bytes: Option<usize>,
        unknown_entities: Option<&str>,
        invalid_bytes: Option<&str>,
        translatable_attributes: bool,
        numeric_cells: bool,
        columns: Option<&str>,
        profile: Option<&str>,
        schema: Option<&str>,
    ) -> PyResult<Reply> {
        self.engine.call(py, |session| {
            let mut request = data.request(informat, outformat, charset)?;
            request.filter = filter;
            request.prefix = prefix;
            request.version = read("version", version)?;
            request.encode = options(verify, on_parent, false, false, None)?;
            request.any_language = any_language;
            request.any_format = any_format;
            request.strict = strict;
            request.encode.max_output_bytes = max_output_bytes;
            profile.map(|profile| request.set("profile", profile)).transpose()?;
            schema.map(|schema| request.encode.set("schema", schema)).transpose()?;
            request.unknown_entities =
                read_given("unknown_entities", unknown_entities)?.unwrap_or_default();
            request.invalid_bytes = read_given("invalid_bytes", invalid_bytes)?.unwrap_or_default();
            request.translatable_attributes = translatable_attributes;
            request.numeric_cells = numeric_cells;
            request.columns = read_given("columns", columns)?;
            let options = options_of(dataset, source, target, domain, mode, threshold)?;
            let request = TerminologyRequest::new(options, request);
            let reply = session.terms().enrich(provider, request);
            reply.map(Reply::from).map_err(|error| data.explain(error))
        })
    }

    /// As `Entities._annotate_batch`, with the options of `find`.
    #[pyo3(signature = (provider, rows, *, texts = false, dataset = None, source = None,
        target = None, domain = None, threshold = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn _annotate_batch<'py>(
        &self,
        py: Python<'py>,
        provider: String,
        rows: Vec<Row>,
        texts: bool,
        dataset: Option<Names>,
        source: Option<&str>,
        target: Option<&str>,
        domain: Option<&str>,
        threshold: Option<f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let columns = self.engine.call(py, |session| {
            let options = options_of(dataset, source, target, domain, "annotation", threshold)?;
            let service = Service::Terms(options);
            batch::annotate(&session, &rows, &BatchRequest { name: provider, service, texts })
        })?;
        columns.to_python(py)
    }

    fn __repr__(&self) -> &'static str {
        "<Terms>"
    }
}
