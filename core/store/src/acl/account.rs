//! The users of accounts at an OpenID provider.

use std::borrow::Cow;

use super::access::{AuthContext, Identity, ReadRow};
use super::audit::{self, AuditAction};
use super::id_token::{Claims, IdToken};
use super::register::{NewUser, add, check_free};
use super::row::{self, AccountRow, UserRow};
use super::user::{ADMINS, fewer_admins};
use super::{Role, Token, Users};
use crate::store::{Backend, Change, CommitOutcome, CounterUpdate, Precondition, Row, Table};
use glossweave_base::error::{Error, ErrorKind, Result};

impl AuthContext {
    /// Returns the user of a token that an OpenID provider has signed. Creates a user for a new
    /// account, and updates the role to the role in the token.
    pub(super) fn identify_id_token(&self, token: &IdToken, read: ReadRow) -> Result<Identity> {
        let Some(verifier) = &self.verifier else {
            return Err(Error::new(ErrorKind::Unauthenticated, "the token is not valid"));
        };
        let claims = verifier.verify(token.text(), self.moment())?;
        self.user_of_account(&claims, verifier.creates_users(), read)
    }

    fn user_of_account(&self, claims: &Claims, creates: bool, read: ReadRow) -> Result<Identity> {
        let (key, mut read) = (claims.key(), read);
        loop {
            let found = read(self.store.as_ref(), Table::Accounts, &key)?;
            let account: Option<AccountRow<'_>> =
                found.as_ref().map(|found| row::read(found, "an account")).transpose()?;
            let user = match &account {
                Some(account) => self.user_from(&account.user, read)?,
                None => None,
            };
            let number = account.as_ref().map(|account| account.number);
            let identity = match (user.filter(|user| Some(user.number) == number), &found) {
                (Some(user), Some(found)) => self.follow_role(claims, &key, found, user)?,
                _ => {
                    let removed = account.as_ref().and_then(|account| account.removed);
                    if removed.is_some_and(|moment| claims.issued <= moment) {
                        let message = "the user of the token was removed: log in again";
                        return Err(Error::new(ErrorKind::Unauthenticated, message));
                    }
                    if !creates {
                        let message = "there is no user for this account of the provider";
                        return Err(Error::new(ErrorKind::Forbidden, message));
                    }
                    self.create_for(claims, &key, found.as_ref())?
                }
            };
            if let Some(identity) = identity {
                return Ok(identity);
            }
            // Another writer was faster, or the rows were cached, so they are read again.
            read = <dyn Backend>::read;
        }
    }

    /// Creates the user of an account. Returns `None` if another writer was faster.
    fn create_for(
        &self,
        claims: &Claims,
        key: &str,
        found: Option<&Row>,
    ) -> Result<Option<Identity>> {
        let name = claims.username.as_str();
        let seen = found.map_or(Precondition::Absent, |row| Precondition::Revision(row.revision));
        let role = claims.role.unwrap_or(Role::User);
        let user = NewUser { role, password: "", account: Some(key) };
        let also = |number| {
            let account = AccountRow {
                user: Cow::Borrowed(name),
                number,
                changed: claims.issued,
                removed: None,
            };
            let mut changes = vec![Change::put(Table::Accounts, key, seen, row::write(&account)?)];
            changes.extend(self.audited(None, AuditAction::Create, (audit::USER, name), &[])?);
            Ok(changes)
        };
        let added =
            check_free(self, name, false).and_then(|()| add(self, name, &user, also, Vec::new()));
        match added {
            Ok(Some(_)) => self.user(name),
            Ok(None) => Ok(None),
            Err(error) if error.kind() == ErrorKind::Conflict => {
                // Another instance may have created a user with this name for the same account.
                let now = self.store.read(Table::Accounts, key)?;
                if now.map(|row| row.revision) != found.map(|row| row.revision) {
                    return Ok(None);
                }
                let message =
                    format!("{}: the account of the provider needs another name", error.message());
                Err(error.with_message(message))
            }
            Err(error) => Err(error),
        }
    }

    /// Updates the role of a user to the role in the claims, unless a newer token has already
    /// changed it. Returns `None` if another writer was faster.
    fn follow_role(
        &self,
        claims: &Claims,
        key: &str,
        found: &Row,
        user: Identity,
    ) -> Result<Option<Identity>> {
        let account: AccountRow<'_> = row::read(found, "an account")?;
        let role = match claims.role {
            Some(role) if role != user.role && claims.issued >= account.changed => role,
            _ => return Ok(Some(user)),
        };
        let name = user.name.as_str();
        let Some(stored) = self.store.read(Table::Users, name)? else { return Ok(None) };
        let row: UserRow<'_> = row::read(&stored, "a user")?;
        if stored.revision != user.revision {
            return Ok(None);
        }
        let tallies = [match role {
            Role::Admin => CounterUpdate::more(ADMINS.to_owned()),
            Role::User => fewer_admins(),
        }];
        let changed = AccountRow { changed: claims.issued, ..account };
        let target = (audit::USER, name);
        let entry = self.audited(Some(&user), AuditAction::Update, target, &["role"])?;
        let mut changes = vec![
            Change::put(
                Table::Users,
                name,
                Precondition::Revision(stored.revision),
                row::write(&UserRow { role, ..row })?,
            ),
            Change::put(
                Table::Accounts,
                key,
                Precondition::Revision(found.revision),
                row::write(&changed)?,
            ),
        ];
        changes.extend(entry);
        match self.store.commit(&changes, &tallies)? {
            CommitOutcome::Done { revision } => Ok(Some(Identity { role, revision, ..user })),
            CommitOutcome::RefusedChange(_) => Ok(None),
            // The last admin keeps the role in the store, but calls with this token use the role of
            // the token.
            CommitOutcome::RefusedTally(_) => Ok(Some(Identity { role, ..user })),
        }
    }

    /// Returns the change that prevents old tokens of a removed user from creating a new user.
    pub(super) fn without_account(&self, user: &UserRow<'_>) -> Result<Option<Change>> {
        let Some(key) = user.account.as_deref() else { return Ok(None) };
        let Some(found) = self.store.read(Table::Accounts, key)? else { return Ok(None) };
        let account: AccountRow<'_> = row::read(&found, "an account")?;
        let removed = AccountRow { removed: Some(self.now()), ..account };
        let seen = Precondition::Revision(found.revision);
        Ok(Some(Change::put(Table::Accounts, key, seen, row::write(&removed)?)))
    }
}

impl Users<'_> {
    /// Returns a new token for the user of an account. It is like [`Users::authenticate`], with
    /// claims instead of a name and a password.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Conflict`] if the name of a new account is taken, and
    /// [`ErrorKind::Forbidden`] if the account has no user and none is created.
    #[doc(hidden)]
    pub fn authenticate_account(&self, claims: &Claims) -> Result<(Identity, Token)> {
        let creates =
            self.access.verifier.as_ref().is_some_and(|verifier| verifier.creates_users());
        loop {
            let user = self.access.user_of_account(claims, creates, <dyn Backend>::read)?;
            let name = user.name.as_str();
            let Some(found) = self.access.store.read(Table::Users, name)? else { continue };
            let row: UserRow<'_> = row::read(&found, "a user")?;
            if row.number == user.number
                && let Some(token) = self.issue(name, found.revision, &row)?
            {
                return Ok((user, token));
            }
        }
    }
}
