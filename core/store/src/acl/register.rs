//! The registration of users, and the names that can be registered.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::access::{AuthContext, Identity};
use super::audit::{self, AuditAction};
use super::caller::LOCAL;
use super::invitations::{StoredInvitation, miscounted, used_up};
use super::name::check_name;
use super::row::{self, UserRow};
use super::user::{ADMINS, User, as_user, promote};
use super::users::Users;
use super::{Action, Role, Secret, Token, password};
use crate::store::{Change, CommitOutcome, CounterUpdate, Precondition, Table};
use glossweave_base::error::shown;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The owner of the preinstalled resources. No user can have this name.
pub const SYSTEM: &str = "system";
/// The usual names of admins, and the name of the local user. They are reserved so that other users
/// cannot register them.
const RESERVED: &[&str] = &["admin", "administrator", "root", LOCAL];
/// The counter of user numbers.
const NUMBERS: &str = "next/user";
/// The maximum number of counters in one commit.
const BATCH: usize = 500;

/// Returns the name of the counter of users whose names differ only in case. It counts at most one.
pub(super) fn name_counter(name: &str) -> String {
    format!("name/{}", name.to_ascii_lowercase())
}

/// A user to add.
pub(super) struct NewUser<'a> {
    pub role: Role,
    /// The hash of the password, or empty if the user has none.
    pub password: &'a str,
    /// The key of the account at an OpenID provider.
    pub account: Option<&'a str>,
}

impl Users<'_> {
    /// Registers a user. By default all callers may register users. The setting `registration` can
    /// restrict this to admins or, with `invitation`, to admins and callers with the code of an
    /// invitation ([`Users::with_invitation`]). The role is [`Role::User`], or the role of the
    /// invitation.
    ///
    /// A name has 1 to 64 letters, digits, `.`, `_`, `-` and begins with a letter. A password has
    /// at least 8 characters and at most 1,024 bytes. Names that differ only in case are the same
    /// name. The name of the admin in the settings, `root`, `admin`, `administrator` and `local`
    /// are reserved: only admins can register them.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`], with the parameter `username` or `password`, if the name or
    /// the password is not valid, [`ErrorKind::Conflict`] if the name is taken or reserved, and
    /// [`ErrorKind::Forbidden`] if the caller is not allowed to register users, with the parameter
    /// `invitation` if the code is missing or not valid.
    pub fn create(&self, username: &str, password: &str) -> Result<User> {
        let caller = self.allow(Action::Create, username)?;
        let by_admin = caller.as_ref().is_some_and(|caller| caller.role == Role::Admin);
        let invited = self.invited(by_admin)?;
        let (role, invited) =
            (invited.as_ref().map_or(Role::User, StoredInvitation::role), invited.as_ref());
        register(self.access, username, password, (role, by_admin), invited, caller.as_ref())
    }
}

/// Registers a user, and removes the invitation in the same commit. Reserved names can be used only
/// by admins and by the settings.
pub(super) fn register(
    access: &AuthContext,
    username: &str,
    word: &str,
    (role, by_admin): (Role, bool),
    invited: Option<&StoredInvitation>,
    by: Option<&Identity>,
) -> Result<User> {
    check_name(username)?;
    password::check(word)?;
    // Checked before hashing, because hashing is expensive.
    check_free(access, username, by_admin)?;
    let hashed = access.passwords.hash(word)?;
    let user = NewUser { role, password: &hashed, account: None };
    let also = |_| {
        let mut changes: Vec<_> = invited.map(StoredInvitation::removal).into_iter().collect();
        changes.extend(access.audited(by, AuditAction::Create, (audit::USER, username), &[])?);
        if let Some(invited) = invited {
            let used = (audit::INVITATION, invited.name());
            changes.extend(access.audited(by, AuditAction::Delete, used, &[])?);
        }
        Ok(changes)
    };
    let tallies = invited.into_iter().flat_map(StoredInvitation::fewer).collect();
    // Another caller may have used the code first.
    add(access, username, &user, also, tallies)?.ok_or_else(used_up)
}

/// Checks that a name is neither taken nor reserved. Returns `ErrorKind::Conflict`, with the
/// parameter `username`, if it is.
pub(super) fn check_free(access: &AuthContext, username: &str, by_admin: bool) -> Result<()> {
    check_name(username)?;
    let same = |name: &str| name.eq_ignore_ascii_case(username);
    let reserved = RESERVED.iter().copied().chain(access.reserved.as_deref()).any(same);
    if same(SYSTEM) || reserved && !by_admin {
        return Err(conflict(username, "reserved"));
    }
    if access.store.counter(&name_counter(username))? > 0
        || access.store.read(Table::Users, username)?.is_some()
    {
        return Err(taken(username));
    }
    Ok(())
}

