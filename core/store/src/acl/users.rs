//! Users: registration, log-in, change and removal.

use std::borrow::Cow;
use std::net::IpAddr;
use std::ops::ControlFlow;

use super::access::{AuthContext, Identity, shown};
use super::account::no_password;
use super::audit::{self, AuditAction};
use super::invitations::Found;
use super::register::{check_name, name_counter, register};
use super::row::{self, OwnedRow, TokenRow, UserRow};
use super::throttle::Attempt;
use super::user::{User, as_user, fewer_admins, last_admin, promote, replace, shown_as};
use super::{
    Action, Caller, Naming, PageRequest, Part, Relationship, ResourceClass, ResourceKind, Role,
    Token, may, password,
};
use crate::store::{Change, CommitOutcome, CounterUpdate, Precondition, Row, Table};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of things of a kind that a message names.
const SHOWN: usize = 5;

/// The users, on behalf of a caller.
///
/// All methods return [`ErrorKind::Unauthenticated`] for a caller with a wrong token, except
/// [`Users::authenticate`], and [`ErrorKind::Storage`] if the store fails.
#[derive(Clone, Debug)]
pub struct Users<'a> {
    pub(super) access: &'a AuthContext,
    pub(crate) caller: Caller,
    pub(super) address: Option<IpAddr>,
    /// The code with which a user is registered.
    pub(super) invitation: Option<Token>,
}

impl<'a> Users<'a> {
    #[doc(hidden)]
    pub fn new(access: &'a AuthContext, caller: Caller) -> Users<'a> {
        Users { access, caller, address: None, invitation: None }
    }

    /// Returns the user who is calling; `None` for an anonymous caller, or if the token is not valid. For servers that
    /// count the requests of a user, and name the user in their log.
    #[doc(hidden)]
    pub fn current(&self) -> Option<Identity> {
        self.access.caller_for(&self.caller, &[], ResourceClass::User).ok().flatten()
    }

    /// Sets the address that log-ins come from: failures are counted for it, and keep nobody at another
    /// address from logging in. Hosts that serve a network pass the address of the client, or of its
    /// network.
    pub fn from_address(self, address: IpAddr) -> Users<'a> {
        Users { address: Some(address), ..self }
    }

    /// Registers a user. Everybody may, unless the setting `registration` says otherwise: then only admins, and
    /// with `invitation` whoever has the code of an invitation ([`Users::with_invitation`]). The role is
    /// [`Role::User`], or that of the invitation. A name has 1 to 64 letters, digits, `.`, `_`,
    /// `-` and begins with a letter; a password has at least 8 characters and at most 1,024 bytes. Names
    /// that differ only in case are the same name. The name of the admin in the settings, `root`, `admin`,
    /// `administrator` and `local` are reserved: only admins register them.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`], with the parameter `username` or `password`, if the name or the
    /// password cannot be one; [`ErrorKind::Conflict`] if the name is taken or reserved; [`ErrorKind::Forbidden`] if
    /// the caller may not register, with the parameter `invitation` if the code is missing or not valid.
    pub fn create(&self, username: &str, password: &str) -> Result<User> {
        let caller = self.allow(Action::Create, username)?;
        let by_admin = caller.as_ref().is_some_and(|caller| caller.role == Role::Admin);
        let invited = self.invited(by_admin)?;
        let (role, invited) = (invited.as_ref().map_or(Role::User, Found::role), invited.as_ref());
        register(self.access, username, password, (role, by_admin), invited, caller.as_ref())
    }

    /// Returns a new token for a user whose password is given. It never expires. The token of the caller
    /// is not checked: a new one is wanted when the old one is no longer valid.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`], alike for a wrong password and for an unknown user;
    /// [`ErrorKind::Throttled`], with the time to wait, after five failures in a row for a name at an address,
    /// or a hundred for a name at all addresses together. At an address where the user has logged in
    /// before, the right password is never refused.
    pub fn authenticate(&self, username: &str, password: &str) -> Result<Token> {
        let AuthContext { store, passwords, .. } = self.access;
        // The store goes first: in a forked child it refuses, and a lock may be held for ever.
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
        // Who asks many times at once learns no more than who asks one after the other.
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

    /// Stores a new token, unless the password has changed since it was checked, or the user is gone.
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

    /// Returns a user. Only that user and admins may read it.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] for an anonymous caller; [`ErrorKind::Forbidden`] for other users,
    /// whether or not there is such a user; [`ErrorKind::NotFound`] if there is none.
    pub fn read(&self, name: &str) -> Result<User> {
        self.allow(Action::Read, name)?;
        let (found, _) = self.found(name)?;
        shown_as(name, &found)
    }

    /// Returns users in the order of their names, as many as a [`PageRequest`] has. Only admins may.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller is not an admin.
    pub fn list(&self, page: &PageRequest) -> Result<Vec<User>> {
        self.allow(Action::List, "")?;
        let mut users = Part::default();
        if page.is_full(0) {
            return Ok(users.things);
        }
        self.access.store.scan(Table::Users, page.after.as_deref(), &mut |name, found| {
            let bytes = size_of::<User>() + name.len();
            Ok(match page.add(&mut users, bytes, shown_as(name, &found)?) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            })
        })?;
        Ok(users.things)
    }

