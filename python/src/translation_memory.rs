//! Translation memories.

use std::path::PathBuf;

use glossweave::translate;
use pyo3::prelude::*;

use crate::call::call;
use crate::input::{Source, count};
use crate::nif::{Skipped, skipped};
use crate::pickle::{ConstructorCall, Reduced};
use crate::repr::counted;

/// A translation memory: segments in two languages, which are found by exact or fuzzy matches of the text in
/// one of them.
///
/// A memory is read from TMX or XLIFF, or opened from a file that `save` wrote, which is memory-mapped.
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
    /// The file that the memory was opened from.
    path: Option<PathBuf>,
    /// The units of the source that were skipped.
    skipped: Vec<Skipped>,
}

/// A segment of a memory that is similar to a text.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct FuzzyMatch {
    /// The source text in the memory.
    source: String,
    /// The translation in the memory.
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
    /// Reads a memory from TMX 1.4. `lenient`: if true, invalid units are skipped and listed in `skipped`.
    /// Otherwise, the first invalid unit is an error.
    #[staticmethod]
    #[pyo3(signature = (source, *, lenient = false))]
    fn from_tmx(py: Python<'_>, source: Source, lenient: bool) -> PyResult<TranslationMemory> {
        TranslationMemory::load(py, &source, "tmx", lenient)
    }

    /// Reads a memory from the translations in an XLIFF document. `lenient`: if true, invalid units are
    /// skipped, see `from_tmx`.
    #[staticmethod]
    #[pyo3(signature = (source, *, lenient = false))]
    fn from_xliff(py: Python<'_>, source: Source, lenient: bool) -> PyResult<TranslationMemory> {
        TranslationMemory::load(py, &source, "xliff", lenient)
    }

    /// The invalid units of the source, which were skipped because `lenient` was set. Each is a tuple of the
    /// message, the line and the column.
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        self.skipped.clone()
    }

    /// Opens a saved memory. Parts of the file are read when they are needed. `revision`: the expected
    /// revision; raises `PreconditionFailed` if the file has another revision.
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

    /// Creates a memory from the bytes of a file that `save` wrote.
    #[staticmethod]
    #[pyo3(signature = (data: "Buffer"))]
    fn from_bytes(py: Python<'_>, data: Vec<u8>) -> PyResult<TranslationMemory> {
        let inner = call(py, || translate::TranslationMemory::from_bytes(data))?;
        Ok(TranslationMemory { inner, path: None, skipped: Vec::new() })
    }

    /// The digest of the content. Equal contents have equal digests.
    #[getter]
    fn revision(&self) -> String {
        self.inner.revision()
    }

    /// Saves the memory as one file. An existing file is replaced atomically.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        call(py, || self.inner.save(&path))
    }

    /// Returns at most `limit` segments that are similar to a text, most similar first.
    #[pyo3(signature = (text, source, target, *, limit: "int" = 5))]
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
            let skipped = skipped(builder.skipped());
            Ok((builder.build()?, skipped))
        })?;
        Ok(TranslationMemory { inner, path: None, skipped })
    }

    /// Returns the memory of the engine.
    pub fn inner(&self) -> translate::TranslationMemory {
        self.inner.clone()
    }

    /// Returns the constructor call with which other processes construct the memory.
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

/// Converts a translator to plain values. Callables and plain values are returned unchanged.
pub fn to_plain<'py>(translator: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = translator.py();
    match translator.cast::<TranslationMemory>() {
        Ok(one) => Ok(one.get().constructor_call(py)?.to_plain(py)?.into_any()),
        Err(_) => Ok(translator.clone()),
    }
}
