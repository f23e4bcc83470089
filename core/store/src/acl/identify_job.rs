//! The users on whose behalf jobs run.

use super::{AuthContext, Caller, Delegation, Identity};
use crate::store::Backend;
use glossweave_base::error::{Error, ErrorKind, Result};

impl Delegation {
    /// Returns the delegation of a caller who is a user.
    pub(crate) fn of(caller: &Caller, identity: &Identity) -> Delegation {
        let hash = match caller {
            Caller::Token(token) => token.key(),
            Caller::Job(delegation) => delegation.hash().map(str::to_owned),
            Caller::Local | Caller::IdToken(_) | Caller::Anonymous => None,
        };
        Delegation::new(identity.name.clone(), identity.number, hash)
    }
}

impl AuthContext {
    /// Returns the user of a delegation. Returns `ErrorKind::Unauthenticated` if the user was
    /// removed, or if the token or API key is no longer valid.
    pub(super) fn identify_job(&self, delegation: &Delegation) -> Result<Identity> {
        let identity = match delegation.hash() {
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
