//! Translators that come with the engine.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use glossweave::translate;
use glossweave::translate::{Translator, remote_translator};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::call::call;
use crate::input::{Source, count, count_given, secret};
use crate::nif::{Skipped, skipped};
use crate::option::renamed;
use crate::pickle::{ConstructorCall, Reduced};
use crate::repr::counted;

/// Apertium, running beside this process: its programs are started with the first text and stay.
///
/// `mode` is that of an installed pair, such as `"eng-spa"`. `data`: the folder that Apertium is
/// installed in (`/usr/share/apertium`). `milliseconds`: how long a text may take (30,000).
///
/// >>> from glossweave import Apertium
/// >>> Apertium("eng-spa")
/// <Apertium eng-spa>
#[pyclass(frozen, module = "glossweave")]
pub struct Apertium {
    inner: Arc<translate::Apertium>,
    constructor_call: ConstructorCall,
    repr: String,
}

#[pymethods]
impl Apertium {
    #[new]
    #[pyo3(signature = (mode, *, data = None, milliseconds = None))]
    fn new(
        py: Python<'_>,
        mode: &str,
        data: Option<PathBuf>,
        #[pyo3(from_py_with = count_given)] milliseconds: Option<usize>,
    ) -> PyResult<Apertium> {
        let constructor_call = ConstructorCall::new(py, "Apertium")
            .with(py, "mode", Some(mode))?
            .with(py, "data", data.as_ref().map(|path| path.as_os_str()))?
            .with(py, "milliseconds", milliseconds)?;
        let inner = call(py, || {
            let mut apertium = translate::Apertium::new(mode, data.as_deref())?;
            if let Some(milliseconds) = milliseconds {
                apertium.set("milliseconds", &milliseconds.to_string())?;
            }
            Ok(Arc::new(apertium))
        })?;
        Ok(Apertium { inner, constructor_call, repr: format!("<Apertium {mode}>") })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.constructor_call.reduce(py)
    }

    fn __repr__(&self) -> &str {
        &self.repr
    }
}

impl Apertium {
    /// Returns the translator of the engine.
    pub fn inner(&self) -> Arc<dyn Translator> {
        self.inner.clone()
    }

    /// Returns the call by which other processes construct it.
    pub fn constructor_call(&self) -> &ConstructorCall {
        &self.constructor_call
    }
}

/// A remote translation service that is called over HTTP.
///
/// `protocol` is `"libretranslate"`, `"deepl"` (version 2), `"google"` (version 3; the URL ends with
/// the project and location), or `"apertium"` (APY). The URL may be anywhere, on the same machine too.
/// `key`: that of LibreTranslate or DeepL. `headers` go along with every call; `milliseconds` is how
/// long one may take in all (30,000). `options` are those of the protocol: `formality`, `glossary`,
/// `model` (DeepL), `model`, `glossary` (Google).
///
/// >>> from glossweave import RemoteTranslator
/// >>> RemoteTranslator("libretranslate", "http://localhost:5000")
/// <RemoteTranslator at http://localhost:5000>
#[pyclass(frozen, module = "glossweave")]
pub struct RemoteTranslator {
    inner: Arc<dyn Translator>,
    constructor_call: ConstructorCall,
    repr: String,
}

