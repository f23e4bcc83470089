//! API keys: creation, use, lists and removal.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::time::Duration;

use super::access::{AuthContext, Identity, ReadRow};
use super::api_key::{ApiKey, ApiKeyOptions, NewApiKey};
use super::audit::{self, AuditAction};
use super::label::{check_expiry, check_label};
use super::name::has_shape_of_name;
use super::row::{self, KeyHashRow, KeyRow};
use super::{Action, Role, Scope, Token, Users};
use crate::store::{Change, CommitOutcome, CounterUpdate, Precondition, Table};
use glossweave_base::error::shown;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of keys of a user.
const KEYS: u64 = 100;
/// The minimum interval between two records of a use.
const RECORDED: Duration = Duration::from_secs(60);

/// Returns the prefix of the keys of a user's rows.
fn prefix(number: u64) -> String {
    format!("{number:020}/")
}

/// Returns the name of the counter of a user's keys.
fn counter(number: u64) -> String {
    format!("keys/{number}")
}

impl Users<'_> {
    /// Creates an API key. Programs use it to act as the user within its scopes, and send its
    /// secret instead of a token. Only the user may create it, logged in with the password. A user
    /// can have at most 100 keys.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller is another
    /// user or uses an API key, and for [`Scope::Admin`] if the user is not an admin. Returns
    /// [`ErrorKind::Invalid`], with the parameter `name`, `scopes` or `expires`, if the name is not
    /// valid, there is no scope, or the time is in the past. Returns [`ErrorKind::Conflict`] if the
    /// name is taken or there are 100 keys.
    pub fn create_key(&self, username: &str, options: &ApiKeyOptions) -> Result<NewApiKey> {
        let mut expired = false;
        loop {
            let caller = self.allow(Action::ManageKeys, username)?;
            let Some(user) = caller.filter(|caller| caller.name == username) else {
                let message = "a key acts as its user: only that user can create it";
                return Err(Error::new(ErrorKind::Forbidden, message));
            };
            self.check_options(&user, options)?;
            let secret = Token::random()?;
            let hash = secret.key().unwrap_or_default();
            let mut scopes = options.scopes.clone();
            scopes.sort_unstable();
            scopes.dedup();
            let row = KeyRow {
                hash: Cow::Borrowed(&hash),
                scopes,
                created: self.access.now(),
                expires: options.expires,
                used: None,
            };
            let pointer = KeyHashRow {
                user: Cow::Borrowed(username),
                number: user.number,
                name: Cow::Borrowed(&options.name),
            };
            let at = prefix(user.number) + &options.name;
            let target = format!("{username}/{}", options.name);
            let target = (audit::API_KEY, target.as_str());
            let entry = self.access.audited(Some(&user), AuditAction::Create, target, &[])?;
            let mut changes = vec![
                user.unchanged(),
                Change::put(Table::Keys, &at, Precondition::Absent, row::write(&row)?),
                Change::put(Table::KeyHashes, &hash, Precondition::Absent, row::write(&pointer)?),
            ];
            changes.extend(entry);
            let tally =
                CounterUpdate { within: 1..=KEYS, ..CounterUpdate::more(counter(user.number)) };
            let message = match self.access.store.commit(&changes, &[tally])? {
                CommitOutcome::Done { .. } => {
                    return Ok(NewApiKey { key: as_key(&options.name, row), secret });
                }
                // The user was changed or removed.
                CommitOutcome::RefusedChange(0) => continue,
                _ if !expired => {
                    // Expired keys are removed, because they still count.
                    expired = true;
                    expire_keys(self.access)?;
                    continue;
                }
                CommitOutcome::RefusedChange(_) => {
                    format!("the name {} is taken", shown(&options.name))
                }
                CommitOutcome::RefusedTally(_) => {
                    format!("{} has reached the limit of {KEYS} keys: revoke one", shown(username))
                }
            };
            return Err(Error::new(ErrorKind::Conflict, message).with_parameter("name"));
        }
    }

    fn check_options(&self, user: &Identity, options: &ApiKeyOptions) -> Result<()> {
        check_label(&options.name)?;
        if options.scopes.is_empty() {
            return Err(Error::invalid("`scopes` is missing").with_parameter("scopes"));
        }
        if options.scopes.contains(&Scope::Admin) && user.role != Role::Admin {
            let message = "only the keys of admins have the scope `admin`";
            return Err(Error::new(ErrorKind::Forbidden, message).with_parameter("scopes"));
        }
        check_expiry(self.access, options.expires)
    }

    /// Returns the API keys of a user that have not expired, sorted by name. Only the user and
    /// admins may list them, logged in with a password.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller is not
    /// allowed to list the keys, and [`ErrorKind::NotFound`] if the user does not exist.
    pub fn list_keys(&self, username: &str) -> Result<Vec<ApiKey>> {
        self.allow(Action::ManageKeys, username)?;
        let (_, user) = self.find_user(username)?;
        let now = self.access.now();
        let mut keys = Vec::new();
        self.access.scan_keys(user.number, &mut |name, key| {
            if key.is_valid(now) {
                keys.push(as_key(name, key));
            }
        })?;
        Ok(keys)
    }

    /// Returns an API key. The same callers are allowed as in [`Users::list_keys`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Users::list_keys`], and [`ErrorKind::NotFound`] if the key does not
    /// exist.
    pub fn read_key(&self, username: &str, name: &str) -> Result<ApiKey> {
        let key = self.list_keys(username)?.into_iter().find(|key| key.name == name);
        key.ok_or_else(|| no_key(name))
    }

    /// Revokes an API key, so that it stops working immediately. The same callers are allowed as in
    /// [`Users::list_keys`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Users::read_key`].
    pub fn revoke_key(&self, username: &str, name: &str) -> Result<()> {
        let caller = self.allow(Action::ManageKeys, username)?;
        let (_, user) = self.find_user(username)?;
        let by = Some((username, caller.as_ref()));
        match has_shape_of_name(name) && self.access.remove_key(user.number, name, by)? {
            true => Ok(()),
            false => Err(no_key(name)),
        }
    }
}

