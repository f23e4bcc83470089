//! The built-in recognizers: dictionaries, and the trained models that are used with them.

mod mention_model;
mod tagger;

use std::path::PathBuf;

use glossweave::Result;
use glossweave::entity;
use glossweave::progress::Progress;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

pub use mention_model::MentionModel;
pub use tagger::Tagger;

use crate::annotation::Annotation;
use crate::call::call;
use crate::import::{DictionaryDifference, ImportReport, import};
use crate::input::{Source, Strings, classes, format, refused};
use crate::nif::{Skipped, skipped};
use crate::pickle::{ConstructorCall, Reduced};
use crate::progress::reporter;
use crate::recognize::{Text, find};
use crate::repr::counted;

/// The number of entries between two checks for signals.
const ROWS_PER_REPORT: usize = 1 << 12;

/// A name of an entity.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct Entry {
    /// The IRI of the entity.
    uri: String,
    /// The name.
    label: String,
    /// The language of the name. A name without a language matches in texts of all languages.
    language: Option<String>,
    /// The IRIs of the classes of the entity.
    classes: Vec<String>,
    /// The relative likelihood that the name refers to this entity, compared to other entities with the same
    /// name.
    weight: f64,
    /// The rule for upper and lower case of the name, as in the column `case` of tables.
    case: Option<String>,
}

#[pymethods]
impl Entry {
    #[new]
    #[pyo3(signature = (
        uri, label, *, language = None, classes: "Sequence[str]" = vec![], weight = 1.0,
        case: "_Case | None" = None
    ))]
    fn new(
        uri: String,
        label: String,
        language: Option<String>,
        #[pyo3(from_py_with = classes)] classes: Vec<String>,
        weight: f64,
        case: Option<String>,
    ) -> Entry {
        Entry { uri, label, language, classes, weight, case }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ((uri, label), keywords) = self.__getnewargs_ex__(py)?;
        let names = [PyString::new(py, uri).repr()?, PyString::new(py, label).repr()?];
        let mut repr = format!("Entry({}, {}", names[0], names[1]);
        for (name, value) in keywords {
            repr.push_str(&format!(", {name}={}", value.repr()?));
        }
        Ok(repr + ")")
    }

    #[pyo3(signature = () -> "tuple[tuple[str, str], dict[str, Any]]")]
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((&str, &str), Bound<'py, PyDict>)> {
        let keywords = PyDict::new(py);
        if let Some(language) = &self.language {
            keywords.set_item("language", language)?;
        }
        if !self.classes.is_empty() {
            keywords.set_item("classes", &self.classes)?;
        }
        if self.weight != 1.0 {
            keywords.set_item("weight", self.weight)?;
        }
        if let Some(case) = &self.case {
            keywords.set_item("case", case)?;
        }
        Ok(((&self.uri, &self.label), keywords))
    }
}

/// A row that is accepted as an entry.
#[derive(FromPyObject)]
enum Row {
    Entry(Py<Entry>),
    Pair(String, String),
}

impl Row {
    fn read(index: usize, row: &Bound<'_, PyAny>) -> PyResult<Row> {
        row.extract().map_err(|_| {
            let expected = "an `Entry` or a pair of an IRI and a label";
            match row.cast::<PyTuple>() {
                Ok(tuple) if tuple.len() != 2 => PyTypeError::new_err(format!(
                    "expected {expected} as `entries[{index}]` and got {} values",
                    tuple.len()
                )),
                _ => refused(&format!("{expected} as `entries[{index}]`"), row),
            }
        })
    }
}

/// A list of names to find in text.
///
/// A dictionary is immutable, and several threads can use it at the same time. It can be saved as one file,
/// which is memory-mapped when it is opened.
///
/// >>> from glossweave import Dictionary
/// >>> names = Dictionary([("http://example.org/new-york", "New York")])
/// >>> names.recognize("From NEW YORK.")
/// [Annotation(5, 13, text='NEW YORK', idents=('http://example.org/new-york',), confidence=1.0)]
#[pyclass(frozen, module = "glossweave")]
pub struct Dictionary {
    inner: entity::Dictionary,
    /// The file that the dictionary was opened from.
    path: Option<PathBuf>,
    mention_model: Option<Py<MentionModel>>,
    skipped: Vec<Skipped>,
}

