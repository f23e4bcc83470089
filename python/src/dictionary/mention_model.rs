//! The model that tells where names are meant.

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

/// A model of the probability that a name of a vocabulary means an entity where it stands: `Nice` in
/// `to Nice`, but not in `Nice weather`. It may be used by any number of threads at once.
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
    /// The file that it was opened from.
    path: Option<PathBuf>,
    /// The minimum probability, if one was set.
    threshold: Option<f64>,
    /// The tagger that is asked too.
    tagger: Option<Py<Tagger>>,
}

impl MentionModel {
    /// Returns the model of the engine.
    pub fn inner(&self) -> entity::MentionModel {
        self.inner.clone()
    }

    /// Returns the call by which other processes construct it.
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

    /// Returns the same with a minimum probability and a tagger, if they are given.
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
    /// Trains on annotated text, as `Tagger.train` does, and on the places in it that `names` finds.
    ///
    /// `format`: as for `Tagger.train`. `model`: another one whose classes of words are used. `word_vectors`: a file with the vectors of words, the most frequent word first: a word and its numbers
    /// on a line. `max_words`: the number of words that are read of it, 100,000 unless given. `languages`: the
    /// languages of the corpus; text in others is searched without the model. `rounds`: how often the corpus is
    /// gone through. `progress`: as for `Tagger.train`.
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

    /// Opens a saved model. `revision`: the one that it is to have; another one is a `PreconditionFailed`.
    /// `threshold`, `tagger`: as for `with_threshold` and `with_tagger`.
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

    /// Takes the bytes of a file that `save` wrote. `threshold`, `tagger`: as for `with_threshold` and
    /// `with_tagger`.
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

    /// Returns a model that reports names with at least this probability of a mention, from 0 to 1; 0.3 unless
    /// set.
    fn with_threshold(&self, py: Python<'_>, threshold: f64) -> PyResult<MentionModel> {
        let mut inner = self.inner.clone();
        inner.set("threshold", &threshold.to_string()).map_err(|error| raise(py, error))?;
        let tagger = self.tagger.as_ref().map(|one| one.clone_ref(py));
        Ok(MentionModel { inner, path: self.path.clone(), threshold: Some(threshold), tagger })
    }

    /// Returns a model that asks a tagger too: names are found more precisely, at the speed of the tagger.
    fn with_tagger(&self, py: Python<'_>, tagger: Py<Tagger>) -> MentionModel {
        let inner = self.inner.clone().with_tagger(tagger.bind(py).get().inner());
        let (path, threshold) = (self.path.clone(), self.threshold);
        MentionModel { inner, path, threshold, tagger: Some(tagger) }
    }

    /// A digest of the content: the same for the same content.
    #[getter]
    fn revision(&self) -> String {
        self.inner.revision()
    }

    /// The languages of the text that it was trained on.
    #[getter]
    fn languages(&self) -> Vec<String> {
        self.inner.languages().map(str::to_owned).collect()
    }

    /// Saves to one file, which replaces an older one at once or not at all.
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