impl AuthContext {
    /// Returns the user of the API key whose secret has this hash, and records the use.
    pub(super) fn holder_of_key(&self, hash: &str, read: ReadRow) -> Result<Option<Identity>> {
        let Some(found) = read(self.store.as_ref(), Table::KeyHashes, hash)? else {
            return Ok(None);
        };
        let KeyHashRow { user, number, name } = row::read(&found, "an API key")?;
        let at = prefix(number) + &name;
        let Some(found) = read(self.store.as_ref(), Table::Keys, &at)? else { return Ok(None) };
        let key: KeyRow<'_> = row::read(&found, "an API key")?;
        let now = self.now();
        let identity = self.user_from(&user, read)?.filter(|identity| identity.number == number);
        let Some(mut identity) = identity.filter(|_| key.is_valid(now) && key.hash == hash) else {
            return Ok(None);
        };
        // If the clock was set back, the use is recorded.
        let since = key.used.and_then(|used| self.moment().duration_since(used.into()).ok());
        if since.is_none_or(|since| since >= RECORDED) {
            let value = row::write(&KeyRow { used: Some(now), ..key.clone() })?;
            let seen = Precondition::Revision(found.revision);
            // The key is valid even if the commit fails, for example because another call was
            // faster or the disk is full.
            let _ = self.store.commit(&[Change::put(Table::Keys, &at, seen, value)], &[]);
        }
        let mut scopes = key.scopes;
        // The user may have been an admin only when the key was created.
        scopes.retain(|scope| *scope != Scope::Admin || identity.role == Role::Admin);
        if !scopes.contains(&Scope::Admin) {
            identity.role = Role::User;
        }
        identity.key = Some((name.into_owned(), scopes));
        Ok(Some(identity))
    }

