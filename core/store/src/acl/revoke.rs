//! Revocation of tokens.

use std::ops::ControlFlow;

use super::audit::{self, AuditAction};
use super::row::{self, TokenRow};
use super::{Action, Token, Users};
use crate::store::{Change, CommitOutcome, Precondition, Table};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of tokens in one commit.
const BATCH: usize = 500;

impl Users<'_> {
    /// Revokes a token, or the API key with this secret. Only admins may revoke it, and only from
    /// within the process.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller is not an
    /// admin, and [`ErrorKind::NotFound`] if the token does not exist.
    pub fn revoke(&self, token: &Token) -> Result<()> {
        let caller = self.allow(Action::ManageTokens, "")?;
        let none = || Error::new(ErrorKind::NotFound, "no such token");
        let key = token.key().ok_or_else(none)?;
        let by = caller.as_ref();
        if let Some(found) = self.access.store.read(Table::Tokens, &key)? {
            let token: TokenRow<'_> = row::read(&found, "a token")?;
            let mut changes =
                vec![Change::remove(Table::Tokens, &key, Precondition::Revision(found.revision))];
            let target = (audit::TOKEN, token.user.as_ref());
            changes.extend(self.access.audited(by, AuditAction::Delete, target, &[])?);
            return match self.access.store.commit(&changes, &[])? {
                CommitOutcome::Done { .. } => Ok(()),
                // Another caller has removed it.
                _ => Err(none()),
            };
        }
        match self.access.remove_key_of(&key, by)? {
            true => Ok(()),
            false => Err(none()),
        }
    }

    /// Revokes all tokens and API keys of a user. It is otherwise like [`Users::revoke`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller is not an
    /// admin, and [`ErrorKind::NotFound`] if the user does not exist.
    pub fn revoke_all(&self, name: &str) -> Result<()> {
        let caller = self.allow(Action::ManageTokens, name)?;
        let (_, user) = self.find_user(name)?;
        let target = (audit::TOKEN, name);
        let entry = self.access.audited(caller.as_ref(), AuditAction::Delete, target, &[])?;
        // The entry is committed before the removals, because there may be more tokens than fit in
        // a commit.
        let _ = self.access.store.commit(entry.as_slice(), &[])?;
        self.forget_tokens(|number| number == user.number)?;
        // The keys are removed after the tokens, because the tokens could be used to create new
        // keys.
        self.access.remove_keys(&user, caller.as_ref())
    }

    pub(super) fn forget_tokens(&self, whose: impl Fn(u64) -> bool) -> Result<()> {
        let store = &self.access.store;
        let mut changes = Vec::new();
        let flush = |changes: &mut Vec<Change>| {
            let refused = !matches!(store.commit(changes, &[])?, CommitOutcome::Done { .. });
            // A token that another caller removed in the meantime must not prevent the removal of
            // the others.
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
