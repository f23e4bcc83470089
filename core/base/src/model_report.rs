//! Descriptions of model files.

use serde::Serialize;

/// An input or output of a neural model.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TensorInfo {
    /// The name.
    pub name: String,
    /// The type, for example `tensor(i32)`; empty if the model does not specify it.
    pub data_type: String,
    /// The size of each dimension: a number, a name for a variable dimension, or `?`. Empty if the model
    /// does not specify the shape.
    pub shape: Vec<String>,
}

/// The licence that was found next to a model.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LicenseInfo {
    /// The name of the file: `LICENSE`, or `README.md` with a field `license` at its start.
    pub file: String,
    /// The text, or the value of the field. At most 64 KiB are used.
    pub text: String,
}

/// The description of a model file. Fields that do not apply to its kind are empty or `None`.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ModelReport {
    /// The kind, for example `token-classifier`, `sentence-encoder` or `tagger`.
    pub kind: &'static str,
    /// The path of the file.
    pub file: String,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// A fingerprint of the content. Files with the same fingerprint contain the same model.
    pub identity: String,
    /// The number of constants of a neural model in memory, most of which are weights.
    pub weights: Option<u64>,
    /// The inputs of a neural model.
    pub inputs: Vec<TensorInfo>,
    /// The outputs of a neural model.
    pub outputs: Vec<TensorInfo>,
    /// The operators of a neural model, with the number of uses of each.
    pub operators: Vec<(String, usize)>,
    /// The classes of the entities that the model finds, and their IRIs.
    pub classes: Vec<(String, String)>,
    /// The languages of the training text, if the file specifies them.
    pub languages: Vec<String>,
    /// The number of dimensions of the vectors of a sentence encoder.
    pub dimensions: Option<usize>,
    /// The maximum number of tokens that a neural model processes at once.
    pub max_tokens: Option<usize>,
    /// The kind of the tokenizer, for example `WordPiece`.
    pub tokenizer: Option<String>,
    /// The number of tokens in the vocabulary of the tokenizer.
    pub vocabulary: Option<usize>,
    /// The number of entries of a dictionary, a term base or a translation memory.
    pub entries: Option<usize>,
    /// The licence that was found next to the file.
    pub license: Option<LicenseInfo>,
    /// The time to open the file, in milliseconds.
    pub open_milliseconds: f64,
    /// The number of tokens per second, measured on English text with one caller.
    pub tokens_per_second: Option<f64>,
    /// The growth of the process memory in bytes. `None` if the system does not report it.
    pub memory: Option<u64>,
}
