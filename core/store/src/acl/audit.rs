//! The audit log, which records the changes of users.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::access::{AuthContext, Identity};
use super::audit_log::AuditLog;
use super::row;
use super::{Action, PagePart, PageRequest, ResourceClass, Users};
use crate::store::random::random;
use crate::store::{Change, CommitOutcome, Precondition, Table};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::Result;

/// The kinds of changed objects, in addition to the names of [`ResourceKind`](super::ResourceKind).
pub(super) const USER: &str = "user";
pub(super) const TOKEN: &str = "token";
pub(super) const API_KEY: &str = "api-key";
pub(super) const INVITATION: &str = "invitation";

/// The number of entries that are removed in one commit.
const BATCH: usize = 500;
/// The number of digits for the milliseconds at the beginning of an identifier. They are sufficient
/// until the year 11,000.
const DIGITS: usize = 15;

/// The kind of a change.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AuditAction {
    /// An object was created. For a token, the user logged in.
    Create,
    /// An object was changed.
    Update,
    /// An object was removed or revoked.
    Delete,
}

impl AuditAction {
    /// Returns the name: `create`, `update` or `delete`.
    pub const fn name(self) -> &'static str {
        match self {
            AuditAction::Create => "create",
            AuditAction::Update => "update",
            AuditAction::Delete => "delete",
        }
    }
}

/// An entry of the audit log.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AuditEntry {
    /// The unique identifier. Entries are sorted by their identifiers.
    pub id: String,
    /// The time of the change, by the clock of the process that made it.
    pub time: Timestamp,
    /// The user who made the change, or `None` for an anonymous caller who registered.
    pub user: Option<String>,
    /// The name of the API key that was used for the change.
    pub api_key: Option<String>,
    /// The kind of the change.
    pub action: AuditAction,
    /// The kind of the changed object: `user`, `token`, `api-key`, `invitation`, or a kind of
    /// resource, for example `dataset`.
    pub kind: String,
    /// The name of the changed object. For tokens it is the name of the user, for API keys
    /// `user/key`.
    pub name: String,
    /// The changed parts: `content`, `owner`, `visibility`, `password`, `role`.
    pub changed: Vec<String>,
}

/// The row of an entry. Its key is the identifier.
#[derive(Serialize, Deserialize)]
struct AuditRow<'a> {
    #[serde(rename = "u", borrow, default, skip_serializing_if = "Option::is_none")]
    user: Option<Cow<'a, str>>,
    #[serde(rename = "k", borrow, default, skip_serializing_if = "Option::is_none")]
    api_key: Option<Cow<'a, str>>,
    #[serde(rename = "a")]
    action: AuditAction,
    #[serde(rename = "w", borrow)]
    kind: Cow<'a, str>,
    #[serde(rename = "n", borrow)]
    name: Cow<'a, str>,
    #[serde(rename = "c", default, skip_serializing_if = "Vec::is_empty")]
    changed: Vec<Cow<'a, str>>,
}

impl AuthContext {
    /// Enables the audit log, and sets the time for which entries are kept. If the time is zero,
    /// there is no log.
    pub fn auditing(self, time: Duration) -> AuthContext {
        AuthContext { audit: (!time.is_zero()).then(|| AuditLog::new(time)), ..self }
    }

    /// Returns the change that adds an entry for a kind and a name, or `None` if there is no audit
    /// log. It must be in the same commit as the change that it records.
    pub(crate) fn audited(
        &self,
        by: Option<&Identity>,
        action: AuditAction,
        (kind, name): (&str, &str),
        changed: &[&str],
    ) -> Result<Option<Change>> {
        let Some(audit) = &self.audit else { return Ok(None) };
        let row = AuditRow {
            user: by.map(|user| Cow::Borrowed(user.name.as_str())),
            api_key: by.and_then(Identity::key_name).map(Cow::Borrowed),
            action,
            kind: Cow::Borrowed(kind),
            name: Cow::Borrowed(name),
            changed: changed.iter().map(|part| Cow::Borrowed(*part)).collect(),
        };
        // The number keeps the order of entries that a process adds within a millisecond.
        let number = audit.next_number();
        let others = u64::from_le_bytes(random()?);
        let id = format!("{}-{number:08x}-{others:016x}", first_id(self.moment()));
        Ok(Some(Change::put(Table::Audit, &id, Precondition::Absent, row::write(&row)?)))
    }
}

/// Returns the first identifier of a time: it sorts before all entries of this time, and after all
/// earlier entries.
fn first_id(time: SystemTime) -> String {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("{:0DIGITS$}", since.as_millis())
}

/// Returns the time of an identifier.
fn time_of(id: &str) -> Timestamp {
    let digits = id.get(..DIGITS).and_then(|digits| digits.parse().ok());
    Timestamp::from(SystemTime::UNIX_EPOCH + Duration::from_millis(digits.unwrap_or_default()))
}

/// Removes the entries that are older than the time in the settings, and returns their number.
pub(crate) fn expire_audit(access: &AuthContext) -> Result<usize> {
    let Some(first) =
        access.audit.as_ref().and_then(|audit| access.moment().checked_sub(audit.time))
    else {
        return Ok(0);
    };
    let (first, mut removed) = (first_id(first), 0);
    loop {
        let mut old = Vec::new();
        access.store().scan(Table::Audit, None, &mut |id, _| {
            let is_old = *id < *first && old.len() < BATCH;
            if is_old {
                old.push(Change::remove(Table::Audit, id, Precondition::Present));
            }
            Ok(if is_old { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        // If another process removed the same entries, nothing is left to do.
        match access.store().commit(&old, &[])? {
            CommitOutcome::Done { .. } => removed += old.len(),
            _ => return Ok(removed),
        }
        if old.len() < BATCH {
            return Ok(removed);
        }
    }
}

impl Users<'_> {
    /// Returns a part of the audit log, oldest entries first. The log records when users create,
    /// change and remove users, tokens, API keys, invitations and resources. It is kept unless the
    /// setting `access.audit` is 0. `after` of the page is the identifier of an entry. Only admins
    /// may read the log; an API key needs [`Scope::Admin`](super::Scope::Admin).
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`](glossweave_base::ErrorKind::Unauthenticated) or
    /// [`ErrorKind::Forbidden`](glossweave_base::ErrorKind::Forbidden) if the caller is not allowed
    /// to read the log.
    pub fn read_audit_log(&self, page: &PageRequest) -> Result<Vec<AuditEntry>> {
        let (action, target) = (Action::ReadAuditLog, ResourceClass::User);
        self.access.check(&self.caller, action, target, "the audit log")?;
        let mut part = PagePart::default();
        if page.is_full(0) {
            return Ok(part.things);
        }
        self.access.store.scan(Table::Audit, page.after.as_deref(), &mut |id, found| {
            let row: AuditRow<'_> = row::read(&found, "an entry of the audit log")?;
            let entry = AuditEntry {
                id: id.to_owned(),
                time: time_of(id),
                user: row.user.map(Cow::into_owned),
                api_key: row.api_key.map(Cow::into_owned),
                action: row.action,
                kind: row.kind.into_owned(),
                name: row.name.into_owned(),
                changed: row.changed.into_iter().map(Cow::into_owned).collect(),
            };
            Ok(match page.add(&mut part, found.value.len() + id.len(), entry) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            })
        })?;
        Ok(part.things)
    }
}