    /// Passes the keys of a user and their names to a function.
    fn scan_keys(&self, number: u64, visit: &mut dyn FnMut(&str, KeyRow<'_>)) -> Result<()> {
        let prefix = prefix(number);
        self.store.scan(Table::Keys, Some(&prefix), &mut |key, found| {
            let Some(name) = key.strip_prefix(&prefix) else { return Ok(ControlFlow::Break(())) };
            visit(name, row::read(&found, "an API key")?);
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Returns the changes that remove all keys of a user. The commit fails if the user gets
    /// another key in the meantime.
    pub(super) fn without_keys(&self, number: u64) -> Result<(Vec<Change>, CounterUpdate)> {
        let mut changes = Vec::new();
        self.scan_keys(number, &mut |name, key| changes.extend(removal(number, name, &key.hash)))?;
        // Each key has two rows.
        let count = changes.len() / 2;
        let fewer = CounterUpdate { counter: counter(number), by: -(count as i64), within: 0..=0 };
        Ok((changes, fewer))
    }

    /// Removes a key. `by` is the user of the key and the caller who removes it, or `None` if the
    /// key has expired. Returns `false` if the key does not exist.
    pub(super) fn remove_key(
        &self,
        number: u64,
        name: &str,
        by: Option<(&str, Option<&Identity>)>,
    ) -> Result<bool> {
        let at = prefix(number) + name;
        loop {
            let Some(found) = self.store.read(Table::Keys, &at)? else { return Ok(false) };
            let key: KeyRow<'_> = row::read(&found, "an API key")?;
            let mut changes = removal(number, name, &key.hash).to_vec();
            if let Some((user, by)) = by {
                let target = format!("{user}/{name}");
                let target = (audit::API_KEY, target.as_str());
                changes.extend(self.audited(by, AuditAction::Delete, target, &[])?);
            }
            let fewer = CounterUpdate::less(counter(number));
            match self.store.commit(&changes, &[fewer])? {
                CommitOutcome::Done { .. } => return Ok(true),
                CommitOutcome::RefusedChange(_) => {}
                CommitOutcome::RefusedTally(_) => {
                    let message = "the number of API keys is damaged";
                    return Err(Error::new(ErrorKind::Storage, message));
                }
            }
        }
    }

    /// Removes the key whose secret has this hash. Returns `false` if it does not exist.
    pub(super) fn remove_key_of(&self, hash: &str, by: Option<&Identity>) -> Result<bool> {
        let Some(found) = self.store.read(Table::KeyHashes, hash)? else { return Ok(false) };
        let KeyHashRow { user, number, name } = row::read(&found, "an API key")?;
        self.remove_key(number, &name, Some((&user, by)))
    }

    /// Removes all keys of a user.
    pub(super) fn remove_keys(&self, user: &Identity, by: Option<&Identity>) -> Result<()> {
        let mut names = Vec::new();
        self.scan_keys(user.number, &mut |name, _| names.push(name.to_owned()))?;
        let by = Some((user.name.as_str(), by));
        names.iter().try_for_each(|name| self.remove_key(user.number, name, by).map(drop))
    }
}

/// Removes the expired keys, and returns their number.
pub(crate) fn expire_keys(access: &AuthContext) -> Result<usize> {
    let now = access.now();
    let mut expired = Vec::new();
    access.store.scan(Table::Keys, None, &mut |key, found| {
        if !row::read::<KeyRow<'_>>(&found, "an API key")?.is_valid(now)
            && let Some((number, name)) = key.split_once('/')
            && let Ok(number) = number.parse()
        {
            expired.push((number, name.to_owned()));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let mut removed = 0;
    for (number, name) in expired {
        removed += usize::from(access.remove_key(number, &name, None)?);
    }
    Ok(removed)
}

fn removal(number: u64, name: &str, hash: &str) -> [Change; 2] {
    [
        Change::remove(Table::KeyHashes, hash, Precondition::Present),
        Change::remove(Table::Keys, &(prefix(number) + name), Precondition::Present),
    ]
}

fn as_key(name: &str, row: KeyRow<'_>) -> ApiKey {
    let KeyRow { scopes, created, expires, used, .. } = row;
    ApiKey { name: name.to_owned(), scopes, created, expires, last_used: used }
}

fn no_key(name: &str) -> Error {
    Error::new(ErrorKind::NotFound, format!("no key {}", shown(name)))
}
