//! The trained recognizer.

use std::path::PathBuf;

use glossweave::entity::{Scores, Training};
use glossweave::{Result, entity};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Dictionary;
use crate::annotation::Annotation;
use crate::call::call;
use crate::hint::{self, Dict};
use crate::input::{count_given, given, keyword_arguments};
use crate::pickle::{ConstructorCall, Reduced};
use crate::progress::reporter;
use crate::recognize::{Text, find};
use crate::training_data::{TrainingData, word_classes};

/// A recognizer that is trained on annotated text. It uses form and context, so that it finds names that are
/// in no list. Several threads can use a tagger at the same time.
///
/// >>> from glossweave import Tagger
/// >>> towns = ["Cork", "Dublin", "Galway", "Sligo"]
/// >>> text = "".join(f"We O\nwent O\nto O\n{town} B-LOC\n. O\n\n" for town in towns)
/// >>> tagger = Tagger.train(text)
/// >>> [found.text for found in tagger.recognize("We went to Limerick.")]
/// ['Limerick']
/// >>> tagger.classes
/// {'LOC': 'http://nerd.eurecom.fr/ontology#Location'}
#[pyclass(frozen, module = "glossweave")]
pub struct Tagger {
    inner: entity::Tagger,
    /// The file that the tagger was opened from.
    path: Option<PathBuf>,
}

impl Tagger {
    /// Returns the tagger of the engine.
    pub fn inner(&self) -> entity::Tagger {
        self.inner.clone()
    }

    /// Returns the constructor call with which other processes construct the tagger.
    pub fn constructor_call(&self, py: Python<'_>) -> PyResult<ConstructorCall> {
        match &self.path {
            Some(path) => ConstructorCall::of_file(py, "Tagger.open", path, self.inner.revision()),
            None => ConstructorCall::of_bytes(
                py,
                "Tagger.from_bytes",
                &call(py, || self.inner.to_bytes())?,
            ),
        }
    }
}

keyword_arguments! {
    /// The options of training.
    struct TaggerTraining {
        rounds: usize = count_given,
        patience: usize = count_given,
        iris: Vec<(String, String)> = given,
        namespace: String = given,
        names: Vec<Vec<String>> = given,
        dictionaries: Vec<Py<Dictionary>> = given,
        languages: Vec<String> = given,
        word_vectors: PathBuf = given,
        max_words: usize = count_given,
        max_features: usize = count_given,
    }
}

impl TaggerTraining {
    fn training(self) -> Result<Training> {
        let mut training = Training::default();
        if let Some(rounds) = self.rounds {
            training = training.with_rounds(rounds);
        }
        if let Some(patience) = self.patience {
            training = training.with_patience(patience);
        }
        for (class, iri) in self.iris.into_iter().flatten() {
            training = training.with_iri(class, iri);
        }
        if let Some(namespace) = self.namespace {
            training.namespace = namespace;
        }
        for list in self.names.iter().flatten() {
            training = training.with_names(list.iter().map(String::as_str));
        }
        for dictionary in self.dictionaries.iter().flatten() {
            training = training.with_dictionary(dictionary.get().inner())?;
        }
        training.languages = self.languages.unwrap_or_default();
        if let Some(path) = self.word_vectors {
            training = training.with_word_classes(word_classes(&path, self.max_words)?);
        }
        if let Some(max_features) = self.max_features {
            training = training.with_max_features(max_features);
        }
        Ok(training)
    }
}