/// Adds a user with a checked name, in one commit with the changes that `also` returns for the
/// number of the user. Returns `None` if one of these changes is refused.
pub(super) fn add(
    access: &AuthContext,
    username: &str,
    new: &NewUser<'_>,
    also: impl Fn(u64) -> Result<Vec<Change>>,
    also_tallies: Vec<CounterUpdate>,
) -> Result<Option<User>> {
    let created = access.now();
    loop {
        let number = access.store.counter(NUMBERS)? + 1;
        let user = UserRow {
            number,
            role: new.role,
            created,
            password: Cow::Borrowed(new.password),
            account: new.account.map(Cow::Borrowed),
        };
        let value = row::write(&user)?;
        let mut changes = vec![Change::put(Table::Users, username, Precondition::Absent, value)];
        changes.extend(also(number)?);
        let mut tallies = vec![
            CounterUpdate { counter: name_counter(username), by: 1, within: 1..=1 },
            CounterUpdate { counter: NUMBERS.to_owned(), by: 1, within: number..=number },
        ];
        if new.role == Role::Admin {
            tallies.push(CounterUpdate::more(ADMINS.to_owned()));
        }
        let own_count = tallies.len();
        tallies.extend(also_tallies.iter().cloned());
        match access.store.commit(&changes, &tallies)? {
            CommitOutcome::Done { .. } => return Ok(Some(as_user(username, &user))),
            CommitOutcome::RefusedChange(0) | CommitOutcome::RefusedTally(0) => {
                return Err(taken(username));
            }
            CommitOutcome::RefusedChange(_) => return Ok(None),
            CommitOutcome::RefusedTally(which) if which >= own_count => return Err(miscounted()),
            // The number was assigned to another user, so the loop tries the next number.
            CommitOutcome::RefusedTally(_) => {}
        }
    }
}

fn taken(username: &str) -> Error {
    conflict(username, "taken (names that differ only in case are the same)")
}

fn conflict(username: &str, what: &str) -> Error {
    let message = format!("the name {} is {what}", shown(username));
    Error::new(ErrorKind::Conflict, message).with_parameter("username")
}

/// Ensures that an admin with this name exists. An existing admin keeps the password. Another
/// existing user becomes an admin only if the password is the same, because a stranger may have
/// registered the name. Returns `ErrorKind::Conflict`, with the parameter `username`, if the
/// password differs.
pub fn install_admin(access: &AuthContext, name: &str, word: &Secret) -> Result<()> {
    loop {
        if let Some(found) = access.store.read(Table::Users, name)? {
            let user: UserRow<'_> = row::read(&found, "a user")?;
            if user.role != Role::Admin && !access.passwords.matches(word.word(), user.hash())? {
                let message = format!(
                    "the user {} is not an admin, and the settings have another password: set \
                     another name, or the password of that user, or open without an admin and \
                     remove the user",
                    shown(name)
                );
                return Err(Error::new(ErrorKind::Conflict, message).with_parameter("username"));
            }
            if promote(access, name, &found, Role::Admin, None)?.is_some() {
                return Ok(());
            }
        } else {
            match register(access, name, word.word(), (Role::Admin, true), None, None) {
                Err(error)
                    if error.kind() == ErrorKind::Conflict
                        && access.store.read(Table::Users, name)?.is_some() => {}
                other => return other.map(|_| ()),
            }
        }
    }
}

/// Ensures that the local user exists: an admin with a random password, so that logging in is
/// impossible. Returns `ErrorKind::Conflict` if a user with this name is not an admin.
pub fn install_local(access: &AuthContext) -> Result<()> {
    if access.user(LOCAL)?.is_none() {
        let word = Token::random()?.to_text();
        match register(access, LOCAL, &word, (Role::Admin, true), None, None) {
            // Another thread may have been faster.
            Err(error) if error.kind() == ErrorKind::Conflict => {}
            other => drop(other?),
        }
    }
    if access.user(LOCAL)?.is_some_and(|user| user.role == Role::Admin) {
        return Ok(());
    }
    let message = format!("expected the user `{LOCAL}` to be an admin, found another role or name");
    Err(Error::new(ErrorKind::Conflict, message).with_parameter("username"))
}

/// Counts the names of users that were registered by a version without these counters.
pub fn count_names(access: &AuthContext) -> Result<()> {
    let mut users = BTreeMap::<_, u64>::new();
    access.store.scan(Table::Users, None, &mut |name, _| {
        *users.entry(name_counter(name)).or_default() += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    let mut tallies = Vec::new();
    for (counter, count) in users {
        let by = count.saturating_sub(access.store.counter(&counter)?);
        if by > 0 {
            tallies.push(CounterUpdate { counter, by: by as i64, within: count..=count });
        }
    }
    for tallies in tallies.chunks(BATCH) {
        // If another process was faster, it has counted them too. The next opening checks again.
        let _ = access.store.commit(&[], tallies)?;
    }
    Ok(())
}
