//! Descriptions of model files.

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
    /// The type, for example `"tensor(i32)"`. Empty if the model does not specify it.
    data_type: String,
    /// The size of each dimension: a number, a name if the size varies, or `"?"`.
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

/// The description of a model file. Fields that do not apply to its kind are empty or `None`.
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
    /// The fingerprint of the content. Files with equal fingerprints contain the same model.
    identity: String,
    /// The number of constants of a neural model in memory, most of them weights.
    weights: Option<u64>,
    /// The inputs of a neural model.
    inputs: Vec<TensorInfo>,
    /// The outputs of a neural model.
    outputs: Vec<TensorInfo>,
    /// The operators of a neural model, with the number of occurrences.
    operators: Vec<(String, usize)>,
    /// The classes of the entities that the model finds, with their IRIs.
    classes: Vec<(String, String)>,
    /// The languages of the training corpus, if the file specifies them.
    languages: Vec<String>,
    /// The number of dimensions of the vectors of a sentence encoder.
    dimensions: Option<usize>,
    /// The maximum number of tokens in one input of a neural model.
    max_tokens: Option<usize>,
    /// The kind of tokenizer.
    tokenizer: Option<String>,
    /// The number of tokens in the vocabulary of the tokenizer.
    vocabulary: Option<usize>,
    /// The number of entries of a dictionary.
    entries: Option<usize>,
    /// The name and the text of the licence file in the same folder.
    license: Option<(String, String)>,
    /// The time to open the file, in milliseconds.
    open_milliseconds: f64,
    /// The speed on an English text, in tokens per second, measured by this call.
    tokens_per_second: Option<f64>,
    /// The memory that the model uses, in bytes, measured as the growth of the process. `None` if the system
    /// does not report it.
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

/// Opens a model file and describes it: a file that this library saved, for example a `Tagger`, or, with the
/// Cargo feature `neural`, the file or folder of a neural model. A neural model is also run, which takes
/// about half a second.
///
/// Raises `StorageError` if the file cannot be read or is damaged, `MalformedInput` if it is not a model
/// file, and `Unsupported` if a neural model cannot be run or the feature is disabled.
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