#[pymethods]
impl Tagger {
    /// Trains a tagger on CoNLL columns (a token and its tag on each line, an empty line after each
    /// sentence), on NIF, on a document with ITS markup, or on pairs of a text and its annotations.
    ///
    /// `format`: the format of NIF or of a document. By default, the extension of a path determines the
    /// format, otherwise `conll` is used. `rounds`: the maximum number of passes over the corpus. `patience`:
    /// training stops after this number of rounds without improvement on held-out text; 0 to disable. `iris`:
    /// the IRIs of classes by name. `namespace`: the prefix for the IRIs of classes that are not in `iris`.
    /// `names`: lists of names of one kind each, used as additional features. `dictionaries`: dictionaries
    /// that are used as such lists, one for each kind of entity. `languages`: the primary language subtags of
    /// the corpus; an engine uses the tagger of its settings for texts in these languages. `word_vectors`,
    /// `max_words`: see `MentionModel.train`; similar words then share features. `max_features`: the maximum
    /// number of features in each of the two layers; the most influential features are kept (default: all).
    /// `progress`: a function that is called regularly with the number of sentences processed (counted in
    /// each round), the maximum of this number, and the number of finished rounds. An exception of the
    /// function or of a signal handler ends the call.
    #[staticmethod]
    #[pyo3(signature = (
        corpus, *, format = None, progress: "_Progress | None" = None,
        **options: "Unpack[_TaggerTraining]"
    ))]
    fn train(
        py: Python<'_>,
        corpus: TrainingData,
        format: Option<&str>,
        progress: Option<Py<PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Tagger> {
        let options = TaggerTraining::read(options)?;
        let inner = call(py, || {
            let training = options.training()?;
            let mut report = reporter(progress.as_ref());
            entity::Tagger::train_watched(&corpus.corpus(format)?, &training, &mut report)
        })?;
        Ok(Tagger { inner, path: None })
    }

    /// Opens a saved tagger. Parts of the file are read when they are needed. `revision`: the expected
    /// revision; raises `PreconditionFailed` if the file has another revision.
    #[staticmethod]
    #[pyo3(signature = (path, *, revision = None))]
    fn open(py: Python<'_>, path: PathBuf, revision: Option<&str>) -> PyResult<Tagger> {
        let inner = call(py, || {
            let opened = entity::Tagger::open(&path)?;
            match revision {
                Some(revision) => opened.at_revision(revision),
                None => Ok(opened),
            }
        })?;
        Ok(Tagger { inner, path: Some(path) })
    }

    /// Creates a tagger from the bytes of a file that `save` wrote.
    #[staticmethod]
    #[pyo3(signature = (data: "Buffer"))]
    fn from_bytes(py: Python<'_>, data: Vec<u8>) -> PyResult<Tagger> {
        let inner = call(py, || entity::Tagger::from_bytes(data))?;
        Ok(Tagger { inner, path: None })
    }

    /// The digest of the content. Equal contents have equal digests.
    #[getter]
    fn revision(&self) -> String {
        self.inner.revision()
    }

    /// Saves the tagger as one file. An existing file is replaced atomically.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        call(py, || self.inner.save(path))
    }

    /// The IRIs of the classes, by class name.
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Dict<'py, hint::NamedTexts>> {
        let classes = PyDict::new(py);
        self.inner.classes().try_for_each(|(name, iri)| classes.set_item(name, iri))?;
        Ok(classes.into())
    }

    /// The languages of the training corpus, if they were given.
    #[getter]
    fn languages(&self) -> Vec<String> {
        self.inner.languages().map(str::to_owned).collect()
    }

    /// Finds the names in a text or a document.
    fn recognize(&self, py: Python<'_>, text: Text<'_>) -> PyResult<Vec<Annotation>> {
        find(py, &self.inner, text, None)
    }

    /// Compares the entities found in a corpus with its annotations, and counts as conlleval does. Returns a
    /// dictionary with the keys `precision`, `recall`, `f1`, `expected`, `found` and `correct` for each
    /// class, and for all classes together under `None`. `format`: see `train`.
    #[pyo3(signature = (corpus, *, format = None) -> "dict[str | None, dict[str, float]]")]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        corpus: TrainingData,
        format: Option<&str>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let evaluation = call(py, || Ok(self.inner.evaluate(&corpus.corpus(format)?)))?;
        let all = PyDict::new(py);
        all.set_item(py.None(), scores_to_dict(py, &evaluation.overall)?)?;
        for (class, tally) in &evaluation.classes {
            all.set_item(class, scores_to_dict(py, tally)?)?;
        }
        Ok(all)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.constructor_call(py)?.reduce(py)
    }

    fn __repr__(&self) -> String {
        let classes: Vec<&str> = self.inner.classes().map(|(name, _)| name).collect();
        format!("<Tagger of {}>", classes.join(", "))
    }
}

fn scores_to_dict<'py>(py: Python<'py>, tally: &Scores) -> PyResult<Bound<'py, PyDict>> {
    let counts = PyDict::new(py);
    for (name, value) in
        [("precision", tally.precision()), ("recall", tally.recall()), ("f1", tally.f1())]
    {
        counts.set_item(name, value)?;
    }
    for (name, value) in
        [("expected", tally.expected), ("found", tally.found), ("correct", tally.correct)]
    {
        counts.set_item(name, value)?;
    }
    Ok(counts)
}
