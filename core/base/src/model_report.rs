//! Descriptions of the files of models.

use serde::Serialize;

/// An input or output of a neural model.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TensorInfo {
    /// The name.
    pub name: String,
    /// The type, such as `tensor(i32)`; empty if the model does not say.
    pub data_type: String,
    /// The size of each dimension: a number, a name for one that varies, or `?`; empty if the model does not say.
    pub shape: Vec<String>,
}

/// The licence that was found beside a model.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LicenseInfo {
    /// The name of the file: `LICENSE`, or `README.md` with a field `license` at its start.
    pub file: String,
    /// The text, or the value of the field. At most 64 KiB.
    pub text: String,
}

/// The description of the file of a model. Fields that have no meaning for its kind are empty or `None`.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ModelReport {
    /// The kind, such as `token-classifier`, `sentence-encoder` or `tagger`.
    pub kind: &'static str,
    /// The path of the file.
    pub file: String,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// A fingerprint of the content. Two files with the same one are the same model.
    pub identity: String,
    /// The number of constants of a neural model in memory, most of them weights.
    pub weights: Option<u64>,
    /// The inputs of a neural model.
    pub inputs: Vec<TensorInfo>,
    /// The outputs of a neural model.
    pub outputs: Vec<TensorInfo>,
    /// The operators of a neural model, and how often each occurs.
    pub operators: Vec<(String, usize)>,
    /// The classes of what the model finds, and their IRIs.
    pub classes: Vec<(String, String)>,
    /// The languages of the text that it was trained on, as far as the file says.
    pub languages: Vec<String>,
    /// The number of numbers in a vector of a sentence encoder.
    pub dimensions: Option<usize>,
    /// The maximum number of tokens that a neural model takes at once.
    pub max_tokens: Option<usize>,
    /// The kind of the tokenizer, such as `WordPiece`.
    pub tokenizer: Option<String>,
    /// The number of tokens that the tokenizer knows.
    pub vocabulary: Option<usize>,
    /// The number of entries of a dictionary, a term base or a translation memory.
    pub entries: Option<usize>,
    /// The licence that was found beside the file.
    pub license: Option<LicenseInfo>,
    /// The time to open it, in milliseconds.
    pub open_milliseconds: f64,
    /// The tokens a second on an English text, measured when it was checked, by one caller.
    pub tokens_per_second: Option<f64>,
    /// The bytes by which the memory of the process has grown; `None` if the system does not tell.
    pub memory: Option<u64>,
}
