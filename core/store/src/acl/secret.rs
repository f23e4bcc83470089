//! Secrets, which must not be shown.

use std::fmt;

use serde::Deserialize;
use subtle::ConstantTimeEq;

use glossweave_base::error::{Error, Kind, Result};

/// A secret such as a password: read from settings, never shown and never written.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
/// use glossweave::acl::Secret;
/// assert_eq!(format!("{:?}", Secret::new("correct horse")), "Secret(…)");
/// ```
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Creates a secret from a word.
    pub fn new(word: impl Into<String>) -> Secret {
        Secret(word.into())
    }

    pub(super) fn word(&self) -> &str {
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

/// Returns random bytes of the operating system.
pub(super) fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        Error::new(Kind::Internal, "the machine gives no random numbers").because(error)
    })?;
    Ok(bytes)
}
