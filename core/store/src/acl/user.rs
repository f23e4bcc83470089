//! A user: the public data, and changes of the stored row.

use serde::Serialize;

use super::Role;
use super::access::{AuthContext, Identity};
use super::audit::{self, AuditAction};
use super::row::{self, UserRow};
use crate::store::{Change, CommitOutcome, CounterUpdate, Precondition, Row, Table};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::shown;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The counter of admins.
pub(super) const ADMINS: &str = "admins";

/// The public data of a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct User {
    /// The name.
    pub username: String,
    /// The role.
    pub role: Role,
    /// The time of the registration.
    pub created: Timestamp,
}

/// Replaces a row. Returns the outcome if the commit is refused.
pub(super) fn replace(
    access: &AuthContext,
    name: &str,
    found: &Row,
    changed: &UserRow<'_>,
    (by, what): (Option<&Identity>, &str),
    tallies: &[CounterUpdate],
) -> Result<Option<CommitOutcome>> {
    let seen = Precondition::Revision(found.revision);
    let mut changes = vec![Change::put(Table::Users, name, seen, row::write(changed)?)];
    changes.extend(access.audited(by, AuditAction::Update, (audit::USER, name), &[what])?);
    let outcome = access.store.commit(&changes, tallies)?;
    Ok(Some(outcome).filter(|outcome| !matches!(outcome, CommitOutcome::Done { .. })))
}

/// Changes the role of a user. Returns `None` if another writer was faster.
pub(super) fn promote(
    access: &AuthContext,
    name: &str,
    found: &Row,
    role: Role,
    by: Option<&Identity>,
) -> Result<Option<User>> {
    let user: UserRow<'_> = row::read(found, "a user")?;
    let tallies = match (user.role, role) {
        (Role::User, Role::Admin) => vec![CounterUpdate::more(ADMINS.to_owned())],
        (Role::Admin, Role::User) => vec![fewer_admins()],
        _ => return Ok(Some(as_user(name, &user))),
    };
    let changed = UserRow { role, ..user };
    match replace(access, name, found, &changed, (by, "role"), &tallies)? {
        None => Ok(Some(as_user(name, &changed))),
        Some(CommitOutcome::RefusedTally(_)) => Err(last_admin(name)),
        Some(_) => Ok(None),
    }
}

/// Returns the update of the counter when an admin loses the role. It fails for the last admin.
pub(super) fn fewer_admins() -> CounterUpdate {
    CounterUpdate { counter: ADMINS.to_owned(), by: -1, within: 1..=u64::MAX }
}

/// Returns the error for a change that would remove the last admin.
pub(super) fn last_admin(name: &str) -> Error {
    Error::new(ErrorKind::Conflict, format!("the user {} is the last admin", shown(name)))
}

/// Returns the public data of a stored user.
pub(super) fn shown_as(name: &str, found: &Row) -> Result<User> {
    Ok(as_user(name, &row::read(found, "a user")?))
}

/// Returns the public data of a user.
pub(super) fn as_user(name: &str, user: &UserRow<'_>) -> User {
    User { username: name.to_owned(), role: user.role, created: user.created }
}

/// Returns the error for setting the password of a user who has none.
pub(super) fn no_password(name: &str) -> Error {
    let message = format!(
        "the user {} logs in at the OpenID provider, and has no password here",
        shown(name)
    );
    Error::new(ErrorKind::Conflict, message).with_parameter("password")
}
