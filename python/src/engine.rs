//! The engine, its sessions and their doors.

use glossweave::{Caller, Request, Settings};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMapping};

use crate::annotation::Annotation;
use crate::call::call;
use crate::document::Document;
use crate::encode::{Placement, options};
use crate::input::{Source, count_given};
use crate::option::{read, read_given, read_outgoing};
use crate::place::Place;
use crate::plural::{counted, listed};
use crate::provider::{self, Callable};

/// What a program keeps: settings, and recognizers under the names that callers use.
///
/// A recognizer is a `Dictionary`, or a callable that takes a `Passage` and gives `Annotation`s of
/// it; what the callable raises comes out of the call that asked it. Calls from several threads
/// ask it from several threads. `prefix`: what the IRIs of documents begin with where a request
/// says nothing. `max_bytes`: the largest document that a request may bring (32 MiB).
///
/// >>> from glossweave import Annotation, Engine
/// >>> def cork(passage):
/// ...     at = passage.text.find("Cork")
/// ...     return [Annotation(at, at + 4, idents=["http://example.org/Cork"])] if at >= 0 else []
/// >>> session = Engine({"cork": cork}).session()
/// >>> session.entities.enrich("cork", "<p>To Cork", informat="html", outformat="html").bytes
/// b'<p>To <span its-ta-ident-ref="http://example.org/Cork">Cork</span>'
#[pyclass(frozen, module = "glossweave")]
pub struct Engine {
    inner: glossweave::Engine,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (recognizers, *, prefix = None, max_bytes = None))]
    fn new(
        py: Python<'_>,
        recognizers: &Bound<'_, PyMapping>,
        prefix: Option<String>,
        #[pyo3(from_py_with = count_given)] max_bytes: Option<usize>,
    ) -> PyResult<Engine> {
        let mut settings = Settings::default();
        settings.prefix = prefix.unwrap_or(settings.prefix);
        settings.max_bytes = max_bytes.unwrap_or(settings.max_bytes);
        let mut builder = glossweave::Engine::builder(settings);
        for item in recognizers.items()? {
            let (name, recognizer) = item.extract::<(String, provider::Source)>()?;
            builder = match recognizer {
                provider::Source::Dictionary(names) => {
                    builder.recognizer(&name, names.get().inner().clone())
                }
                provider::Source::Callable(callable) => {
                    builder.recognizer(&name, Callable(callable))
                }
            };
        }
        Ok(Engine { inner: call(py, || builder.open())? })
    }

    /// Acts on behalf of a caller who is not known.
    fn session(&self) -> Session {
        Session { engine: self.inner.clone(), caller: Caller::Anonymous }
    }

    fn __repr__(&self) -> String {
        format!("<Engine {}>", listed("with", &self.session().names()))
    }
}

/// An engine on behalf of a caller: nothing is reached without one.
#[pyclass(frozen, module = "glossweave")]
pub struct Session {
    engine: glossweave::Engine,
    caller: Caller,
}

impl Session {
    fn names(&self) -> Vec<String> {
        let session = self.engine.session(self.caller.clone());
        session.entities().names().map(str::to_owned).collect()
    }
}

#[pymethods]
impl Session {
    /// Named entities.
    #[getter]
    fn entities(&self) -> Entities {
        Entities { session: Session { engine: self.engine.clone(), caller: self.caller.clone() } }
    }

    fn __repr__(&self) -> String {
        format!("<Session of {:?}>", self.caller)
    }
}

/// The door to the recognizers of an engine.
#[pyclass(frozen, module = "glossweave")]
pub struct Entities {
    session: Session,
}

#[pymethods]
impl Entities {
    /// The names of the recognizers, sorted.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.session.names()
    }

    /// Finds the entities of a document. None reaches from one unit into another.
    fn annotate(
        &self,
        py: Python<'_>,
        recognizer: &str,
        document: &Bound<'_, Document>,
    ) -> PyResult<Vec<Annotation>> {
        let document = document.get().inner();
        call(py, || {
            let session = self.session.engine.session(self.session.caller.clone());
            let found = session.entities().annotate(recognizer, document)?;
            Ok(Place::of(document).show(&found))
        })
    }

    /// Finds the entities of a document and answers in the format that was asked for: NIF, or the
    /// document itself with the entities woven in.
    ///
    /// `informat`: the format of the source, which may be one of RDF and then holds NIF.
    /// `outformat`: the format of the answer. `language`: that of the text. `any_language`: give a
    /// document back even if it is not in English. `any_format`: give back XLIFF and ODT too. The
    /// others are those of `decode`, `encode` and `to_nif`.
    #[pyo3(signature = (recognizer, source, *, informat = None, outformat = "turtle",
        charset = None, language = None, prefix = None, version = "2.0", verify = true,
        on_parent = "when-needed", translations = false, set_lang = false, target_state = None,
        any_language = false, any_format = false))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn enrich(
        &self,
        py: Python<'_>,
        recognizer: &str,
        source: Source,
        informat: Option<&str>,
        outformat: &str,
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
    ) -> PyResult<Reply> {
        call(py, || {
            let informat = source.format("informat", informat)?;
            let charset = source.charset(charset)?;
            let mut request = Request::new(source.bytes, informat);
            request.outformat = read_outgoing("outformat", outformat)?;
            request.charset = read_given("charset", charset)?;
            request.language = read_given("language", language)?;
            request.prefix = prefix;
            request.version = read("version", version)?;
            request.encode = options(verify, on_parent, translations, set_lang, target_state)?;
            request.any_language = any_language;
            request.any_format = any_format;
            let session = self.session.engine.session(self.session.caller.clone());
            session.entities().enrich(recognizer, request).map(|inner| Reply { inner })
        })
    }

    fn __repr__(&self) -> String {
        format!("<Entities {}>", listed("by", &self.names()))
    }
}

/// The answer to a request.
#[pyclass(frozen, module = "glossweave")]
pub struct Reply {
    inner: glossweave::Reply,
}

#[pymethods]
impl Reply {
    /// The answer.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.bytes)
    }

    /// The name of its format.
    #[getter]
    fn format(&self) -> &'static str {
        self.inner.format.name()
    }

    /// What became of each annotation where a document was given back; none otherwise.
    #[getter]
    fn placements(&self) -> Vec<Placement> {
        self.inner.placements.iter().map(Placement::from).collect()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py)
    }

    fn __repr__(&self) -> String {
        format!("<Reply {}: {}>", self.inner.format, counted(self.inner.bytes.len(), "byte"))
    }
}
