//! Sentence encoders of the kind of Sentence-BERT.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::words::hash;
use glossweave_entity::SentenceEncoder;

use crate::model::TokenModel;
use crate::tokenizer::Tokenizer;

/// The name of the file of the model in a folder.
const MODEL: &str = "model.onnx";
/// The name of the file of the tokenizer in a folder.
const TOKENIZER: &str = "tokenizer.json";
/// The maximum size of a model in bytes.
const MAX_MODEL: u64 = 1 << 30;
/// The maximum size of a tokenizer in bytes.
const MAX_TOKENIZER: u64 = 64 << 20;

/// A sentence encoder from two files: a transformer in ONNX, and its WordPiece tokenizer.
///
/// The vector of a text is the mean of the vectors of its tokens, divided by its length (L2 norm). Each text is
/// encoded by itself, so that its vector does not depend on others. Clones share the model.
///
/// Models are those of the Sentence Transformers library with mean pooling, such as `all-MiniLM-L6-v2`, exported to
/// ONNX, also with weights of 8 bits.
///
/// ```no_run
/// use glossweave_entity::SentenceEncoder;
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
    /// Opens the files `model.onnx` and `tokenizer.json` of a folder.
    ///
    /// # Errors
    ///
    /// As for [`SentenceTransformer::from_files`].
    pub fn open(folder: impl AsRef<Path>) -> Result<SentenceTransformer> {
        let folder = folder.as_ref();
        SentenceTransformer::from_files(folder.join(MODEL), folder.join(TOKENIZER))
    }

    /// Opens a model and a tokenizer of the form of the Tokenizers library. The model is read as a whole, and is run
    /// once.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if a file cannot be read, [`ErrorKind::TooLarge`] if the model has more than
    /// 1 GiB or the tokenizer more than 64 MiB, [`ErrorKind::Malformed`] if a file is not of its form, and
    /// [`ErrorKind::Unsupported`] if the tokenizer is not one of WordPiece, or the model has other inputs than
    /// `input_ids`, `attention_mask` and `token_type_ids`, or another output than one vector for each token.
    pub fn from_files(
        model: impl AsRef<Path>,
        tokenizer: impl AsRef<Path>,
    ) -> Result<SentenceTransformer> {
        let (model, tokenizer) = (model.as_ref(), tokenizer.as_ref());
        let bytes = read("model", model, MAX_MODEL)?;
        let words = read("tokenizer", tokenizer, MAX_TOKENIZER)?;
        let identity = format!("{:016x}{:016x}", hash(&bytes), hash(&words));
        let tokenizer = Tokenizer::read(&words, tokenizer)?;
        let model = TokenModel::read(bytes, model)?;
        let dimensions = model.mean(&tokenizer.tokens(""))?.len();
        Ok(SentenceTransformer {
            parts: Arc::new(Parts { model, tokenizer, dimensions, identity }),
        })
    }

    /// Returns the maximum number of tokens of a text, with one at its start and one at its end. The rest of a longer
    /// text is left out. It is the number in the file of the tokenizer, or 256.
    pub fn max_tokens(&self) -> usize {
        self.parts.tokenizer.max_tokens()
    }

    fn vector(&self, text: &str) -> Result<Vec<f32>> {
        let mut vector = self.parts.model.mean(&self.parts.tokenizer.tokens(text))?;
        let norm = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
        if norm.is_finite() && norm > 0.0 {
            vector.iter_mut().for_each(|value| *value /= norm);
        }
        Ok(vector)
    }
}

impl SentenceEncoder for SentenceTransformer {
    fn identity(&self) -> &str {
        &self.parts.identity
    }

    fn dimensions(&self) -> usize {
        self.parts.dimensions
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        texts.iter().map(|text| self.vector(text)).collect()
    }
}

impl fmt::Debug for SentenceTransformer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SentenceTransformer")
            .field("dimensions", &self.parts.dimensions)
            .field("identity", &self.parts.identity)
            .finish_non_exhaustive()
    }
}

fn read(what: &str, path: &Path, most: u64) -> Result<Vec<u8>> {
    let failed = |cause: std::io::Error| {
        let message = format!("the {what} `{}` cannot be read: {cause}", path.display());
        Error::new(ErrorKind::Storage, message).because(cause)
    };
    let file = File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > most {
        let message = format!("the {what} `{}` has more than {most} bytes", path.display());
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    Ok(bytes)
}
