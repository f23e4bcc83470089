//! Callers on whose behalf jobs run when they have gone.

use std::fmt;

use super::{AuthContext, Caller, Identity};
use crate::store::Backend;
use glossweave_base::error::{Error, ErrorKind, Result};

/// A caller without the secret of its token: the rights are looked up whenever it acts.
#[derive(Clone, PartialEq, Eq)]
pub struct Delegation {
    /// The name of the user.
    name: String,
    /// The number of the user.
    number: u64,
    /// The hash of the token or API key, `None` for the local user and for a token of an OpenID provider, which is
    /// valid for minutes only.
    hash: Option<String>,
}

impl Delegation {
    /// Returns the delegation of a caller who is a user.
    pub(crate) fn of(caller: &Caller, identity: &Identity) -> Delegation {
        let hash = match caller {
            Caller::Token(token) => token.key(),
            Caller::Job(delegation) => delegation.hash.clone(),
            Caller::Local | Caller::IdToken(_) | Caller::Anonymous => None,
        };
        Delegation { name: identity.name.clone(), number: identity.number, hash }
    }

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

impl AuthContext {
    /// Returns the user of a delegation. Returns `ErrorKind::Unauthenticated` if the user was removed, or the token
    /// or API key is no longer valid.
    pub(super) fn identify_job(&self, delegation: &Delegation) -> Result<Identity> {
        let identity = match &delegation.hash {
            None => self.user(&delegation.name)?,
            Some(hash) => self.holder(hash, <dyn Backend>::read)?,
        };
        identity.filter(|identity| identity.number == delegation.number).ok_or_else(|| {
            let message =
                "the token or key that the job was submitted with, or its user, is no longer valid";
            Error::new(ErrorKind::Unauthenticated, message)
        })
    }
}
