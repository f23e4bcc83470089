//! The API of stored models.

use glossweave::entity::ModelInfo;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::engine_ref::EngineRef;
use crate::hint::{self, Name};
use crate::input::{Source, Strings, count_given, given, keyword_arguments};

/// The description of a stored model.
#[pyclass(frozen, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct Model {
    inner: ModelInfo,
}

impl From<ModelInfo> for Model {
    fn from(inner: ModelInfo) -> Model {
        Model { inner }
    }
}

#[pymethods]
impl Model {
    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    /// The kind: `"tagger"`, `"mentions"`, `"weights"` or `"context"`.
    #[getter]
    fn kind(&self) -> Name<hint::ModelKind> {
        self.inner.kind.into()
    }

    /// The fingerprint of the content.
    #[getter]
    fn revision(&self) -> &str {
        &self.inner.revision
    }

    /// The languages of the training corpus, if they were given.
    #[getter]
    fn languages(&self) -> Vec<String> {
        self.inner.languages.clone()
    }

    /// The IRIs of the classes of a tagger.
    #[getter]
    fn classes(&self) -> Vec<String> {
        self.inner.classes.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Model {}, {}>", self.inner.name, self.inner.kind)
    }
}

/// The taggers and mention models that were trained in an engine. All users can use them by name: a tagger as
/// a recognizer, a mention model as `mentions`.
///
/// >>> from glossweave import Engine
/// >>> session = Engine().local_session()
/// >>> session.models.train("towns", b"To O\nCork B-LOC\n", rounds=1)
/// <Model towns, tagger>
/// >>> session.models.read("towns").classes
/// ['http://nerd.eurecom.fr/ontology#Location']
/// >>> session.models.delete("towns")
/// >>> session.models.list()
/// []
#[pyclass(frozen, module = "glossweave")]
pub struct Models {
    engine: EngineRef,
}

impl From<EngineRef> for Models {
    fn from(engine: EngineRef) -> Models {
        Models { engine }
    }
}

keyword_arguments! {
    /// The options of training.
    struct ModelTraining {
        documents: String = given,
        dataset: String = given,
        languages: Strings = given,
        rounds: usize = count_given,
        cutoff: usize = count_given,
        patience: usize = count_given,
        iris: Vec<(String, String)> = given,
        namespace: String = given,
    }
}

impl ModelTraining {
    /// Returns the options as pairs with the names that the engine uses.
    fn pairs(self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        let mut add = |name, value: Option<String>| pairs.extend(value.map(|value| (name, value)));
        add("documents", self.documents);
        add("dataset", self.dataset);
        for language in self.languages.into_iter().flat_map(|languages| languages.0) {
            add("language", Some(language));
        }
        add("rounds", self.rounds.map(|count| count.to_string()));
        add("cutoff", self.cutoff.map(|count| count.to_string()));
        add("patience", self.patience.map(|count| count.to_string()));
        for (class, iri) in self.iris.into_iter().flatten() {
            add("iri", Some(format!("{class}={iri}")));
        }
        add("namespace", self.namespace);
        pairs
    }
}

#[pymethods]
impl Models {
    /// Trains a model on annotated text and stores it. An existing model of the same name is replaced. Only
    /// admins can train models.
    ///
    /// `kind`: `"tagger"`, `"mentions"`, `"weights"`, or `"context"`, which adds the sentences with linked
    /// entities to the dataset of the same name. `informat`: the format of NIF or of a document (default:
    /// CoNLL columns). `documents`: comma-separated names of stored documents to use instead of the text,
    /// which is then empty. `dataset`: the dataset whose names a mention model evaluates. `languages`: see
    /// `MentionModel.train`. `cutoff`: the minimum number of occurrences of a feature. `rounds`, `patience`,
    /// `iris`, `namespace`: see `Tagger.train`.
    ///
    /// Raises `Conflict` if a recognizer of the engine has the same name, and `DeadlineExceeded` if training
    /// takes more than half an hour.
    #[pyo3(signature = (
        name, corpus, *,
        kind: r#"Literal["tagger", "mentions", "weights", "context"] | None"# = None,
        informat = None, **options: "Unpack[_ModelTraining]"
    ))]
    fn train(
        &self,
        py: Python<'_>,
        name: &str,
        corpus: Source,
        kind: Option<String>,
        informat: Option<String>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Model> {
        let options = ModelTraining::read(options)?;
        let mut options = options.pairs();
        options.extend(kind.map(|kind| ("kind", kind)));
        options.extend(informat.map(|informat| ("informat", informat)));
        self.engine.call(py, |session| {
            let options = options.iter().map(|(name, value)| (*name, value.as_str()));
            session.models().train(name, &corpus.bytes, options).map(Model::from)
        })
    }

    /// Returns the description of a model.
    fn read(&self, py: Python<'_>, name: &str) -> PyResult<Model> {
        self.engine.call(py, |session| session.models().read(name).map(Model::from))
    }

    /// Returns the descriptions of all models, sorted by name.
    fn list(&self, py: Python<'_>) -> PyResult<Vec<Model>> {
        self.engine
            .call(py, |session| Ok(session.models().list()?.into_iter().map(Model::from).collect()))
    }

    /// Deletes a model. Only admins can delete models.
    fn delete(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.engine.call(py, |session| session.models().delete(name))
    }
}
