//! Sentence encoders, which convert texts to vectors.

use glossweave_base::error::{Error, Result};

/// A model that converts texts to vectors, such that texts with similar meanings have vectors with similar
/// directions.
///
/// An [`EntityIndex`](crate::EntityIndex) uses an encoder to compare entities with sentences. The feature
/// `neural` of Glossweave provides an encoder that is loaded from files. A host can also implement this
/// trait.
pub trait SentenceEncoder: Send + Sync {
    /// Returns the name of the model with its version. Vectors are compared only if their identities are
    /// equal.
    fn identity(&self) -> &str;

    /// Returns the number of dimensions of each vector.
    fn dimensions(&self) -> usize;

    /// Returns one vector for each text. The vectors may have any length other than 0. The same text
    /// must always result in the same vector.
    ///
    /// # Errors
    ///
    /// Returns the errors of the model.
    fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>>;
}

#[cfg(feature = "neural")]
impl SentenceEncoder for glossweave_neural::SentenceTransformer {
    fn identity(&self) -> &str {
        self.identity()
    }

    fn dimensions(&self) -> usize {
        self.dimensions()
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        self.encode(texts)
    }
}

/// Returns one vector for each text. Returns `ErrorKind::Invalid` if the encoder returns a wrong
/// number of vectors or dimensions.
pub(crate) fn encode(encoder: &dyn SentenceEncoder, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
    let (name, dimensions) = (encoder.identity(), encoder.dimensions());
    let vectors = encoder.encode(texts)?;
    if vectors.len() != texts.len() {
        let (found, expected) = (vectors.len(), texts.len());
        return Err(Error::invalid(format!(
            "the sentence encoder `{name}` returned {found} vectors, expected {expected}"
        )));
    }
    for vector in &vectors {
        if vector.len() != dimensions {
            let found = vector.len();
            return Err(Error::invalid(format!(
                "the sentence encoder `{name}` returned a vector of {found} numbers, expected {dimensions}"
            )));
        }
        if !vector.iter().all(|value| value.is_finite()) {
            return Err(Error::invalid(format!(
                "the sentence encoder `{name}` returned a vector with a number that is not finite"
            )));
        }
    }
    Ok(vectors)
}
