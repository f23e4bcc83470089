//! Term bases of the embedding program.

use std::path::PathBuf;

use glossweave::Result;
use glossweave::term;
use glossweave::term::TermBaseBuilder;
use glossweave::text::Language;
use pyo3::prelude::*;

use crate::call::call;
use crate::input::{Source, format};
use crate::nif::{Skipped, skipped};
use crate::option::read_given;
use crate::pickle::{ConstructorCall, Reduced};
use crate::repr::counted;

/// A term base: concepts with terms in several languages. When an engine contains it in its `term_bases`,
/// `Terms` finds the terms in documents.
///
/// A term base is immutable, and several threads can use it at the same time. It can be saved as one file,
/// which is memory-mapped when it is opened.
///
/// >>> from glossweave import Engine, TermBase, decode
/// >>> rivers = TermBase.from_csv("uri,term,language\nhttp://example.org/bank,bank,en\n")
/// >>> session = Engine(term_bases={"rivers": rivers}).session()
/// >>> page = decode("Two banks.", format="text", language="en")
/// >>> [(found.text, found.info_ref) for found in session.terms.find("rivers", page)]
/// [('banks', 'http://example.org/bank')]
#[pyclass(frozen, module = "glossweave")]
pub struct TermBase {
    inner: term::TermBase,
    /// The file that the term base was opened from.
    path: Option<PathBuf>,
    /// The entries of the source that were skipped.
    skipped: Vec<Skipped>,
}

impl TermBase {
    /// Returns the term base of the engine.
    pub fn inner(&self) -> term::TermBase {
        self.inner.clone()
    }

    /// Returns the constructor call with which other processes construct the term base.
    pub fn constructor_call(&self, py: Python<'_>) -> PyResult<ConstructorCall> {
        match &self.path {
            Some(path) => {
                ConstructorCall::of_file(py, "TermBase.open", path, self.inner.revision())
            }
            None => ConstructorCall::of_bytes(
                py,
                "TermBase.from_bytes",
                &call(py, || self.inner.to_bytes())?,
            ),
        }
    }
}

/// Builds a term base from a source.
fn build(
    py: Python<'_>,
    source: &Source,
    language: Option<&str>,
    lenient: bool,
    add: impl FnOnce(TermBaseBuilder) -> Result<TermBaseBuilder> + Send,
) -> PyResult<TermBase> {
    let inner = call(py, || {
        let language: Option<Language> = read_given("language", language)?;
        let empty = term::TermBase::builder().in_language(language.as_ref());
        let added = add(if lenient { empty.lenient() } else { empty });
        let built = added.and_then(|builder| {
            let skipped = skipped(builder.skipped());
            Ok((builder.build()?, skipped))
        });
        built.map_err(|error| source.explain(error))
    })?;
    let (inner, skipped) = inner;
    Ok(TermBase { inner, path: None, skipped })
}

#[pymethods]
impl TermBase {
    /// Builds a term base from CSV or TSV with a header: `concept` (or `id`) or `uri`, `term`, and optionally
    /// `language`, `pos`, `status`, `domain`, `definition` and `note`. `language`: the default language of
    /// terms. `lenient`: if true, invalid rows are skipped and listed in `skipped`. Otherwise, the first
    /// invalid row is an error.
    #[staticmethod]
    #[pyo3(signature = (source, *, language = None, lenient = false))]
    fn from_csv(
        py: Python<'_>,
        source: Source,
        language: Option<&str>,
        lenient: bool,
    ) -> PyResult<TermBase> {
        build(py, &source, language, lenient, |builder| builder.csv(&source.bytes))
    }

    /// Builds a term base from TBX-Basic (ISO 30042) in both styles, or from MARTIF. `lenient`: if true,
    /// invalid entries are skipped, see `from_csv`.
    #[staticmethod]
    #[pyo3(signature = (source, *, lenient = false))]
    fn from_tbx(py: Python<'_>, source: Source, lenient: bool) -> PyResult<TermBase> {
        build(py, &source, None, lenient, |builder| builder.tbx(&source.bytes))
    }

