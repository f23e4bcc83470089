//! The recognizer that is trained.

use std::path::PathBuf;

use glossweave::entity;
use glossweave::entity::{Scores, Training};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Dictionary;
use crate::annotation::Annotation;
use crate::call::call;
use crate::hint::{self, Dict};
use crate::input::count_given;
use crate::pickle::{ConstructorCall, Reduced};
use crate::progress::reporter;
use crate::recognize::{Text, find};
use crate::training_data::{TrainingData, word_classes};

/// Finds names that are in no list, by their form and their context, after it was trained on annotated
/// text. It may be used by any number of threads at once.
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
    /// The file that it was opened from.
    path: Option<PathBuf>,
}

impl Tagger {
    /// Returns the tagger of the engine.
    pub fn inner(&self) -> entity::Tagger {
        self.inner.clone()
    }

    /// Returns the call by which other processes construct it.
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

#[pymethods]
impl Tagger {
    /// Trains on CoNLL columns (a token and its tag on a line, an empty line behind each sentence), on NIF, on a
    /// document with ITS markup, or on pairs of a text and its annotations.
    ///
    /// `format`: that of NIF or a document; by default that of the extension of a path, or `conll`. `rounds`: how often the corpus is gone through at most. `patience`: after how many rounds that do
    /// not help on text that was held out training ends; 0 for never. `iris`: the IRIs of classes by their
    /// names. `namespace`: what the IRI of a class begins with that has none there. `names`: lists of
    /// names, each of one sort, that are looked at beside the text. `dictionaries`: their names are such lists, one for
    /// each kind of entities. `languages`: primary subtags of the languages of the corpus; an engine uses the tagger of
    /// its settings for texts in these. `word_vectors`, `max_words`: as for
    /// `MentionModel.train`; similar words then count as alike. `max_features`: how many features of each of
    /// the two layers are kept, those with the most influence; all unless given. `progress`: is called now and
    /// then with the sentences that were learned from, each as often as it was, how many that can be at most,
    /// and the rounds that were done. What it or the handler of a signal raises ends the call.
    #[staticmethod]
    #[pyo3(signature = (
        corpus, *, format = None, rounds: "int | None" = None, patience: "int | None" = None,
        iris = None, namespace = None, names = None, dictionaries = None, languages = None,
        word_vectors = None, max_words: "int | None" = None, max_features: "int | None" = None,
        progress: "_Progress | None" = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn train(
        py: Python<'_>,
        corpus: TrainingData,
        format: Option<&str>,
        #[pyo3(from_py_with = count_given)] rounds: Option<usize>,
        #[pyo3(from_py_with = count_given)] patience: Option<usize>,
        iris: Option<Vec<(String, String)>>,
        namespace: Option<String>,
        names: Option<Vec<Vec<String>>>,
        dictionaries: Option<Vec<Py<Dictionary>>>,
        languages: Option<Vec<String>>,
        word_vectors: Option<PathBuf>,
        #[pyo3(from_py_with = count_given)] max_words: Option<usize>,
        #[pyo3(from_py_with = count_given)] max_features: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Tagger> {
        let inner = call(py, || {
            let mut training = Training::default();
            if let Some(rounds) = rounds {
                training = training.with_rounds(rounds);
            }
            if let Some(patience) = patience {
                training = training.with_patience(patience);
            }
            for (class, iri) in iris.into_iter().flatten() {
                training = training.with_iri(class, iri);
            }
            if let Some(namespace) = namespace {
                training.namespace = namespace;
            }
            for list in names.iter().flatten() {
                training = training.with_names(list.iter().map(String::as_str));
            }
            for one in dictionaries.iter().flatten() {
                training = training.with_dictionary(one.get().inner())?;
            }
            training.languages = languages.unwrap_or_default();
            if let Some(path) = word_vectors {
                training = training.with_word_classes(word_classes(&path, max_words)?);
            }
            if let Some(max_features) = max_features {
                training = training.with_max_features(max_features);
            }
            let mut report = reporter(progress.as_ref());
            entity::Tagger::train_watched(&corpus.corpus(format)?, &training, &mut report)
        })?;
        Ok(Tagger { inner, path: None })
    }

    /// Opens a saved tagger; what is not needed is not read. `revision`: the one that it is to have;
    /// another one is a `PreconditionFailed`.
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

    /// Takes the bytes of a file that `save` wrote.
    #[staticmethod]
    #[pyo3(signature = (data: "Buffer"))]
    fn from_bytes(py: Python<'_>, data: Vec<u8>) -> PyResult<Tagger> {
        let inner = call(py, || entity::Tagger::from_bytes(data))?;
        Ok(Tagger { inner, path: None })
    }

    /// A digest of the content: the same for the same content.
    #[getter]
    fn revision(&self) -> String {
        self.inner.revision()
    }

    /// Saves to one file, which replaces an older one at once or not at all.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        call(py, || self.inner.save(path))
    }

    /// The IRIs of the classes by their names.
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Dict<'py, hint::NamedTexts>> {
        let classes = PyDict::new(py);
        self.inner.classes().try_for_each(|(name, iri)| classes.set_item(name, iri))?;
        Ok(classes.into())
    }

    /// The languages of the text that it was trained on, as far as they were given.
    #[getter]
    fn languages(&self) -> Vec<String> {
        self.inner.languages().map(str::to_owned).collect()
    }

    /// Finds the names in a text or a document.
    fn recognize(&self, py: Python<'_>, text: Text<'_>) -> PyResult<Vec<Annotation>> {
        find(py, &self.inner, text, None)
    }

    /// Compares what is found in a corpus with what it says, as conlleval counts: for each class, and
    /// for `None` (all of them), a dict with `precision`, `recall`, `f1`, `expected`, `found` and
    /// `correct`. `format` as for `train`.
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