impl Dictionary {
    /// Returns the dictionary of the engine.
    pub fn inner(&self) -> &entity::Dictionary {
        &self.inner
    }

    /// Returns the constructor call with which other processes construct the dictionary.
    pub fn constructor_call(&self, py: Python<'_>) -> PyResult<ConstructorCall> {
        let constructor = match &self.path {
            Some(path) => {
                ConstructorCall::of_file(py, "Dictionary.open", path, self.inner.revision())
            }
            None => ConstructorCall::of_bytes(
                py,
                "Dictionary.from_bytes",
                &call(py, || self.inner.to_bytes())?,
            ),
        };
        let model = self.mention_model.as_ref();
        let model = model.map(|one| one.get().constructor_call(py)?.to_plain(py)).transpose()?;
        constructor?.with(py, "mention_model", model)
    }

    /// Returns the dictionary with a mention model, or unchanged if `model` is `None`.
    fn judged(self, model: Option<Py<MentionModel>>) -> Dictionary {
        let Some(model) = model else { return self };
        let inner = self.inner.with_mention_model(model.get().inner());
        Dictionary { inner, mention_model: Some(model), ..self }
    }
}

#[pymethods]
impl Dictionary {
    /// `entries`: `Entry` objects, or pairs of an IRI and a label. The other arguments are described at
    /// `from_csv`. The numbers of bytes in calls of `progress` are 0.
    #[new]
    #[pyo3(signature = (
        entries: "Iterable[Entry | tuple[str, str]]", *, case: "_Case | None" = None,
        never_alone = None, corpus = None, progress: "_Progress | None" = None
    ))]
    fn new(
        py: Python<'_>,
        entries: &Bound<'_, PyAny>,
        case: Option<String>,
        never_alone: Option<Strings>,
        corpus: Option<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Dictionary> {
        let all = match entries.try_iter() {
            Ok(all) if !entries.is_instance_of::<PyString>() => all,
            _ => return Err(refused("a list of entries as `entries`", entries)),
        };
        let rows = all.enumerate().map(|(index, row)| {
            if index.is_multiple_of(ROWS_PER_REPORT) {
                py.check_signals()?;
            }
            Row::read(index, &row?)
        });
        let rows = rows.collect::<PyResult<Vec<Row>>>()?;
        let inner = call(py, || {
            let mut builder = builder(case, never_alone, corpus)?;
            let mut report = reporter(progress.as_ref());
            for part in rows.chunks(ROWS_PER_REPORT) {
                part.iter().try_for_each(|row| row.add_to(&mut builder))?;
                report(Progress::default())?;
            }
            builder.build_watched(&mut report)
        })?;
        Ok(Dictionary { inner, path: None, mention_model: None, skipped: Vec::new() })
    }

    /// Builds a dictionary from CSV or TSV with a header: `uri` and `label`, and optionally `language`,
    /// `type` (IRIs separated by spaces or `|`), `weight` and `case`. Invalid rows are skipped and listed in
    /// `skipped`. Raises an error if all rows are invalid.
    ///
    /// `case`: the default case rule of names: `"auto"`, `"name"`, `"term"`, `"folded"`, `"capital"`,
    /// `"upper"` or `"exact"`. `never_alone`: words that are not names by themselves. `corpus`: a text file;
    /// the words that occur in it in lower case are used as the common words. `progress`: a function that is
    /// called regularly with the number of bytes read, the total number of bytes, and the number of accepted
    /// entries. An exception of the function or of a signal handler ends the call.
    #[staticmethod]
    #[pyo3(signature = (
        source, *, case: "_Case | None" = None, never_alone = None, corpus = None,
        progress: "_Progress | None" = None
    ))]
    fn from_csv(
        py: Python<'_>,
        source: Source,
        case: Option<String>,
        never_alone: Option<Strings>,
        corpus: Option<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Dictionary> {
        let inner = call(py, || {
            let mut report = reporter(progress.as_ref());
            let builder = builder(case, never_alone, corpus)?;
            let read = builder.csv_watched(&*source.bytes, &mut report);
            let read = read.map_err(|error| source.explain(error))?;
            let skipped = skipped(read.skipped());
            Ok((read.build_watched(&mut report)?, skipped))
        })?;
        let (inner, skipped) = inner;
        Ok(Dictionary { inner, path: None, mention_model: None, skipped })
    }

    /// Builds a dictionary from the labels in RDF (`rdfs:label`, `skos:prefLabel` and others). `format` and
    /// `base` are described at `read_nif`, the other arguments at `from_csv`. Until all statements are read,
    /// `progress` receives the number of statements instead of entries.
    #[staticmethod]
    #[pyo3(signature = (
        source, *, format: "_Format | None" = None, base = None, case: "_Case | None" = None,
        never_alone = None, corpus = None, progress: "_Progress | None" = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn from_rdf(
        py: Python<'_>,
        source: Source,
        #[pyo3(from_py_with = format)] format: Option<&str>,
        base: Option<&str>,
        case: Option<String>,
        never_alone: Option<Strings>,
        corpus: Option<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Dictionary> {
        let inner = call(py, || {
            let (format, mut report) =
                (source.format("format", format)?, reporter(progress.as_ref()));
            let builder = builder(case, never_alone, corpus)?;
            let read = builder.rdf_watched(&source.bytes, format, base, &mut report);
            let read = read.map_err(|error| source.explain(error))?;
            let skipped = skipped(read.skipped());
            Ok((read.build_watched(&mut report)?, skipped))
        })?;
        let (inner, skipped) = inner;
        Ok(Dictionary { inner, path: None, mention_model: None, skipped })
    }

    /// Builds a dictionary from the files of a public vocabulary: `geonames`, `wikidata`, `dbpedia`, `obo`,
    /// `mesh`, `skos` or `csv`. The files may be compressed. Invalid and unwanted records are skipped and
    /// counted in the report.
    ///
    /// `languages`: names in other languages are skipped. `classes`: IRIs; entities of other classes are
    /// skipped. `options`: pairs of names and values of the other options (`country`, `code`, `column`,
    /// `separator`, `case`, `never-alone`, `corpus`), which may be repeated. `journal`: a file that stores
    /// the progress, so that an interrupted import continues when it is started again. `progress`: see
    /// `from_csv`.
    #[staticmethod]
    #[pyo3(signature = (
        vocabulary, files, *, languages = vec![], classes: "Sequence[str]" = vec![],
        options = vec![], journal = None, progress: "_Progress | None" = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn from_vocabulary(
        py: Python<'_>,
        vocabulary: &str,
        files: Vec<PathBuf>,
        languages: Vec<String>,
        #[pyo3(from_py_with = classes)] classes: Vec<String>,
        options: Vec<(String, String)>,
        journal: Option<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(Dictionary, ImportReport)> {
        let (inner, report) = call(py, || {
            let import = import(vocabulary, (languages, classes), options, journal)?;
            let mut watch = reporter(progress.as_ref());
            let (builder, report) = import.read(&files, &mut watch)?;
            Ok((builder.build_watched(&mut watch)?, report))
        })?;
        Ok((
            Dictionary { inner, path: None, mention_model: None, skipped: Vec::new() },
            ImportReport(report),
        ))
    }

    /// Opens a saved dictionary. Parts of the file are read when they are needed. `revision`: the expected
    /// revision; raises `PreconditionFailed` if the file has another revision. `mention_model`: see
    /// `with_mention_model`.
    #[staticmethod]
    #[pyo3(signature = (path, *, revision = None, mention_model = None))]
    fn open(
        py: Python<'_>,
        path: PathBuf,
        revision: Option<&str>,
        mention_model: Option<Py<MentionModel>>,
    ) -> PyResult<Dictionary> {
        let inner = call(py, || {
            let opened = entity::Dictionary::open(&path)?;
            match revision {
                Some(revision) => opened.at_revision(revision),
                None => Ok(opened),
            }
        })?;
        Ok(Dictionary { inner, path: Some(path), mention_model: None, skipped: Vec::new() }
            .judged(mention_model))
    }

    /// Creates a dictionary from the bytes of a file that `save` wrote. `mention_model`: see
    /// `with_mention_model`.
    #[staticmethod]
    #[pyo3(signature = (data: "Buffer", *, mention_model = None))]
    fn from_bytes(
        py: Python<'_>,
        data: Vec<u8>,
        mention_model: Option<Py<MentionModel>>,
    ) -> PyResult<Dictionary> {
        let inner = call(py, || entity::Dictionary::from_bytes(data))?;
        Ok(Dictionary { inner, path: None, mention_model: None, skipped: Vec::new() }
            .judged(mention_model))
    }

    /// Returns a dictionary that uses a mention model: it reports a name only if the model considers a
    /// mention of an entity probable, and multiplies the confidence by this probability.
    fn with_mention_model(&self, model: Py<MentionModel>) -> Dictionary {
        let (inner, path) = (self.inner.clone(), self.path.clone());
        Dictionary { inner, path, mention_model: None, skipped: Vec::new() }.judged(Some(model))
    }

    /// The invalid rows and labels of the source, which were skipped. Each is a tuple of the message, the
    /// line and the column. Line and column are `None` if the location is unknown.
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        self.skipped.clone()
    }

    /// The digest of the content. Equal contents have equal digests.
    #[getter]
    fn revision(&self) -> String {
        self.inner.revision()
    }

    /// Saves the dictionary as one file. An existing file is replaced atomically.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        call(py, || self.inner.save(path))
    }

    /// Reads the whole file and verifies its checksum.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        call(py, || self.inner.verify())
    }

    /// The number of entries.
    #[getter]
    fn entries(&self) -> usize {
        self.inner.entries()
    }

    /// The number of entries whose label is a common word. Such a label matches only if it is capitalized and
    /// its capital letter is not explained by its position, for example at the start of a sentence.
    #[getter]
    fn common_entries(&self) -> usize {
        self.inner.common_entries()
    }

    /// The number of entries that never match because their label is a word that is not a name by itself.
    #[getter]
    fn never_alone_entries(&self) -> usize {
        self.inner.never_alone_entries()
    }

    /// Returns the differences from an older dictionary.
    fn difference(&self, py: Python<'_>, older: &Dictionary) -> PyResult<DictionaryDifference> {
        call(py, || self.inner.difference(&older.inner)).map(DictionaryDifference)
    }

    /// Finds the names in a text or a document. `language`: the language of the text (default for a document:
    /// its declared language). Entries of other languages are skipped.
    #[pyo3(signature = (text, *, language = None))]
    fn recognize(
        &self,
        py: Python<'_>,
        text: Text<'_>,
        language: Option<&str>,
    ) -> PyResult<Vec<Annotation>> {
        find(py, &self.inner, text, language)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.constructor_call(py)?.reduce(py)
    }

    fn __len__(&self) -> usize {
        self.inner.labels()
    }

    fn __repr__(&self) -> String {
        let labels = counted(self.inner.labels(), "label");
        format!("<Dictionary of {labels}, {}>", counted(self.inner.entries(), "entry"))
    }
}

/// Returns an empty builder with options for matching names.
fn builder(
    case: Option<String>,
    never_alone: Option<Strings>,
    corpus: Option<PathBuf>,
) -> Result<entity::DictionaryBuilder> {
    let case = case.as_deref().map(str::parse).transpose()?.unwrap_or_default();
    let builder = entity::Dictionary::builder()
        .with_case(case)
        .with_never_alone(&never_alone.unwrap_or_default().0);
    match corpus {
        Some(path) => builder.corpus_file(path),
        None => Ok(builder),
    }
}

impl Row {
    fn add_to(&self, builder: &mut entity::DictionaryBuilder) -> Result<()> {
        match self {
            Row::Pair(uri, label) => builder.add(&entity::Entry::new(uri, label))?,
            Row::Entry(entry) => {
                let entry = entry.get();
                let classes: Vec<&str> = entry.classes.iter().map(String::as_str).collect();
                let mut row = entity::Entry::new(&entry.uri, &entry.label)
                    .with_classes(&classes)
                    .weighing(entry.weight);
                row.language = entry.language.as_deref();
                row.case = entry.case.as_deref().map(str::parse).transpose()?;
                builder.add(&row)?
            }
        };
        Ok(())
    }
}
