//! The model that recognizes mentions of entities.

use std::path::PathBuf;

use glossweave::entity;
use glossweave::entity::MentionTraining;
use pyo3::prelude::*;

use super::{Dictionary, Tagger};
use crate::call::call;
use crate::error::raise;
use crate::input::count_given;
use crate::pickle::{ConstructorCall, Reduced};
use crate::progress::reporter;
use crate::training_data::{TrainingData, word_classes};

/// A model of the probability that a name of a vocabulary refers to an entity in its context: for example,
/// `Nice` in `to Nice`, but not in `Nice weather`. Several threads can use a model at the same time.
///
/// >>> from glossweave import Dictionary, MentionModel
/// >>> names = Dictionary([("http://example.org/nice", "Nice")])
/// >>> text = "We O\nwent O\nto O\nNice B-LOC\n. O\n\nNice O\nweather O\n! O\n\n" * 20
/// >>> likely = names.with_mention_model(MentionModel.train(text, names))
/// >>> [(found.start, found.text) for found in likely.recognize("Nice people. We went to Nice.")]
/// [(24, 'Nice')]
#[pyclass(frozen, module = "glossweave")]
pub struct MentionModel {
    inner: entity::MentionModel,
    /// The file that the model was opened from.
    path: Option<PathBuf>,
    /// The minimum probability. `None` for the default.
    threshold: Option<f64>,
    /// The tagger that is used in addition to the model.
    tagger: Option<Py<Tagger>>,
}

impl MentionModel {
    /// Returns the model of the engine.
    pub fn inner(&self) -> entity::MentionModel {
        self.inner.clone()
    }

    /// Returns the constructor call with which other processes construct the model.
    pub fn constructor_call(&self, py: Python<'_>) -> PyResult<ConstructorCall> {
        let made = match &self.path {
            Some(path) => {
                ConstructorCall::of_file(py, "MentionModel.open", path, self.inner.revision())
            }
            None => ConstructorCall::of_bytes(
                py,
                "MentionModel.from_bytes",
                &call(py, || self.inner.to_bytes())?,
            ),
        };
        let tagger = self.tagger.as_ref();
        let tagger = tagger.map(|one| one.get().constructor_call(py)?.to_plain(py)).transpose()?;
        made?.with(py, "threshold", self.threshold)?.with(py, "tagger", tagger)
    }

    fn new(inner: entity::MentionModel, path: Option<PathBuf>) -> MentionModel {
        MentionModel { inner, path, threshold: None, tagger: None }
    }

    /// Returns the model with a minimum probability and a tagger, each if it is given.
    fn with_parts(
        self,
        py: Python<'_>,
        threshold: Option<f64>,
        tagger: Option<Py<Tagger>>,
    ) -> PyResult<MentionModel> {
        let model = match threshold {
            Some(threshold) => self.with_threshold(py, threshold)?,
            None => self,
        };
        Ok(match tagger {
            Some(tagger) => model.with_tagger(py, tagger),
            None => model,
        })
    }
}

#[pymethods]
impl MentionModel {
    /// Trains a model on annotated text, as `Tagger.train` does, and on the matches of `names` in this text.
    ///
    /// `format`: see `Tagger.train`. `model`: another model whose word classes are used. `word_vectors`: a
    /// file of word vectors, most frequent word first, with a word and its numbers on each line. `max_words`:
    /// the maximum number of words to read from that file (default: 100,000). `languages`: the languages of
    /// the corpus; texts in other languages are searched without the model. `rounds`: the number of passes
    /// over the corpus. `progress`: see `Tagger.train`.
    #[staticmethod]
    #[pyo3(signature = (
        corpus, names, *, format = None, model = None, word_vectors = None,
        max_words: "int | None" = None, languages = vec![], rounds: "int | None" = None,
        progress: "_Progress | None" = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn train(
        py: Python<'_>,
        corpus: TrainingData,
        names: &Bound<'_, Dictionary>,
        format: Option<&str>,
        model: Option<&Bound<'_, MentionModel>>,
        word_vectors: Option<PathBuf>,
        #[pyo3(from_py_with = count_given)] max_words: Option<usize>,
        languages: Vec<String>,
        #[pyo3(from_py_with = count_given)] rounds: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<MentionModel> {
        let names = names.get().inner();
        let model = model.map(Bound::get);
        let inner = call(py, || {
            let mut training = MentionTraining::default();
            training.languages = languages;
            if let Some(rounds) = rounds {
                training = training.with_rounds(rounds);
            }
            if let Some(model) = model {
                training = training.with_word_classes(model.inner.word_classes().clone());
            }
            if let Some(path) = word_vectors {
                training = training.with_word_classes(word_classes(&path, max_words)?);
            }
            let mut report = reporter(progress.as_ref());
            entity::MentionModel::train_watched(
                &corpus.corpus(format)?,
                names,
                &training,
                &mut report,
            )
        })?;
        Ok(MentionModel::new(inner, None))
    }

