//! Sentence encoders in the style of Sentence-BERT.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use glossweave_base::error::Result;
use glossweave_base::model_report::ModelReport;
use glossweave_base::words::hash;

use crate::files::{MAX_FILE, MAX_MODEL, ModelFiles, TOKENIZER, read};
use crate::model::{Rows, Threads, TokenModel};
use crate::tokenizer::Tokenizer;

/// A sentence encoder that is loaded from two files: an ONNX transformer and its WordPiece tokenizer.
///
/// The vector of a text is the mean of its token vectors, normalized to length 1 (L2 norm). Each text is
/// encoded separately, so that its vector does not depend on other texts. Clones share the model.
///
/// Use a model of the Sentence Transformers library with mean pooling, for example `all-MiniLM-L6-v2`,
/// exported to ONNX. Models with 8-bit weights are also supported.
///
/// ```no_run
/// use glossweave_neural::SentenceTransformer;
/// // A folder with `model.onnx` and `tokenizer.json`.
/// let encoder = SentenceTransformer::open("/var/lib/models/minilm")?;
/// let vectors = encoder.encode(&["a fish of lakes", "a low voice"])?;
/// assert_eq!(vectors[0].len(), encoder.dimensions());
/// # Ok::<(), glossweave_base::Error>(())
/// ```
#[derive(Clone)]
pub struct SentenceTransformer {
    parts: Arc<Parts>,
}

struct Parts {
    model: TokenModel,
    tokenizer: Tokenizer,
    dimensions: usize,
    identity: String,
}

impl SentenceTransformer {
    /// Opens a folder with a model and `tokenizer.json`, or a model file whose folder contains
    /// `tokenizer.json`. In a folder, the model is `model.onnx`, or the only file `*.onnx` in the folder or
    /// its subfolder `onnx`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`SentenceTransformer::from_files`], and `ErrorKind::Invalid` if the folder
    /// contains several models.
    pub fn open(path: impl AsRef<Path>) -> Result<SentenceTransformer> {
        let files = ModelFiles::find(path.as_ref())?;
        SentenceTransformer::from_files(&files.model, files.beside(TOKENIZER))
    }

    /// Opens a model and a tokenizer file of the Tokenizers library. The model is read completely, and is run
    /// once.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if a file cannot be read, `ErrorKind::TooLarge` if the model has more
    /// than 1 GiB or the tokenizer more than 64 MiB, `ErrorKind::Malformed` if a file is not valid, and
    /// `ErrorKind::Unsupported` if the tokenizer does not use WordPiece, the model has inputs other than
    /// `input_ids`, `attention_mask` and `token_type_ids`, or its output is not one vector for each token.
    pub fn from_files(
        model: impl AsRef<Path>,
        tokenizer: impl AsRef<Path>,
    ) -> Result<SentenceTransformer> {
        let (model, tokenizer) = (model.as_ref(), tokenizer.as_ref());
        let bytes = read("model", model, MAX_MODEL)?;
        let words = read("tokenizer", tokenizer, MAX_FILE)?;
        let identity = format!("{:016x}{:016x}", hash(&bytes), hash(&words));
        let tokenizer = Tokenizer::read(&words, tokenizer)?;
        let model = TokenModel::read(bytes, model)?;
        let dimensions = model.rows(&tokenizer.tokens(""), &Threads::default())?.columns;
        Ok(SentenceTransformer {
            parts: Arc::new(Parts { model, tokenizer, dimensions, identity }),
        })
    }

    /// Returns the maximum number of tokens of a text, including the start token and the end token. Longer
    /// texts are truncated. The limit is specified in the tokenizer file, and is 256 by default.
    pub fn max_tokens(&self) -> usize {
        self.parts.tokenizer.max_tokens()
    }

    /// Returns the name of the model with its version, which is a hash of both files.
    pub fn identity(&self) -> &str {
        &self.parts.identity
    }

    /// Returns the number of dimensions of each vector.
    pub fn dimensions(&self) -> usize {
        self.parts.dimensions
    }

    /// Returns one vector for each text.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unsupported` if the model fails for a text.
    pub fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        texts.iter().map(|text| self.vector(text)).collect()
    }

    /// Adds the properties of the files to a report.
    pub(crate) fn describe(&self, report: &mut ModelReport) {
        let Parts { model, tokenizer, dimensions, identity } = &*self.parts;
        model.network().describe(report);
        report.identity.clone_from(identity);
        report.dimensions = Some(*dimensions);
        report.max_tokens = Some(tokenizer.max_tokens());
        report.vocabulary = Some(tokenizer.vocabulary());
    }

    /// Runs the model on a text. Returns the number of its tokens.
    pub(crate) fn run(&self, text: &str) -> Result<usize> {
        let tokens = self.parts.tokenizer.tokens(text);
        self.parts.model.rows(&tokens, &Threads::default())?;
        Ok(tokens.len())
    }

    fn vector(&self, text: &str) -> Result<Vec<f32>> {
        let tokens = self.parts.tokenizer.tokens(text);
        let mut vector = mean(&self.parts.model.rows(&tokens, &Threads::default())?);
        let norm = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
        if norm.is_finite() && norm > 0.0 {
            vector.iter_mut().for_each(|value| *value /= norm);
        }
        Ok(vector)
    }
}

/// Returns the mean of the rows of an output.
fn mean(rows: &Rows) -> Vec<f32> {
    let mut mean = vec![0.0_f32; rows.columns];
    for row in rows.iter() {
        mean.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
    let count = (rows.values.len() / rows.columns) as f32;
    mean.iter_mut().for_each(|sum| *sum /= count);
    mean
}

impl fmt::Debug for SentenceTransformer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SentenceTransformer")
            .field("dimensions", &self.parts.dimensions)
            .field("identity", &self.parts.identity)
            .finish_non_exhaustive()
    }
}