    /// Changes a password. Only that user and admins may. Tokens stay valid.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller may not; [`ErrorKind::NotFound`]
    /// if there is no such user; [`ErrorKind::Invalid`], with the parameter `password`, if the password cannot
    /// be one; [`ErrorKind::Conflict`] for a user of an OpenID provider.
    pub fn set_password(&self, name: &str, new: &str) -> Result<User> {
        self.allow(Action::Update, name)?;
        let (found, _) = self.found(name)?;
        if row::read::<UserRow<'_>>(&found, "a user")?.account.is_some() {
            return Err(no_password(name));
        }
        password::check(new)?;
        let hashed = self.access.passwords.hash(new)?;
        loop {
            // The hash took a while, in which the caller may have been removed.
            let caller = self.allow(Action::Update, name)?;
            let (found, _) = self.found(name)?;
            let user: UserRow<'_> = row::read(&found, "a user")?;
            let changed = UserRow { password: Cow::Borrowed(&hashed), ..user };
            let by = (caller.as_ref(), "password");
            if replace(self.access, name, &found, &changed, by, &[])?.is_none() {
                return Ok(as_user(name, &changed));
            }
        }
    }

    /// Makes a user an admin, or an admin a user. Only admins may.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller is not an admin;
    /// [`ErrorKind::NotFound`] if there is no such user; [`ErrorKind::Conflict`] for the last admin.
    pub fn set_role(&self, name: &str, role: Role) -> Result<User> {
        loop {
            let caller = self.allow(Action::ChangeRole, name)?;
            let (found, _) = self.found(name)?;
            if let Some(user) = promote(self.access, name, &found, role, caller.as_ref())? {
                return Ok(user);
            }
        }
    }

    /// Changes a password, a role, or both: nothing if the caller may not do all of it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Users::set_password`] and [`Users::set_role`], and [`ErrorKind::Invalid`], with
    /// the parameter `password`, if nothing is to be changed.
    pub fn update(&self, name: &str, password: Option<&str>, role: Option<Role>) -> Result<User> {
        if role.is_some() {
            self.allow(Action::ChangeRole, name)?;
        }
        // A key with the scope `admin` changes roles, and no passwords.
        if password.is_some() || role.is_none() {
            self.allow(Action::Update, name)?;
        }
        self.found(name)?;
        if let Some(new) = password {
            password::check(new)?;
        }
        let promoted = role.map(|role| self.set_role(name, role)).transpose()?;
        match (password, promoted) {
            (Some(new), _) => self.set_password(name, new),
            (None, Some(user)) => Ok(user),
            (None, None) => Err(Error::invalid("`password` is missing").with_parameter("password")),
        }
    }

    /// Removes a user, whose tokens and API keys stop working at once, even if the name is registered again. Only that
    /// user and admins may.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller may not; [`ErrorKind::NotFound`]
    /// if there is no such user; [`ErrorKind::Conflict`] for the last admin, and for a user who owns
    /// something, which the message names. See `Session::delete_user` for what is owned.
    pub fn delete(&self, name: &str) -> Result<()> {
        let mut expired = false;
        loop {
            let caller = self.allow(Action::Delete, name)?;
            let (found, user) = self.found(name)?;
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
            // The last admin loses nothing for it.
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
                    // What has expired is gone for everybody but the counters.
                    self.access.expire()?;
                    expired = true;
                }
                CommitOutcome::RefusedTally(which) if owned.contains(&which) => {
                    // Nothing is owned any more where the last of it went in between.
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
            "the user {} still owns {}: remove them, give them to somebody else, or say \
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

    /// Checks that a caller may do something with a user, and that there is one: a check before parameters
    /// are read. Returns the errors of the method that does it.
    #[doc(hidden)]
    pub fn check(&self, action: Action, name: &str) -> Result<()> {
        self.allow(action, name)?;
        self.found(name).map(drop)
    }

    pub(super) fn allow(&self, action: Action, name: &str) -> Result<Option<Identity>> {
        let caller = self.access.caller_for(&self.caller, &[action], ResourceClass::User)?;
        let relation = Relationship::of(caller.as_ref(), name);
        may(action, relation, ResourceClass::User).pass(|| match action {
            Action::List => "the list of users".to_owned(),
            _ => format!("the user {}", shown(name)),
        })?;
        Ok(caller)
    }

    /// Returns the row of a user, for callers who may know whether there is one.
    pub(super) fn found(&self, name: &str) -> Result<(Row, Identity)> {
        let none = || Error::new(ErrorKind::NotFound, format!("no user {}", shown(name)));
        check_name(name).map_err(|_| none())?;
        let found = self.access.store.read(Table::Users, name)?.ok_or_else(none)?;
        let UserRow { number, role, .. } = row::read(&found, "a user")?;
        let identity =
            Identity { name: name.to_owned(), number, role, revision: found.revision, key: None };
        Ok((found, identity))
    }
}
