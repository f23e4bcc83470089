//! Invitations: creation, lists, removal, and the permission to register.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::access::{AuthContext, Identity};
use super::audit::{self, AuditAction};
use super::invitation::{Invitation, InvitationOptions, NewInvitation, Registration};
use super::label::{check_expiry, check_label};
use super::row::{self, InvitationRow};
use super::{Action, ResourceClass, Role, Token, Users};
use crate::store::{Change, CommitOutcome, CounterUpdate, Precondition, Table};
use glossweave_base::error::shown;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of invitations.
const INVITATIONS: u64 = 1_000;
/// The counter of invitations.
const COUNTER: &str = "invitations";

/// An invitation in the store.
pub(super) struct StoredInvitation {
    hash: String,
    revision: u64,
    shown: Invitation,
}

impl StoredInvitation {
    /// Returns the role of the user who registers with the invitation.
    pub fn role(&self) -> Role {
        self.shown.role
    }

    /// Returns the name of the invitation.
    pub fn name(&self) -> &str {
        &self.shown.name
    }

    /// Returns the change that removes the invitation, unless another caller has removed it.
    pub fn removal(&self) -> Change {
        Change::remove(Table::Invitations, &self.hash, Precondition::Revision(self.revision))
    }

    /// Returns the updates of the counters for the removal.
    pub fn fewer(&self) -> [CounterUpdate; 2] {
        [CounterUpdate::less(counter(&self.shown.name)), CounterUpdate::less(COUNTER.to_owned())]
    }
}

/// Returns the name of the counter of invitations with a name. It counts at most one.
fn counter(name: &str) -> String {
    format!("invitation/{name}")
}

impl<'a> Users<'a> {
    /// Sets the code of an invitation. [`Users::create`] uses it up, even if registration does not
    /// require an invitation.
    pub fn with_invitation(self, code: Token) -> Users<'a> {
        Users { invitation: Some(code), ..self }
    }

    /// Creates an invitation. When the setting `registration` is `invitation`, its code is used to
    /// register one user. Only admins may create invitations; an API key needs
    /// [`Scope::Admin`](super::Scope::Admin). There can be at most 1,000 invitations.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller is not
    /// allowed to create invitations, [`ErrorKind::Invalid`], with the parameter `name` or
    /// `expires`, if the name is not valid or the time is in the past, and [`ErrorKind::Conflict`]
    /// if the name is taken or there are 1,000 invitations.
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
                // The random code exists already, so another one is generated.
                CommitOutcome::RefusedChange(_) => continue,
                _ if !expired => {
                    // Expired invitations are removed, because they still count.
                    expired = true;
                    expire_invitations(self.access)?;
                    continue;
                }
                CommitOutcome::RefusedTally(0) => {
                    format!("the name {} is taken", shown(&options.name))
                }
                CommitOutcome::RefusedTally(_) => {
                    format!("the limit of {INVITATIONS} invitations is reached: revoke one")
                }
            };
            return Err(Error::new(ErrorKind::Conflict, message).with_parameter("name"));
        }
    }

    /// Returns the valid invitations, sorted by name. Only admins may list them.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller is not
    /// allowed to list invitations.
    pub fn list_invitations(&self) -> Result<Vec<Invitation>> {
        self.may_invite()?;
        let now = self.access.now();
        let mut valid = Vec::new();
        self.access.scan_invitations(&mut |found| {
            if found.shown.expires.is_none_or(|moment| now < moment) {
                valid.push(found.shown);
            }
        })?;
        valid.sort_unstable_by(|first, second| first.name.cmp(&second.name));
        Ok(valid)
    }

    /// Returns a valid invitation. Only admins may read it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Users::list_invitations`], and [`ErrorKind::NotFound`] if the
    /// invitation does not exist.
    pub fn read_invitation(&self, name: &str) -> Result<Invitation> {
        let found = self.list_invitations()?.into_iter().find(|invitation| invitation.name == name);
        found.ok_or_else(|| no_invitation(name))
    }

    /// Revokes an invitation, so that its code stops working immediately. Only admins may revoke
    /// it.
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

    /// Checks that the caller may register a user. Returns the invitation that the registration
    /// uses up.
    pub(super) fn invited(&self, by_admin: bool) -> Result<Option<StoredInvitation>> {
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
    /// Returns the invitation of a code. Returns `None` if it is not valid.
    fn invitation_of(&self, code: &Token) -> Result<Option<StoredInvitation>> {
        let Some(hash) = code.key() else { return Ok(None) };
        let Some(found) = self.store.read(Table::Invitations, &hash)? else { return Ok(None) };
        let shown = as_invitation(row::read(&found, "an invitation")?);
        let now = self.now();
        let is_valid = shown.expires.is_none_or(|moment| now < moment);
        Ok(is_valid.then_some(StoredInvitation { hash, revision: found.revision, shown }))
    }

    /// Passes all invitations to a function, including expired invitations.
    fn scan_invitations(&self, visit: &mut dyn FnMut(StoredInvitation)) -> Result<()> {
        self.store.scan(Table::Invitations, None, &mut |hash, found| {
            let shown = as_invitation(row::read(&found, "an invitation")?);
            visit(StoredInvitation { hash: hash.to_owned(), revision: found.revision, shown });
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Removes an invitation and adds an entry to the audit log. Returns `false` if it was removed
    /// or used in the meantime.
    fn remove_invitation(&self, found: &StoredInvitation, entry: Option<Change>) -> Result<bool> {
        let mut changes = vec![found.removal()];
        changes.extend(entry);
        match self.store.commit(&changes, &found.fewer())? {
            CommitOutcome::Done { .. } => Ok(true),
            CommitOutcome::RefusedChange(_) => Ok(false),
            CommitOutcome::RefusedTally(_) => Err(miscounted()),
        }
    }
}

/// Removes the expired invitations, and returns their number.
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

/// Returns the error for a code that is not valid.
pub(super) fn used_up() -> Error {
    let message = "the invitation is not valid: it is unknown, expired, used or revoked";
    Error::new(ErrorKind::Forbidden, message).with_parameter("invitation")
}

/// Returns the error for counters that do not match the rows.
pub(super) fn miscounted() -> Error {
    Error::new(ErrorKind::Storage, "the number of invitations is damaged")
}

fn as_invitation(row: InvitationRow<'_>) -> Invitation {
    let InvitationRow { name, role, created, expires } = row;
    Invitation { name: name.into_owned(), role, created, expires }
}

fn no_invitation(name: &str) -> Error {
    Error::new(ErrorKind::NotFound, format!("no invitation {}", shown(name)))
}