    /// Builds a term base from SKOS in RDF. `format`: see `read_nif`. `language`: the language of labels
    /// without a language tag. `lenient`: if true, invalid concepts are skipped, see `from_csv`.
    #[staticmethod]
    #[pyo3(signature = (
        source, *, format: "_Format | None" = None, language = None, lenient = false
    ))]
    fn from_rdf(
        py: Python<'_>,
        source: Source,
        #[pyo3(from_py_with = format)] format: Option<&str>,
        language: Option<&str>,
        lenient: bool,
    ) -> PyResult<TermBase> {
        build(py, &source, language, lenient, |builder| {
            builder.rdf(&source.bytes, source.format("format", format)?)
        })
    }

    /// Opens a saved term base. Parts of the file are read when they are needed. `revision`: the expected
    /// revision; raises `PreconditionFailed` if the file has another revision.
    #[staticmethod]
    #[pyo3(signature = (path, *, revision = None))]
    fn open(py: Python<'_>, path: PathBuf, revision: Option<&str>) -> PyResult<TermBase> {
        let inner = call(py, || {
            let opened = term::TermBase::open(&path)?;
            match revision {
                Some(revision) => opened.at_revision(revision),
                None => Ok(opened),
            }
        })?;
        Ok(TermBase { inner, path: Some(path), skipped: Vec::new() })
    }

    /// Creates a term base from the bytes of a file that `save` wrote.
    #[staticmethod]
    #[pyo3(signature = (data: "Buffer"))]
    fn from_bytes(py: Python<'_>, data: Vec<u8>) -> PyResult<TermBase> {
        let inner = call(py, || term::TermBase::from_bytes(data))?;
        Ok(TermBase { inner, path: None, skipped: Vec::new() })
    }

    /// The invalid entries of the source, which were skipped because `lenient` was set. Each is a tuple of
    /// the message, the line and the column; line and column are `None` if the location is unknown.
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        self.skipped.clone()
    }

    /// The digest of the content. Equal contents have equal digests.
    #[getter]
    fn revision(&self) -> String {
        self.inner.revision()
    }

    /// The number of concepts.
    #[getter]
    fn concepts(&self) -> usize {
        self.inner.concepts()
    }

    /// Returns the terms of a language with their translations into another language, for the option `terms`
    /// of `check_translations`. The result is a CSV table with the columns `source`, `target` and `status`.
    /// Languages are compared by their primary subtags.
    ///
    /// If a concept has several translations, the table contains the preferred translation, or the first one.
    /// Deprecated translations are listed as forbidden. A term that several concepts translate differently is
    /// omitted.
    ///
    /// >>> import glossweave
    /// >>> terms = "concept,term,language,status\n1,ship,en,\n1,barco,es,\n1,nave,es,deprecated\n"
    /// >>> glossweave.TermBase.from_csv(terms).term_list("en", "es").splitlines()
    /// ['source,target,status', 'ship,barco,', 'ship,nave,forbidden']
    fn term_list(&self, py: Python<'_>, source_lang: &str, target_lang: &str) -> PyResult<String> {
        call(py, || {
            let language = |tag: &str, name: &str| {
                tag.parse().map_err(|error: glossweave::Error| error.with_parameter(name))
            };
            let source = language(source_lang, "source_lang")?;
            self.inner.term_list(&source, &language(target_lang, "target_lang")?)
        })
    }

    /// Saves the term base as one file. An existing file is replaced atomically.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        call(py, || self.inner.save(path))
    }

    /// Reads the whole file and verifies its checksum.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        call(py, || self.inner.verify())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.constructor_call(py)?.reduce(py)
    }

    fn __len__(&self) -> usize {
        self.inner.terms()
    }

    fn __repr__(&self) -> String {
        let terms = counted(self.inner.terms(), "term");
        format!("<TermBase of {terms}, {}>", counted(self.inner.concepts(), "concept"))
    }
}
