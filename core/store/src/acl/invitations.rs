//! Invitations: creation, lists, removal, and the right to register.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::access::{AuthContext, Identity};
use super::audit::{self, AuditAction};
use super::invitation::{Invitation, InvitationOptions, NewInvitation, Registration};
use super::label::{check_expiry, check_label};
use super::name::shown;
use super::row::{self, InvitationRow};
use super::{Action, ResourceClass, Role, Token, Users};
use crate::store::{Change, CommitOutcome, CounterUpdate, Precondition, Table};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of invitations.
const INVITATIONS: u64 = 1_000;
/// The counter of invitations.
const COUNTER: &str = "invitations";

/// An invitation that was found.
pub(super) struct Found {
    hash: String,
    revision: u64,
    shown: Invitation,
}

impl Found {
    /// Returns the role of the user who registers with it.
    pub fn role(&self) -> Role {
        self.shown.role
    }

    /// Returns the change that removes it, if nobody else has.
    pub fn removal(&self) -> Change {
        Change::remove(Table::Invitations, &self.hash, Precondition::Revision(self.revision))
    }

    /// Returns the updates of the counters for its removal.
    pub fn fewer(&self) -> [CounterUpdate; 2] {
        [CounterUpdate::less(counter(&self.shown.name)), CounterUpdate::less(COUNTER.to_owned())]
    }
}

/// Returns the name of the counter of the invitations of a name: there is at most one.
fn counter(name: &str) -> String {
    format!("invitation/{name}")
}

impl<'a> Users<'a> {
    /// Sets the code of an invitation, which [`Users::create`] uses up. It is used also where none is needed.
    pub fn with_invitation(self, code: Token) -> Users<'a> {
        Users { invitation: Some(code), ..self }
    }

    /// Creates an invitation, with whose code one user can be registered where the setting `registration` is
    /// `invitation`. Only admins may, also by an API key with [`Scope::Admin`](super::Scope::Admin). There are at
    /// most 1,000.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller may not;
    /// [`ErrorKind::Invalid`], with the parameter `name` or `expires`, if the name cannot be one, and for a time that
    /// is over; [`ErrorKind::Conflict`] if the name is taken or there are 1,000 invitations.
    pub fn create_invitation(&self, options: &InvitationOptions) -> Result<NewInvitation> {
        let by = self.may_invite()?;
        check_label(&options.name)?;
        check_expiry(self.access, options.expires)?;
        let mut expired = false;
        loop {
            let code = Token::random()?;
            let hash = code.key().unwrap_or_default();
            let row = InvitationRow {
                name: Cow::Borrowed(&options.name),
                role: options.role,
                created: self.access.now(),
                expires: options.expires,
            };
            let value = row::write(&row)?;
            let mut changes =
                vec![Change::put(Table::Invitations, &hash, Precondition::Absent, value)];
            let target = (audit::INVITATION, options.name.as_str());
            let entry = self.access.audited(by.as_ref(), AuditAction::Create, target, &[])?;
            changes.extend(entry);
            let more = [
                CounterUpdate { within: 1..=1, ..CounterUpdate::more(counter(&options.name)) },
                CounterUpdate {
                    within: 1..=INVITATIONS,
                    ..CounterUpdate::more(COUNTER.to_owned())
                },
            ];
            let message = match self.access.store.commit(&changes, &more)? {
                CommitOutcome::Done { .. } => {
                    return Ok(NewInvitation { invitation: as_invitation(row), code });
                }
                // Another code: two are never the same.
                CommitOutcome::RefusedChange(_) => continue,
                _ if !expired => {
                    // What has expired is gone for everybody but the store.
                    expired = true;
                    expire_invitations(self.access)?;
                    continue;
                }
                CommitOutcome::RefusedTally(0) => {
                    format!("the name {} is taken", shown(&options.name))
                }
                CommitOutcome::RefusedTally(_) => {
                    format!("there are {INVITATIONS} invitations, as many as allowed: revoke one")
                }
            };
            return Err(Error::new(ErrorKind::Conflict, message).with_parameter("name"));
        }
    }

    /// Returns the invitations that are valid, in the order of their names. Only admins may.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller may not.
    pub fn list_invitations(&self) -> Result<Vec<Invitation>> {
        self.may_invite()?;
        let now = self.access.now();
        let mut valid = Vec::new();
        self.access.scan_invitations(&mut |found| {
            if found.shown.expires.is_none_or(|moment| now < moment) {
                valid.push(found.shown);
            }
        })?;
        valid.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        Ok(valid)
    }

    /// Returns an invitation that is valid. Only admins may.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Users::list_invitations`], and [`ErrorKind::NotFound`] if there is none.
    pub fn read_invitation(&self, name: &str) -> Result<Invitation> {
        let found = self.list_invitations()?.into_iter().find(|one| one.name == name);
        found.ok_or_else(|| no_invitation(name))
    }

    /// Revokes an invitation, whose code stops working at once. Only admins may.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Users::read_invitation`].
    pub fn revoke_invitation(&self, name: &str) -> Result<()> {
        let by = self.may_invite()?;
        let mut named = None;
        self.access.scan_invitations(&mut |found| {
            if found.shown.name == name {
                named = Some(found);
            }
        })?;
        match named {
            Some(found) => {
                let target = (audit::INVITATION, name);
                let entry = self.access.audited(by.as_ref(), AuditAction::Delete, target, &[])?;
                match self.access.remove_invitation(&found, entry)? {
                    true => Ok(()),
                    false => Err(no_invitation(name)),
                }
            }
            None => Err(no_invitation(name)),
        }
    }

    fn may_invite(&self) -> Result<Option<Identity>> {
        let (action, target) = (Action::ManageInvitations, ResourceClass::User);
        self.access.check(&self.caller, action, target, "the list of invitations")
    }

    /// Checks that the caller may register a user, and returns the invitation that is used up by it.
    pub(super) fn invited(&self, by_admin: bool) -> Result<Option<Found>> {
        let forbidden = |message: &str| Error::new(ErrorKind::Forbidden, message);
        match (self.access.registration, &self.invitation) {
            (Registration::Closed, _) if !by_admin => {
                Err(forbidden("registration is closed: only admins register users"))
            }
            (Registration::Invitation, None) if !by_admin => {
                let message = "registration needs an invitation: `invitation` is missing";
                Err(forbidden(message).with_parameter("invitation"))
            }
            (_, None) => Ok(None),
            (_, Some(code)) => match self.access.invitation_of(code)? {
                Some(found) => Ok(Some(found)),
                None => Err(used_up()),
            },
        }
    }
}

