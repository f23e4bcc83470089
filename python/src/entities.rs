//! The API of recognizers.

use glossweave::entity::{EntityOptions, Explained};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::annotation::{Annotation, from_engine};
use crate::batch::{self, BatchRequest, Row, Service};
use crate::document::Document;
use crate::engine_ref::EngineRef;
use crate::input::Source;
use crate::offsets::IndexedText;
use crate::option::read_given;
use crate::options::{Given, request_options};
use crate::reply::Reply;
use crate::repr::listed;

/// The recognizers of an engine, called as the user of a session.
#[pyclass(frozen, module = "glossweave")]
pub struct Entities {
    engine: EngineRef,
}

impl From<EngineRef> for Entities {
    fn from(engine: EngineRef) -> Entities {
        Entities { engine }
    }
}

#[pymethods]
impl Entities {
    /// The names of the recognizers, sorted.
    #[getter]
    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.engine.names(py)
    }

    /// The names of recognizers in paths, sorted: the recognizers of the engine, and `"dictionary"`.
    #[getter]
    fn providers(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.engine.call(py, |session| {
            Ok(session.entities().providers().into_iter().map(str::to_owned).collect())
        })
    }

    /// Finds the entities of a document. An entity never spans several units.
    ///
    /// Use the recognizer `"dictionary"` to find the names of stored datasets. `language`: the language of
    /// the text; by default, the language of the document. `options`: see `EntityOptions`.
    #[pyo3(signature = (
        recognizer, document, *, language = None, **options: "Unpack[EntityOptions]"
    ))]
    fn recognize(
        &self,
        py: Python<'_>,
        recognizer: &str,
        document: &Bound<'_, Document>,
        language: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Annotation>> {
        let given = Given::of(options, EntityOptions::PARAMETERS)?;
        let document = document.get().inner();
        self.engine.call(py, |session| {
            let wanted = EntityOptions::from_pairs(given.pairs())?;
            let language = read_given("language", language)?;
            let entities = session.entities();
            let found =
                entities.recognize_with(recognizer, document, &wanted, language.as_ref())?;
            Ok(from_engine(IndexedText::of(document), found))
        })
    }

    /// Finds the entities of a document and returns the result in the requested format: NIF, or the document
    /// itself with the entities inserted.
    ///
    /// `options`: see `EntityOptions` and `RequestOptions`. If `informat` is a format of RDF, the source must
    /// be NIF. If a `filter` is set, the default of `outformat` is CSV.
    #[pyo3(signature = (recognizer, source, **options: "Unpack[EntityRequestOptions]"))]
    fn enrich(
        &self,
        py: Python<'_>,
        recognizer: &str,
        mut source: Source,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Reply> {
        let mut given =
            Given::of(options, EntityOptions::PARAMETERS.iter().chain(request_options()))?;
        self.engine.call(py, |session| {
            let mut request = given.request(&mut source)?;
            given.set(|name, value| request.set(name, value))?;
            let reply = session.entities().enrich(recognizer, request);
            reply.map(Reply::from).map_err(|error| source.explain(error))
        })
    }

    /// Explains the disambiguation of each name from datasets in a document. Returns a list of dictionaries
    /// with `start` and `end` (code points), `text`, `mention` (the probability that the name refers to an
    /// entity) and `choices`, most likely first. Each choice has `ident`, `classes`, `weight` (from the
    /// dataset), `confidence`, `score` and `features`, and each feature has a `value` and a `weight`.
    /// `language` and `options`: see `recognize`.
    #[pyo3(signature = (
        document, *, language = None, **options: "Unpack[EntityOptions]"
    ) -> "list[dict[str, Any]]")]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        document: &Bound<'py, Document>,
        language: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let given = Given::of(options, EntityOptions::PARAMETERS)?;
        let document = document.get().inner();
        let explained = self.engine.call(py, |session| {
            let wanted = EntityOptions::from_pairs(given.pairs())?;
            let language = read_given("language", language)?;
            session.entities().explain(document, &wanted, language.as_ref())
        })?;
        let all = PyList::empty(py);
        for one in explained {
            let chars = document.char_span(one.span);
            let dict = PyDict::new(py);
            dict.set_item("start", chars.start())?;
            dict.set_item("end", chars.end())?;
            dict.set_item("text", one.text)?;
            dict.set_item("mention", one.mention)?;
            let choices = one.choices.into_iter().map(|choice| choice_to_dict(py, choice));
            dict.set_item("choices", choices.collect::<PyResult<Vec<_>>>()?)?;
            all.append(dict)?;
        }
        Ok(all)
    }

    /// Finds the entities of many documents. Each row is a tuple of content, format and language, and each of
    /// them may be `None`. Returns the buffers of Arrow columns, which `glossweave.corpora` assembles. If
    /// `texts` is true, they include the texts of the documents. The other arguments are described at
    /// `recognize`.
    #[pyo3(signature = (
        recognizer, rows, *, texts = false, **options: "Unpack[EntityOptions]"
    ) -> "dict[str, Any]")]
    fn _annotate_batch<'py>(
        &self,
        py: Python<'py>,
        recognizer: String,
        rows: Vec<Row>,
        texts: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let given = Given::of(options, EntityOptions::PARAMETERS)?;
        let columns = self.engine.call(py, |session| {
            let service = Service::Entities(EntityOptions::from_pairs(given.pairs())?);
            batch::annotate(&session, &rows, &BatchRequest { name: recognizer, service, texts })
        })?;
        columns.to_python(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Entities {}>", listed("by", &self.names(py)?)))
    }
}

/// Converts the evidence for an entity to a dictionary.
fn choice_to_dict<'py>(py: Python<'py>, choice: Explained) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("ident", choice.ident)?;
    dict.set_item("classes", choice.classes)?;
    dict.set_item("weight", choice.weight)?;
    dict.set_item("confidence", choice.confidence)?;
    dict.set_item("score", choice.score)?;
    let features = PyDict::new(py);
    for one in choice.features {
        let evidence = PyDict::new(py);
        evidence.set_item("value", one.value)?;
        evidence.set_item("weight", one.weight)?;
        features.set_item(one.feature, evidence)?;
    }
    dict.set_item("features", features)?;
    Ok(dict)
}
