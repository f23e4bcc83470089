//! Secrets, which must not be shown.

use std::fmt;

use serde::Deserialize;
use subtle::ConstantTimeEq;

/// A secret, for example a password. It is read from settings, but never shown or written.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Creates a secret from a word.
    pub fn new(word: impl Into<String>) -> Secret {
        Secret(word.into())
    }

    /// Returns the word.
    #[doc(hidden)]
    pub fn word(&self) -> &str {
        &self.0
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Secret) -> bool {
        bool::from(self.0.as_bytes().ct_eq(other.0.as_bytes()))
    }
}

impl Eq for Secret {}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret(…)")
    }
}
