//! The API of recognizers.

use glossweave::Result;
use glossweave::entity::{EntityOptions, Explained};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::annotation::{Annotation, from_engine};
use crate::batch::{self, BatchRequest, Row, Service};
use crate::document::Document;
use crate::encode::{Placement, options};
use crate::engine_ref::EngineRef;
use crate::input::{Source, Strings, count_given};
use crate::nif::{Skipped, skipped};
use crate::offsets::IndexedText;
use crate::option::{read, read_given};
use crate::repr::{counted, listed};

/// The recognizers of an engine, on behalf of a caller.
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

    /// The names of recognizers in paths, sorted: those of the engine, and `"dictionary"`.
    #[getter]
    fn providers(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.engine.call(py, |session| {
            Ok(session.entities().providers().into_iter().map(str::to_owned).collect())
        })
    }

    /// Finds the entities of a document. None spans several units.
    ///
    /// The recognizer `"dictionary"` finds the names of stored datasets: `dataset` names one or several of
    /// them. `mode`: `"all"`, or some of `spot` (spans), `classify` (classes) and `link` (IRIs) with commas
    /// between. `types`: IRIs of the requested classes. `num_links`: the maximum number of IRIs of an
    /// entity, from 1 to 5. `threshold`: the minimum confidence. `mentions`: `"likely"` for names of
    /// datasets where an entity is probably meant, by the mention model and the tagger of the engine, `"fast"`
    /// by the mention model alone, `"all"`, or the name of a stored mention model. `language`: that of the text; that of the document if it is not given.
    #[pyo3(signature = (recognizer, document, *, dataset = None, mode = "all", types = None,
        num_links = None, threshold = None, mentions = None, language = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn recognize(
        &self,
        py: Python<'_>,
        recognizer: &str,
        document: &Bound<'_, Document>,
        dataset: Option<Names>,
        mode: &str,
        types: Option<Strings>,
        #[pyo3(from_py_with = count_given)] num_links: Option<usize>,
        threshold: Option<f64>,
        mentions: Option<&str>,
        language: Option<&str>,
    ) -> PyResult<Vec<Annotation>> {
        let document = document.get().inner();
        self.engine.call(py, |session| {
            let wanted = recognition(dataset, mode, types, num_links, threshold, mentions)?;
            let language = read_given("language", language)?;
            let entities = session.entities();
            let found =
                entities.recognize_with(recognizer, document, &wanted, language.as_ref())?;
            Ok(from_engine(IndexedText::of(document), found))
        })
    }

    /// Finds the entities of a document and answers in the requested format: NIF, or the document itself
    /// with the entities inserted.
    ///
    /// `informat`: the format of the source, which may be one of RDF and then holds NIF. `outformat`: the
    /// format of the answer, Turtle if none is given. `filter`: the name of a stored one, whose selection
    /// from the NIF is then the answer, as CSV if `outformat` is not given. `language`: that of the text.
    /// `dataset`, `mode`, `types`, `num_links`, `threshold`, `mentions`: as in `recognize`. `any_language`: return a
    /// document even if it is not in English. `any_format`: return XLIFF and ODT too. `strict`: wrong
    /// strings of NIF are an error; else they are left out, and the reply has them in `skipped`.
    /// `max_output_bytes`: the maximum size of the answer. With a `profile`, XML is read by the bundled rules
    /// for its vocabulary. The others are those of `decode`, `encode` and `to_nif`.
    #[pyo3(signature = (recognizer, source, *, informat = None, outformat = None, filter = None,
        charset = None, language = None, prefix = None, version = "2.0", verify = true,
        on_parent = "when-needed", translations = false, set_lang = false, target_state = None,
        any_language = false, any_format = false, strict = false,
        max_output_bytes = None, unknown_entities = None, invalid_bytes = None,
        translatable_attributes = false, numeric_cells = false, columns = None, dataset = None, mode = "all", types = None,
        num_links = None, threshold = None, mentions = None, profile = None, schema = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn enrich(
        &self,
        py: Python<'_>,
        recognizer: &str,
        mut source: Source,
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
        dataset: Option<Names>,
        mode: &str,
        types: Option<Strings>,
        #[pyo3(from_py_with = count_given)] num_links: Option<usize>,
        threshold: Option<f64>,
        mentions: Option<&str>,
        profile: Option<&str>,
        schema: Option<&str>,
    ) -> PyResult<Reply> {
        self.engine.call(py, |session| {
            let mut request = source.request(informat, outformat, charset)?;
            request.filter = filter;
            request.language = read_given("language", language)?;
            request.prefix = prefix;
            request.version = read("version", version)?;
            request.encode = options(verify, on_parent, translations, set_lang, target_state)?;
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
            request.recognition =
                recognition(dataset, mode, types, num_links, threshold, mentions)?;
            let reply = session.entities().enrich(recognizer, request);
            reply.map(Reply::from).map_err(|error| source.explain(error))
        })
    }

    /// Explains the disambiguation of each name of datasets in a document: a list of dicts with `start` and
    /// `end` (code points), `text`, `mention` (the probability that it means an entity) and `choices`, the
    /// likeliest first, each with `ident`, `classes`, `weight` (as the dataset has it), `confidence`, `score` and
    /// `features`, of which each has a `value` and a `weight`. `dataset`, `types` and `language` are those of
    /// `recognize`.
    #[pyo3(signature = (document, *, dataset = None, types = None, language = None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        document: &Bound<'py, Document>,
        dataset: Option<Names>,
        types: Option<Strings>,
        language: Option<&str>,
    ) -> PyResult<Bound<'py, PyList>> {
        let document = document.get().inner();
        let explained = self.engine.call(py, |session| {
            let wanted = recognition(dataset, "all", types, None, None, None)?;
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

    /// Finds the entities of many documents, each a tuple of its content, format and language, any of which
    /// may be `None`. Returns the buffers of Arrow columns, which `glossweave.corpora` puts together; with
    /// `texts` the texts of the documents are among them. The others are those of `recognize`.
    #[pyo3(signature = (recognizer, rows, *, texts = false, dataset = None, mode = "all",
        types = None, num_links = None, threshold = None, mentions = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn _annotate_batch<'py>(
        &self,
        py: Python<'py>,
        recognizer: String,
        rows: Vec<Row>,
        texts: bool,
        dataset: Option<Names>,
        mode: &str,
        types: Option<Strings>,
        #[pyo3(from_py_with = count_given)] num_links: Option<usize>,
        threshold: Option<f64>,
        mentions: Option<&str>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let columns = self.engine.call(py, |session| {
            let service = Service::Entities(recognition(
                dataset, mode, types, num_links, threshold, mentions,
            )?);
            batch::annotate(&session, &rows, &BatchRequest { name: recognizer, service, texts })
        })?;
        columns.to_python(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Entities {}>", listed("by", &self.names(py)?)))
    }
}

/// A name, or several.
#[derive(FromPyObject)]
pub enum Names {
    One(String),
    Several(Vec<String>),
}

/// Returns the options of finding entities, from keywords.
pub fn recognition(
    dataset: Option<Names>,
    mode: &str,
    types: Option<Strings>,
    links: Option<usize>,
    threshold: Option<f64>,
    mentions: Option<&str>,
) -> Result<EntityOptions> {
    let mut wanted = EntityOptions::default();
    wanted.modes = read("mode", mode)?;
    match dataset {
        Some(Names::One(names)) => wanted.set("dataset", &names)?,
        Some(Names::Several(names)) => wanted.datasets = names,
        None => {}
    }
    wanted.types = types.unwrap_or_default().0;
    wanted.links = links;
    wanted.threshold = threshold;
    if let Some(mentions) = mentions {
        wanted.set("mentions", mentions)?;
    }
    Ok(wanted)
}

/// Returns the evidence for an entity.
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

/// The answer to a request. It can be pickled.
#[pyclass(frozen, module = "glossweave")]
pub struct Reply {
    bytes: Vec<u8>,
    format: String,
    placements: Vec<Placement>,
    skipped: Vec<Skipped>,
}

impl From<glossweave::Reply> for Reply {
    fn from(reply: glossweave::Reply) -> Reply {
        let format = match reply.results {
            Some(results) => results.to_string(),
            None => reply.format.to_string(),
        };
        let placements = reply.placements.iter().map(Placement::from).collect();
        Reply { skipped: skipped(&reply.skipped), bytes: reply.bytes, format, placements }
    }
}

#[pymethods]
impl Reply {
    #[new]
    fn new(
        bytes: Vec<u8>,
        format: String,
        placements: Vec<Py<Placement>>,
        skipped: Vec<Skipped>,
    ) -> Reply {
        let placements = placements.iter().map(|one| one.get().clone()).collect();
        Reply { bytes, format, placements, skipped }
    }

    fn __getnewargs__<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyBytes>, &str, Vec<Placement>, Vec<Skipped>) {
        (self.bytes(py), &self.format, self.placements(), self.skipped())
    }

    /// The answer.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    /// The name of its format.
    #[getter]
    fn format(&self) -> &str {
        &self.format
    }

    /// The result for each annotation if a document was returned; none otherwise.
    #[getter]
    fn placements(&self) -> Vec<Placement> {
        self.placements.clone()
    }

    /// The parts that were left out: wrong strings of NIF, which are errors with `strict`, the warnings about
    /// a document, and what is not taken from the answers of language models. Messages with their line and
    /// column, `None` if the location is not known.
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        self.skipped.clone()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py)
    }

    fn __repr__(&self) -> String {
        format!("<Reply {}: {}>", self.format, counted(self.bytes.len(), "byte"))
    }
}
