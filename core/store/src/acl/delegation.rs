//! Callers on whose behalf jobs run when they have gone.

use std::fmt;

/// A caller without the secret of its token: the rights are looked up whenever it acts.
#[derive(Clone, PartialEq, Eq)]
pub struct Delegation {
    /// The name of the user.
    pub(super) name: String,
    /// The number of the user.
    pub(super) number: u64,
    /// The hash of the token or API key, `None` for the local user and for a token of an OpenID provider, which is
    /// valid for minutes only.
    hash: Option<String>,
}

impl Delegation {
    /// Returns the delegation that a row has.
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
