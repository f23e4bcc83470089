//! Descriptions of the files of models.

use std::path::PathBuf;

use glossweave::models;
use pyo3::prelude::*;

use crate::call::call;

/// An input or output of a neural model.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct TensorInfo {
    /// The name.
    name: String,
    /// The type, such as `"tensor(i32)"`; empty if the model does not say.
    data_type: String,
    /// The size of each dimension: a number, a name for one that varies, or `"?"`.
    shape: Vec<String>,
}

#[pymethods]
impl TensorInfo {
    fn __repr__(&self) -> String {
        format!("<TensorInfo {} [{}]>", self.name, self.shape.join(", "))
    }
}

impl From<models::TensorInfo> for TensorInfo {
    fn from(info: models::TensorInfo) -> TensorInfo {
        let models::TensorInfo { name, data_type, shape, .. } = info;
        TensorInfo { name, data_type, shape }
    }
}

/// The description of the file of a model. Fields that have no meaning for its kind are empty or `None`.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct ModelReport {
    /// The kind: `"token-classifier"`, `"span-classifier"`, `"sentence-encoder"`, `"tagger"`, `"mention-model"`,
    /// `"dictionary"`, `"entity-index"`, `"term-base"` or `"translation-memory"`.
    kind: &'static str,
    /// The path of the file.
    file: String,
    /// The size of the file in bytes.
    bytes: u64,
    /// A fingerprint of the content. Two files with the same one are the same model.
    identity: String,
    /// The number of constants of a neural model in memory, most of them weights.
    weights: Option<u64>,
    /// The inputs of a neural model.
    inputs: Vec<TensorInfo>,
    /// The outputs of a neural model.
    outputs: Vec<TensorInfo>,
    /// The operators of a neural model, and how often each occurs.
    operators: Vec<(String, usize)>,
    /// The classes of what the model finds, and their IRIs.
    classes: Vec<(String, String)>,
    /// The languages of the text that it was trained on, as far as the file says.
    languages: Vec<String>,
    /// The number of numbers in a vector of a sentence encoder.
    dimensions: Option<usize>,
    /// The maximum number of tokens that a neural model takes at once.
    max_tokens: Option<usize>,
    /// The kind of the tokenizer.
    tokenizer: Option<String>,
    /// The number of tokens that the tokenizer knows.
    vocabulary: Option<usize>,
    /// The number of entries of a dictionary.
    entries: Option<usize>,
    /// The name and the text of the file with the licence beside it.
    license: Option<(String, String)>,
    /// The time to open it, in milliseconds.
    open_milliseconds: f64,
    /// The tokens a second on an English text, measured now.
    tokens_per_second: Option<f64>,
    /// The bytes by which the memory of the process has grown; `None` if the system does not tell.
    memory: Option<u64>,
}

#[pymethods]
impl ModelReport {
    fn __repr__(&self) -> String {
        format!("<ModelReport {}: {}>", self.file, self.kind)
    }
}

impl From<models::ModelReport> for ModelReport {
    fn from(report: models::ModelReport) -> ModelReport {
        ModelReport {
            kind: report.kind,
            file: report.file,
            bytes: report.bytes,
            identity: report.identity,
            weights: report.weights,
            inputs: report.inputs.into_iter().map(TensorInfo::from).collect(),
            outputs: report.outputs.into_iter().map(TensorInfo::from).collect(),
            operators: report.operators,
            classes: report.classes,
            languages: report.languages,
            dimensions: report.dimensions,
            max_tokens: report.max_tokens,
            tokenizer: report.tokenizer,
            vocabulary: report.vocabulary,
            entries: report.entries,
            license: report.license.map(|license| (license.file, license.text)),
            open_milliseconds: report.open_milliseconds,
            tokens_per_second: report.tokens_per_second,
            memory: report.memory,
        }
    }
}

/// Describes the file of a model: one that this library has saved, such as a `Tagger`, or with the Cargo feature
/// `neural` a neural model, by its file or its folder. It is opened; a neural one also runs, which takes about half a
/// second.
///
/// A file that cannot be read or is damaged is a `StorageError`, one of another kind `MalformedInput`, and a neural
/// model that cannot be run, or without the feature, `Unsupported`.
///
/// >>> import tempfile
/// >>> from pathlib import Path
/// >>> from glossweave import Tagger, check_model
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     path = Path(folder) / "towns.tagger"
/// ...     Tagger.train(b"To O\nCork B-LOC\n", languages=["en"]).save(path)
/// ...     report = check_model(path)
/// >>> report.kind, report.languages, report.classes
/// ('tagger', ['en'], [('LOC', 'http://nerd.eurecom.fr/ontology#Location')])
#[pyfunction]
pub fn check_model(py: Python<'_>, path: PathBuf) -> PyResult<ModelReport> {
    Ok(call(py, || models::check(path))?.into())
}
