//! The door to recognizers.

use glossweave::Request;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::annotation::Annotation;
use crate::document::Document;
use crate::encode::{Placement, options};
use crate::handle::Handle;
use crate::input::Source;
use crate::option::{read, read_given};
use crate::place::Place;
use crate::plural::{counted, listed};

/// The door to the recognizers of an engine.
#[pyclass(frozen, module = "glossweave")]
pub struct Entities {
    handle: Handle,
}

impl From<Handle> for Entities {
    fn from(handle: Handle) -> Entities {
        Entities { handle }
    }
}

#[pymethods]
impl Entities {
    /// The names of the recognizers, sorted.
    #[getter]
    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.handle.names(py)
    }

    /// Finds the entities of a document. None reaches from one unit into another.
    fn annotate(
        &self,
        py: Python<'_>,
        recognizer: &str,
        document: &Bound<'_, Document>,
    ) -> PyResult<Vec<Annotation>> {
        let document = document.get().inner();
        self.handle.call(py, |session| {
            let found = session.entities().annotate(recognizer, document)?;
            Ok(Place::of(document).show(&found))
        })
    }

    /// Finds the entities of a document and answers in the format that was asked for: NIF, or the
    /// document itself with the entities woven in.
    ///
    /// `informat`: the format of the source, which may be one of RDF and then holds NIF.
    /// `outformat`: the format of the answer, Turtle where none is given. `filter`: the name of a
    /// stored one: what it selects from the NIF is then the answer, as CSV where `outformat` is not
    /// given. `language`: that of the text. `any_language`: give a
    /// document back even if it is not in English. `any_format`: give back XLIFF and ODT too. The
    /// others are those of `decode`, `encode` and `to_nif`.
    #[pyo3(signature = (recognizer, source, *, informat = None, outformat = None, filter = None,
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
    ) -> PyResult<Reply> {
        self.handle.call(py, |session| {
            let informat = source.format("informat", informat)?;
            let charset = source.charset(charset)?;
            let mut request = Request::new(source.bytes, informat);
            outformat.map(|word| request.set("outformat", word)).transpose()?;
            request.filter = filter;
            request.charset = read_given("charset", charset)?;
            request.language = read_given("language", language)?;
            request.prefix = prefix;
            request.version = read("version", version)?;
            request.encode = options(verify, on_parent, translations, set_lang, target_state)?;
            request.any_language = any_language;
            request.any_format = any_format;
            session.entities().enrich(recognizer, request).map(|inner| Reply { inner })
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Entities {}>", listed("by", &self.names(py)?)))
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
    fn format(&self) -> String {
        match self.inner.results {
            Some(results) => results.to_string(),
            None => self.inner.format.to_string(),
        }
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
        format!("<Reply {}: {}>", self.format(), counted(self.inner.bytes.len(), "byte"))
    }
}