#[pymethods]
impl RemoteTranslator {
    #[new]
    #[pyo3(signature = (protocol, url, *, key = None, headers = None, milliseconds = None,
        options = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn new(
        py: Python<'_>,
        protocol: &str,
        url: &str,
        key: Option<&Bound<'_, PyString>>,
        headers: Option<HashMap<String, String>>,
        #[pyo3(from_py_with = count_given)] milliseconds: Option<usize>,
        options: Option<HashMap<String, String>>,
    ) -> PyResult<RemoteTranslator> {
        let constructor_call = ConstructorCall::new(py, "RemoteTranslator")
            .with(py, "protocol", Some(protocol))?
            .with(py, "url", Some(url))?
            .with(py, "key", key)?
            .with(py, "headers", headers.as_ref())?
            .with(py, "milliseconds", milliseconds)?
            .with(py, "options", options.as_ref())?;
        let mut fields: Vec<(&str, String)> = Vec::new();
        if let Some(key) = key {
            fields.push(("key", secret("key", key)?));
        }
        let headers = headers.iter().flatten();
        fields.extend(headers.map(|(name, value)| ("header", format!("{name}: {value}"))));
        fields.extend(milliseconds.map(|number| ("milliseconds", number.to_string())));
        fields.extend(options.iter().flatten().map(|(name, value)| (name.as_str(), value.clone())));
        let inner = call(py, || {
            let fields = fields.iter().map(|(name, value)| (*name, value.as_str()));
            remote_translator(protocol, url, fields).map_err(renamed)
        })?;
        // Not what may have a key in it.
        let repr = format!("<RemoteTranslator at {}>", url.split(['?', '#']).next().unwrap_or(url));
        Ok(RemoteTranslator { inner, constructor_call, repr })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.constructor_call.reduce(py)
    }

    fn __repr__(&self) -> &str {
        &self.repr
    }
}

impl RemoteTranslator {
    /// Returns the translator of the engine.
    pub fn inner(&self) -> Arc<dyn Translator> {
        self.inner.clone()
    }

    /// Returns the call by which other processes construct it.
    pub fn constructor_call(&self) -> &ConstructorCall {
        &self.constructor_call
    }
}

/// A translation memory: segments in two languages, found by the text of one, exactly or nearly.
///
/// Read from TMX or XLIFF, or opened from a file that `save` wrote, which is mapped into memory.
///
/// >>> from glossweave import TranslationMemory
/// >>> tmx = '''<tmx version="1.4"><header srclang="en"/><body><tu>
/// ... <tuv xml:lang="en"><seg>Good morning</seg></tuv>
/// ... <tuv xml:lang="es"><seg>Buenos días</seg></tuv></tu></body></tmx>'''
/// >>> memory = TranslationMemory.from_tmx(tmx)
/// >>> memory
/// <TranslationMemory of 1 segment>
/// >>> [match.target for match in memory.matches("Good morning", "en", "es")]
/// ['Buenos días']
#[pyclass(frozen, module = "glossweave")]
pub struct TranslationMemory {
    inner: translate::TranslationMemory,
    /// The file that it was opened from.
    path: Option<PathBuf>,
    /// The units of the source that were left out.
    skipped: Vec<Skipped>,
}

/// A segment of a memory that is like a text.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct FuzzyMatch {
    /// The text that the memory has.
    source: String,
    /// Its translation.
    target: String,
    /// The similarity of the texts, from 0 to 1.
    score: f64,
}

#[pymethods]
impl FuzzyMatch {
    fn __repr__(&self) -> String {
        format!("<FuzzyMatch {:.2}: {}>", self.score, self.target)
    }
}

#[pymethods]
impl TranslationMemory {
    /// Reads a memory in TMX 1.4. `lenient`: leaves out units that are wrong, which become `skipped`;
    /// else the first one is an error.
    #[staticmethod]
    #[pyo3(signature = (source, *, lenient = false))]
    fn from_tmx(py: Python<'_>, source: Source, lenient: bool) -> PyResult<TranslationMemory> {
        TranslationMemory::load(py, &source, "tmx", lenient)
    }

    /// Reads the translations of a document in XLIFF. `lenient`: leaves out those that are wrong, as
    /// `from_tmx` does.
    #[staticmethod]
    #[pyo3(signature = (source, *, lenient = false))]
    fn from_xliff(py: Python<'_>, source: Source, lenient: bool) -> PyResult<TranslationMemory> {
        TranslationMemory::load(py, &source, "xliff", lenient)
    }

