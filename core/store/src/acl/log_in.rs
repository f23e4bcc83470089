//! Log-in with a user name and a password.

use std::borrow::Cow;

use super::access::{AuthContext, Identity};
use super::audit::{self, AuditAction};
use super::name::check_name;
use super::row::{self, TokenRow, UserRow};
use super::throttle::Attempt;
use super::{Token, Users};
use crate::store::{Change, CommitOutcome, Precondition, Table};
use glossweave_base::error::{Error, ErrorKind, Result};

impl Users<'_> {
    /// Returns a new token for a user name and a password. The token never expires. The token of
    /// the caller is not checked, because callers log in when their old token is no longer valid.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] if the password is wrong or the user does not exist,
    /// without a difference. Returns [`ErrorKind::Throttled`], with the time to wait, after five
    /// consecutive failures for a name from one address, or a hundred for a name from all addresses
    /// together. From an address where the user has logged in before, the right password is never
    /// refused.
    pub fn authenticate(&self, username: &str, password: &str) -> Result<Token> {
        let AuthContext { store, passwords, .. } = self.access;
        // The store is used first, because a forked child must get its error before it waits for a
        // lock that may never be released.
        let found = match check_name(username) {
            Ok(()) => store.read(Table::Users, username)?,
            Err(_) => None,
        };
        let attempt = Attempt::new(self.access, username, self.address);
        let is_known = attempt.is_known()?;
        if !is_known {
            attempt.check()?;
        }
        let user: Option<UserRow<'_>> =
            found.as_ref().map(|found| row::read(found, "a user")).transpose()?;
        let hashed = user.as_ref().and_then(UserRow::hash);
        let matches = passwords.matches(password, hashed)?;
        // Checked again, so that concurrent guesses reveal no more than consecutive guesses.
        if !(is_known && matches) {
            attempt.check()?;
        }
        let token = match (&found, &user) {
            (Some(found), Some(user)) if matches => self.issue(username, found.revision, user)?,
            _ => None,
        };
        match token {
            Some(token) => {
                attempt.succeed()?;
                Ok(token)
            }
            None => {
                attempt.count()?;
                let message = "the user name or the password is wrong";
                Err(Error::new(ErrorKind::Unauthenticated, message))
            }
        }
    }

    /// Stores a new token. Returns `None` if the password was changed since it was checked, or if
    /// the user was removed.
    pub(super) fn issue(&self, name: &str, seen: u64, user: &UserRow<'_>) -> Result<Option<Token>> {
        let store = &self.access.store;
        let token = Token::random()?;
        let Some(key) = token.key() else { return Ok(None) };
        let value = row::write(&TokenRow { user: Cow::Borrowed(name), number: user.number })?;
        let mut revision = seen;
        let by = Identity {
            name: name.to_owned(),
            number: user.number,
            role: user.role,
            revision,
            key: None,
        };
        let entry =
            self.access.audited(Some(&by), AuditAction::Create, (audit::TOKEN, name), &[])?;
        loop {
            let mut changes = vec![
                Change::keep(Table::Users, name, Precondition::Revision(revision)),
                Change::put(Table::Tokens, &key, Precondition::Absent, value.clone()),
            ];
            changes.extend(entry.clone());
            if let CommitOutcome::Done { .. } = store.commit(&changes, &[])? {
                return Ok(Some(token));
            }
            let Some(found) = store.read(Table::Users, name)? else { return Ok(None) };
            let now: UserRow<'_> = row::read(&found, "a user")?;
            if now.number != user.number || now.password != user.password {
                return Ok(None);
            }
            revision = found.revision;
        }
    }
}