    /// Opens a saved model. `revision`: the expected revision; raises `PreconditionFailed` if the file has
    /// another revision. `threshold`, `tagger`: see `with_threshold` and `with_tagger`.
    #[staticmethod]
    #[pyo3(signature = (path, *, revision = None, threshold = None, tagger = None))]
    fn open(
        py: Python<'_>,
        path: PathBuf,
        revision: Option<&str>,
        threshold: Option<f64>,
        tagger: Option<Py<Tagger>>,
    ) -> PyResult<MentionModel> {
        let inner = call(py, || {
            let opened = entity::MentionModel::open(&path)?;
            match revision {
                Some(revision) => opened.at_revision(revision),
                None => Ok(opened),
            }
        })?;
        MentionModel::new(inner, Some(path)).with_parts(py, threshold, tagger)
    }

    /// Creates a model from the bytes of a file that `save` wrote. `threshold`, `tagger`: see
    /// `with_threshold` and `with_tagger`.
    #[staticmethod]
    #[pyo3(signature = (data: "Buffer", *, threshold = None, tagger = None))]
    fn from_bytes(
        py: Python<'_>,
        data: Vec<u8>,
        threshold: Option<f64>,
        tagger: Option<Py<Tagger>>,
    ) -> PyResult<MentionModel> {
        let inner = call(py, || entity::MentionModel::from_bytes(data))?;
        MentionModel::new(inner, None).with_parts(py, threshold, tagger)
    }

    /// Returns a model with this minimum probability of a mention, from 0 to 1 (default: 0.3). Names with a
    /// lower probability are not reported.
    fn with_threshold(&self, py: Python<'_>, threshold: f64) -> PyResult<MentionModel> {
        let mut inner = self.inner.clone();
        inner.set("threshold", &threshold.to_string()).map_err(|error| raise(py, error))?;
        let tagger = self.tagger.as_ref().map(|one| one.clone_ref(py));
        Ok(MentionModel { inner, path: self.path.clone(), threshold: Some(threshold), tagger })
    }

    /// Returns a model that also uses a tagger. Precision increases, and the speed drops to the speed of the
    /// tagger.
    fn with_tagger(&self, py: Python<'_>, tagger: Py<Tagger>) -> MentionModel {
        let inner = self.inner.clone().with_tagger(tagger.bind(py).get().inner());
        let (path, threshold) = (self.path.clone(), self.threshold);
        MentionModel { inner, path, threshold, tagger: Some(tagger) }
    }

    /// The digest of the content. Equal contents have equal digests.
    #[getter]
    fn revision(&self) -> String {
        self.inner.revision()
    }

    /// The languages of the training corpus.
    #[getter]
    fn languages(&self) -> Vec<String> {
        self.inner.languages().map(str::to_owned).collect()
    }

    /// Saves the model as one file. An existing file is replaced atomically.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        call(py, || self.inner.save(path))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.constructor_call(py)?.reduce(py)
    }

    fn __repr__(&self) -> String {
        format!("<MentionModel of {}>", self.inner.revision())
    }
}