    /// The units of the source that were left out if it was read with `lenient`: the message, with line and
    /// column.
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        self.skipped.clone()
    }

    /// Opens a saved memory; what is not needed is not read. `revision`: the one that it is to have;
    /// another one is a `PreconditionFailed`.
    #[staticmethod]
    #[pyo3(signature = (path, *, revision = None))]
    fn open(py: Python<'_>, path: PathBuf, revision: Option<&str>) -> PyResult<TranslationMemory> {
        let inner = call(py, || {
            let opened = translate::TranslationMemory::open(&path)?;
            match revision {
                Some(revision) => opened.at_revision(revision),
                None => Ok(opened),
            }
        })?;
        Ok(TranslationMemory { inner, path: Some(path), skipped: Vec::new() })
    }

    /// Takes the bytes of a file that `save` wrote.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: Vec<u8>) -> PyResult<TranslationMemory> {
        let inner = call(py, || translate::TranslationMemory::from_bytes(data))?;
        Ok(TranslationMemory { inner, path: None, skipped: Vec::new() })
    }

    /// A digest of the content: the same for the same content.
    #[getter]
    fn revision(&self) -> String {
        self.inner.revision()
    }

    /// Saves to one file, which replaces an older one at once or not at all.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        call(py, || self.inner.save(&path))
    }

    /// Returns the segments that are similar to a text, the most similar first, at most `limit`.
    #[pyo3(signature = (text, source, target, *, limit = 5))]
    fn matches(
        &self,
        py: Python<'_>,
        text: &str,
        source: &str,
        target: &str,
        #[pyo3(from_py_with = count)] limit: usize,
    ) -> PyResult<Vec<FuzzyMatch>> {
        call(py, || {
            let (source, target) = (source.parse()?, target.parse()?);
            let found = self.inner.matches(text, &source, &target, limit)?;
            let matches = found.into_iter().map(|one| FuzzyMatch {
                source: one.source,
                target: one.target,
                score: one.score,
            });
            Ok(matches.collect())
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.constructor_call(py)?.reduce(py)
    }

    fn __len__(&self) -> usize {
        self.inner.segments()
    }

    fn __repr__(&self) -> String {
        format!("<TranslationMemory of {}>", counted(self.inner.segments(), "segment"))
    }
}

impl TranslationMemory {
    fn load(
        py: Python<'_>,
        source: &Source,
        informat: &str,
        lenient: bool,
    ) -> PyResult<TranslationMemory> {
        let (inner, skipped) = call(py, || {
            let mut builder = translate::TranslationMemory::builder();
            if lenient {
                builder.lenient();
            }
            let read = builder.load(informat, source.bytes.as_slice()).map(drop);
            read.map_err(|error| source.explain(error))?;
            let left_out = skipped(builder.skipped());
            Ok((builder.build()?, left_out))
        })?;
        Ok(TranslationMemory { inner, path: None, skipped })
    }

    /// Returns the memory of the engine.
    pub fn inner(&self) -> translate::TranslationMemory {
        self.inner.clone()
    }

    /// Returns the call by which other processes construct it.
    pub fn constructor_call(&self, py: Python<'_>) -> PyResult<ConstructorCall> {
        match &self.path {
            Some(path) => {
                ConstructorCall::of_file(py, "TranslationMemory.open", path, self.inner.revision())
            }
            None => ConstructorCall::of_bytes(
                py,
                "TranslationMemory.from_bytes",
                &call(py, || self.inner.to_bytes())?,
            ),
        }
    }
}

/// Returns a translator as plain values; a callable, and what is plain already, as it is.
pub fn to_plain<'py>(translator: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = translator.py();
    let plain = if let Ok(one) = translator.cast::<TranslationMemory>() {
        one.get().constructor_call(py)?.to_plain(py)?
    } else if let Ok(one) = translator.cast::<RemoteTranslator>() {
        one.get().constructor_call().to_plain(py)?
    } else if let Ok(one) = translator.cast::<Apertium>() {
        one.get().constructor_call().to_plain(py)?
    } else {
        return Ok(translator.clone());
    };
    Ok(plain.into_any())
}
