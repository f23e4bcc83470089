//! Callers on whose behalf jobs run later.

use std::fmt;

/// A caller without the secret of the token. The rights are looked up when the job acts.
#[derive(Clone, PartialEq, Eq)]
pub struct Delegation {
    /// The name of the user.
    pub(super) name: String,
    /// The number of the user.
    pub(super) number: u64,
    /// The hash of the token or API key. It is `None` for the local user, and for tokens of an
    /// OpenID provider because they expire within minutes.
    hash: Option<String>,
}

impl Delegation {
    /// Creates a delegation from its fields in a row.
    pub(crate) fn new(name: String, number: u64, hash: Option<String>) -> Delegation {
        Delegation { name, number, hash }
    }

    pub(crate) fn hash(&self) -> Option<&str> {
        self.hash.as_deref()
    }
}

impl fmt::Debug for Delegation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Delegation").field("number", &self.number).finish_non_exhaustive()
    }
}
