//! The removal of users.

use std::ops::ControlFlow;

use super::audit::{self, AuditAction};
use super::register::name_counter;
use super::row::{self, OwnedRow};
use super::user::{fewer_admins, last_admin};
use super::{Action, Naming, ResourceKind, Role, Users};
use crate::store::{Change, CommitOutcome, CounterUpdate, Precondition, Table};
use glossweave_base::error::shown;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of resources of a kind that a message lists.
const SHOWN: usize = 5;

impl Users<'_> {
    /// Removes a user. Tokens and API keys of the user stop working immediately, and stay invalid
    /// even if the name is registered again. Only the user and admins may remove the user.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller is not
    /// allowed to remove the user, [`ErrorKind::NotFound`] if the user does not exist, and
    /// [`ErrorKind::Conflict`] for the last admin and for a user who still owns resources, which
    /// the message lists. See `Session::delete_user` for removing them.
    pub fn delete(&self, name: &str) -> Result<()> {
        let mut expired = false;
        loop {
            let caller = self.allow(Action::Delete, name)?;
            let (found, user) = self.find_user(name)?;
            let (mut changes, no_keys) = self.access.without_keys(user.number)?;
            changes.extend(self.access.without_account(&row::read(&found, "a user")?)?);
            let seen = Precondition::Revision(found.revision);
            changes.push(Change::remove(Table::Users, name, seen));
            changes.extend(self.access.audited(
                caller.as_ref(),
                AuditAction::Delete,
                (audit::USER, name),
                &[],
            )?);
            // The counter of admins is updated first, so that the last admin is refused before
            // anything else is checked.
            let mut tallies = Vec::new();
            tallies.extend((user.role == Role::Admin).then(fewer_admins));
            let owned = tallies.len()..tallies.len() + ResourceKind::ALL.len();
            tallies.extend(
                ResourceKind::ALL.iter().map(|kind| CounterUpdate::exactly(kind.owned(name), 0)),
            );
            let counter = name_counter(name);
            if self.access.store.counter(&counter)? > 0 {
                tallies.push(CounterUpdate::less(counter));
            }
            tallies.push(no_keys);
            match self.access.store.commit(&changes, &tallies)? {
                CommitOutcome::Done { .. } => {
                    return self.forget_tokens(|token| token == user.number);
                }
                CommitOutcome::RefusedTally(which) if which < owned.start => {
                    return Err(last_admin(name));
                }
                CommitOutcome::RefusedTally(which) if owned.contains(&which) && !expired => {
                    // Expired resources are removed, because they still count.
                    self.access.expire()?;
                    expired = true;
                }
                CommitOutcome::RefusedTally(which) if owned.contains(&which) => {
                    // If the last resource was removed in the meantime, the loop tries again.
                    if let Some(error) = self.still_owns(name)? {
                        return Err(error);
                    }
                }
                CommitOutcome::RefusedChange(_) | CommitOutcome::RefusedTally(_) => {}
            }
        }
    }

    fn still_owns(&self, name: &str) -> Result<Option<Error>> {
        let mut owned = Vec::new();
        for kind in ResourceKind::ALL {
            let count = self.access.store.counter(&kind.owned(name))?;
            if count > 0 {
                let plural = if count == 1 { "" } else { "s" };
                let named = self.owned(*kind, name)?;
                let named = match named.is_empty() {
                    true => String::new(),
                    false => format!(" ({})", named.join(", ")),
                };
                owned.push(format!("{count} {}{plural}{named}", kind.name()));
            }
        }
        let message = format!(
            "the user {} still owns {}: remove them, transfer them to another user, or use \
             `resources=delete`",
            shown(name),
            owned.join(", ")
        );
        let error = || Error::new(ErrorKind::Conflict, message).with_parameter("resources");
        Ok((!owned.is_empty()).then(error))
    }

    /// Returns the names of the first resources of a kind that a user owns.
    fn owned(&self, kind: ResourceKind, user: &str) -> Result<Vec<String>> {
        let mut named = Vec::new();
        self.access.store.scan(kind.table(), None, &mut |key, found| {
            if row::read::<OwnedRow<'_>>(&found, kind.name())?.owner == user {
                if named.len() == SHOWN {
                    named.push("…".to_owned());
                    return Ok(ControlFlow::Break(()));
                }
                let name = match kind.naming() {
                    Naming::Given => key.trim_start_matches('0'),
                    Naming::Chosen => key,
                };
                named.push(format!("`{name}`"));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(named)
    }
}