impl AuthContext {
    /// Returns the valid invitation of a code.
    fn invitation_of(&self, code: &Token) -> Result<Option<Found>> {
        let Some(hash) = code.key() else { return Ok(None) };
        let Some(found) = self.store.read(Table::Invitations, &hash)? else { return Ok(None) };
        let shown = as_invitation(row::read(&found, "an invitation")?);
        let now = self.now();
        let is_valid = shown.expires.is_none_or(|moment| now < moment);
        Ok(is_valid.then_some(Found { hash, revision: found.revision, shown }))
    }

    /// Passes the invitations to a function, those too that have expired.
    fn scan_invitations(&self, visit: &mut dyn FnMut(Found)) -> Result<()> {
        self.store.scan(Table::Invitations, None, &mut |hash, found| {
            let shown = as_invitation(row::read(&found, "an invitation")?);
            visit(Found { hash: hash.to_owned(), revision: found.revision, shown });
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Removes an invitation, with an entry of the audit log. Returns `false` if another caller has, or it was used.
    fn remove_invitation(&self, found: &Found, entry: Option<Change>) -> Result<bool> {
        let mut changes = vec![found.removal()];
        changes.extend(entry);
        match self.store.commit(&changes, &found.fewer())? {
            CommitOutcome::Done { .. } => Ok(true),
            CommitOutcome::RefusedChange(_) => Ok(false),
            CommitOutcome::RefusedTally(_) => Err(miscounted()),
        }
    }
}

/// Removes the invitations that have expired, and returns their number.
pub(crate) fn expire_invitations(access: &AuthContext) -> Result<usize> {
    let now = access.now();
    let mut expired = Vec::new();
    access.scan_invitations(&mut |found| {
        if found.shown.expires.is_some_and(|moment| moment <= now) {
            expired.push(found);
        }
    })?;
    let mut removed = 0;
    for found in expired {
        removed += usize::from(access.remove_invitation(&found, None)?);
    }
    Ok(removed)
}

/// Creates the error for a code that nobody can register with.
pub(super) fn used_up() -> Error {
    let message =
        "the invitation is not valid: it was used or revoked, has expired, or never was one";
    Error::new(ErrorKind::Forbidden, message).with_parameter("invitation")
}

/// Creates the error for counters that do not fit the rows.
pub(super) fn miscounted() -> Error {
    Error::new(ErrorKind::Storage, "the number of invitations is not as it was written")
}

fn as_invitation(row: InvitationRow<'_>) -> Invitation {
    let InvitationRow { name, role, created, expires } = row;
    Invitation { name: name.into_owned(), role, created, expires }
}

fn no_invitation(name: &str) -> Error {
    Error::new(ErrorKind::NotFound, format!("no invitation {}", shown(name)))
}
