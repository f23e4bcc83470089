//! The end of tokens.

use std::ops::ControlFlow;

use super::row::{self, TokenRow};
use super::{Action, Token, Users};
use crate::store::{Change, CommitOutcome, Precondition, Table};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of tokens in one commit.
const BATCH: usize = 500;

impl Users<'_> {
    /// Makes a token, or the API key with this secret, stop working. Only admins may, and only from within
    /// the process.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller is not an admin;
    /// [`ErrorKind::NotFound`] if the token is nobody's.
    pub fn revoke(&self, token: &Token) -> Result<()> {
        self.allow(Action::ManageTokens, "")?;
        let none = || Error::new(ErrorKind::NotFound, "no such token");
        let key = token.key().ok_or_else(none)?;
        let removed = Change::remove(Table::Tokens, &key, Precondition::Present);
        match self.access.store.commit(&[removed], &[])? {
            CommitOutcome::Done { .. } => Ok(()),
            _ if self.access.remove_key_of(&key)? => Ok(()),
            _ => Err(none()),
        }
    }

    /// Makes all tokens and API keys of a user stop working, like [`Users::revoke`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller is not an admin;
    /// [`ErrorKind::NotFound`] if there is no such user.
    pub fn revoke_all(&self, name: &str) -> Result<()> {
        self.allow(Action::ManageTokens, name)?;
        let (_, user) = self.found(name)?;
        self.forget_tokens(|number| number == user.number)?;
        // After the tokens, with which new keys could be created.
        self.access.remove_keys(user.number)
    }

    pub(super) fn forget_tokens(&self, whose: impl Fn(u64) -> bool) -> Result<()> {
        let store = &self.access.store;
        let mut changes = Vec::new();
        let flush = |changes: &mut Vec<Change>| {
            let refused = !matches!(store.commit(changes, &[])?, CommitOutcome::Done { .. });
            // One that somebody else removed in between must not keep the others.
            for change in changes.drain(..).filter(|_| refused) {
                let _ = store.commit(&[change], &[])?;
            }
            Ok::<_, Error>(())
        };
        store.scan(Table::Tokens, None, &mut |key, found| {
            let token: TokenRow<'_> = row::read(&found, "a token")?;
            if whose(token.number) {
                changes.push(Change::remove(Table::Tokens, key, Precondition::Present));
            }
            if changes.len() >= BATCH {
                flush(&mut changes)?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        flush(&mut changes)
    }
}
