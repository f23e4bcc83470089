//! The door to users: registering, logging in, changing, removing.

use std::borrow::Cow;
use std::ops::ControlFlow;

use serde::Serialize;

use super::access::{Access, Identity, shown};
use super::row::{self, TokenRow, UserRow};
use super::{Action, Caller, Kind as Owned, Page, Relation, Role, Target, Token, may, password};
use crate::clock::Timestamp;
use crate::error::{Error, Kind, Result};
use crate::store::{Change, Expect, Outcome, Row, Table, Tally};

/// Owns what the engine brings along; nobody can be it.
pub(crate) const SYSTEM: &str = "system";
/// The counter of the numbers of users.
const NUMBERS: &str = "next/user";
/// The counter of admins.
const ADMINS: &str = "admins";
/// The most characters of a name.
const LONGEST: usize = 64;
/// How many tokens go in one commit.
const BATCH: usize = 500;

/// What a user may be shown as.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct User {
    /// The name.
    pub username: String,
    /// What the user may do.
    pub role: Role,
    /// When the user was registered.
    pub created: Timestamp,
}

/// Users, on behalf of a caller.
///
/// Every method gives Kind Unauthenticated for a caller with a wrong token, except
/// [`Users::authenticate`], and Kind Storage where the store fails.
///
/// ```
/// use glossweave::{Caller, Engine, Kind, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let users = engine.session(Caller::Anonymous).users();
/// users.create("anna", "correct horse")?;
/// let error = users.read("anna").unwrap_err();
/// assert_eq!(error.kind(), Kind::Unauthenticated);
///
/// let token = users.authenticate("anna", "correct horse")?;
/// let anna = engine.session(Caller::token(&token.to_text())).users();
/// assert_eq!(anna.read("anna")?.username, "anna");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Users<'a> {
    access: &'a Access,
    pub(super) caller: Caller,
}

impl<'a> Users<'a> {
    pub(crate) fn new(access: &'a Access, caller: Caller) -> Users<'a> {
        Users { access, caller }
    }

    /// Registers a user of [`Role::User`]; everybody may. A name is 1 to 64 of letters, digits,
    /// `.`, `_`, `-` and begins with a letter; a password is at least 8 characters and at most
    /// 1,024 bytes.
    ///
    /// Kinds: Invalid, with the parameter `username` or `password`; Conflict for a name that is
    /// taken.
    pub fn create(&self, username: &str, password: &str) -> Result<User> {
        self.allow(Action::Create, username)?;
        register(self.access, username, password, Role::User)
    }

    /// Gives a token to who knows the password. It never expires. The token of this door's own
    /// caller is not looked at: a new one is wanted when the old one is dead.
    ///
    /// Kinds: Unauthenticated, alike for a wrong password and for an unknown user; Throttled after
    /// five failures in a row for a name, with the time to wait.
    pub fn authenticate(&self, username: &str, password: &str) -> Result<Token> {
        let Access { store, passwords, throttle, .. } = self.access;
        // The store goes first: in a forked child it refuses, and a lock may be held for ever.
        let found = match check_name(username) {
            Ok(()) => store.read(Table::Users, username)?,
            Err(_) => None,
        };
        throttle.check(username, self.access.moment())?;
        let user: Option<UserRow<'_>> =
            found.as_ref().map(|found| row::read(found, "a user")).transpose()?;
        let hashed = user.as_ref().map(|user| user.password.as_ref());
        let matches = passwords.matches(password, hashed)?;
        // Who asks many times at once learns no more than who asks one after the other.
        throttle.check(username, self.access.moment())?;
        let token = match (&found, &user) {
            (Some(found), Some(user)) if matches => self.issue(username, found.revision, user)?,
            _ => None,
        };
        match token {
            Some(token) => {
                throttle.forget(username);
                Ok(token)
            }
            None => {
                throttle.count(username, self.access.moment());
                let message = "the user name or the password is wrong";
                Err(Error::new(Kind::Unauthenticated, message))
            }
        }
    }

    /// Keeps a new token, unless the password changed since it was looked at, or the user went.
    fn issue(&self, name: &str, seen: u64, user: &UserRow<'_>) -> Result<Option<Token>> {
        let store = &self.access.store;
        let token = Token::random()?;
        let Some(key) = token.key() else { return Ok(None) };
        let value = row::write(&TokenRow { user: Cow::Borrowed(name), number: user.number })?;
        let mut revision = seen;
        loop {
            let changes = [
                Change::keep(Table::Users, name, Expect::Revision(revision)),
                Change::put(Table::Tokens, &key, Expect::Absent, value.clone()),
            ];
            if let Outcome::Done { .. } = store.commit(&changes, &[])? {
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

    /// A user. Only that user and admins may ask.
    ///
    /// Kinds: Unauthenticated, Forbidden (for strangers, whether or not there is such a user),
    /// NotFound.
    pub fn read(&self, name: &str) -> Result<User> {
        self.allow(Action::Read, name)?;
        let (found, _) = self.found(name)?;
        shown_as(name, &found)
    }

    /// Users in the order of their names. Only admins may ask. Kinds: Unauthenticated, Forbidden.
    pub fn list(&self, page: &Page) -> Result<Vec<User>> {
        self.allow(Action::List, "")?;
        let mut users = Vec::new();
        if page.is_full(0) {
            return Ok(users);
        }
        self.access.store.scan(Table::Users, page.after.as_deref(), &mut |name, found| {
            users.push(shown_as(name, &found)?);
            Ok(match page.is_full(users.len()) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        })?;
        Ok(users)
    }

    /// Changes a password. Only that user and admins may. Tokens stay as they are.
    ///
    /// Kinds: Unauthenticated, Forbidden, NotFound; Invalid, with the parameter `password`.
    pub fn set_password(&self, name: &str, new: &str) -> Result<User> {
        self.allow(Action::Update, name)?;
        self.found(name)?;
        password::check(new)?;
        let hashed = self.access.passwords.hash(new)?;
        loop {
            // The hash took a while, in which the caller may have been removed.
            self.allow(Action::Update, name)?;
            let (found, _) = self.found(name)?;
            let user: UserRow<'_> = row::read(&found, "a user")?;
            let changed = UserRow { password: Cow::Borrowed(&hashed), ..user };
            if self.replace(name, &found, &changed, &[])?.is_none() {
                return Ok(as_user(name, &changed));
            }
        }
    }

    /// Makes a user an admin, or an admin a user. Only admins may.
    ///
    /// Kinds: Unauthenticated, Forbidden, NotFound; Conflict for the last admin.
    pub fn set_role(&self, name: &str, role: Role) -> Result<User> {
        loop {
            self.allow(Action::ChangeRole, name)?;
            let (found, _) = self.found(name)?;
            if let Some(user) = promote(self.access, name, &found, role)? {
                return Ok(user);
            }
        }
    }

    /// Changes a password, a role, or both: nothing where the caller may not do all of it.
    ///
    /// Kinds: those of [`Users::set_password`] and [`Users::set_role`]; Invalid, with the parameter
    /// `password`, where nothing is to be changed.
    pub fn update(&self, name: &str, password: Option<&str>, role: Option<Role>) -> Result<User> {
        if role.is_some() {
            self.allow(Action::ChangeRole, name)?;
        }
        if let Some(new) = password {
            self.allow(Action::Update, name)?;
            self.found(name)?;
            password::check(new)?;
        }
        let promoted = role.map(|role| self.set_role(name, role)).transpose()?;
        match (password, promoted) {
            (Some(new), _) => self.set_password(name, new),
            (None, Some(user)) => Ok(user),
            (None, None) => Err(Error::invalid("`password` is missing").with_parameter("password")),
        }
    }

    /// Removes a user, whose tokens stop working at once, even for a user who is registered again
    /// under the name. Only that user and admins may.
    ///
    /// Kinds: Unauthenticated, Forbidden, NotFound; Conflict for a user who owns something, and for
    /// the last admin.
    pub fn delete(&self, name: &str) -> Result<()> {
        let mut swept = false;
        loop {
            self.allow(Action::Delete, name)?;
            let (found, user) = self.found(name)?;
            let removed = Change::remove(Table::Users, name, Expect::Revision(found.revision));
            let mut tallies: Vec<_> =
                Owned::ALL.iter().map(|kind| Tally::exactly(kind.owned(name), 0)).collect();
            if user.role == Role::Admin {
                tallies.push(fewer_admins());
            }
            match self.access.store.commit(&[removed], &tallies)? {
                Outcome::Done { .. } => return self.forget_tokens(|token| token == user.number),
                Outcome::RefusedChange(_) => {}
                Outcome::RefusedTally(which) if which < Owned::ALL.len() && !swept => {
                    // What has expired is gone for everybody but the counters.
                    self.access.sweep()?;
                    swept = true;
                }
                Outcome::RefusedTally(which) if which < Owned::ALL.len() => {
                    // Nothing is owned any more where the last of it went in between.
                    if let Some(error) = self.still_owns(name)? {
                        return Err(error);
                    }
                }
                Outcome::RefusedTally(_) => return Err(last_admin(name)),
            }
        }
    }

    fn still_owns(&self, name: &str) -> Result<Option<Error>> {
        let mut owned = Vec::new();
        for kind in Owned::ALL {
            let count = self.access.store.counter(&kind.owned(name))?;
            if count > 0 {
                let plural = if count == 1 { "" } else { "s" };
                owned.push(format!("{count} {}{plural}", kind.name()));
            }
        }
        let message = format!("the user {} still owns {}", shown(name), owned.join(", "));
        Ok((!owned.is_empty()).then(|| Error::new(Kind::Conflict, message)))
    }

    /// Makes a token stop working. Only admins may, and no door leads here from outside the
    /// process. Kinds: Unauthenticated, Forbidden; NotFound for a token that is nobody's.
    pub fn revoke(&self, token: &Token) -> Result<()> {
        self.allow(Action::ChangeRole, "")?;
        let none = || Error::new(Kind::NotFound, "no such token");
        let key = token.key().ok_or_else(none)?;
        let removed = Change::remove(Table::Tokens, &key, Expect::Present);
        match self.access.store.commit(&[removed], &[])? {
            Outcome::Done { .. } => Ok(()),
            _ => Err(none()),
        }
    }

    /// Makes all tokens of a user stop working, like [`Users::revoke`]. Kinds: Unauthenticated,
    /// Forbidden, NotFound.
    pub fn revoke_all(&self, name: &str) -> Result<()> {
        self.allow(Action::ChangeRole, name)?;
        let (_, user) = self.found(name)?;
        self.forget_tokens(|number| number == user.number)
    }

    fn forget_tokens(&self, whose: impl Fn(u64) -> bool) -> Result<()> {
        let store = &self.access.store;
        let mut changes = Vec::new();
        let flush = |changes: &mut Vec<Change>| {
            let refused = !matches!(store.commit(changes, &[])?, Outcome::Done { .. });
            // One that somebody else removed in between must not keep the others.
            for change in changes.drain(..).filter(|_| refused) {
                let _ = store.commit(&[change], &[])?;
            }
            Ok::<_, Error>(())
        };
        store.scan(Table::Tokens, None, &mut |key, found| {
            let token: TokenRow<'_> = row::read(&found, "a token")?;
            if whose(token.number) {
                changes.push(Change::remove(Table::Tokens, key, Expect::Present));
            }
            if changes.len() >= BATCH {
                flush(&mut changes)?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        flush(&mut changes)
    }

    fn allow(&self, action: Action, name: &str) -> Result<Option<Identity>> {
        let caller = self.access.identify(&self.caller)?;
        let relation = Relation::of(caller.as_ref(), name);
        may(action, relation, Target::User).pass(|| match action {
            Action::List => "the list of users".to_owned(),
            _ => format!("the user {}", shown(name)),
        })?;
        Ok(caller)
    }

    /// The row of a user, for callers who may know whether there is one.
    fn found(&self, name: &str) -> Result<(Row, Identity)> {
        let none = || Error::new(Kind::NotFound, format!("no user {}", shown(name)));
        check_name(name).map_err(|_| none())?;
        let found = self.access.store.read(Table::Users, name)?.ok_or_else(none)?;
        let UserRow { number, role, .. } = row::read(&found, "a user")?;
        let identity = Identity { name: name.to_owned(), number, role, revision: found.revision };
        Ok((found, identity))
    }

    /// Writes a row anew, and says what was in the way.
    fn replace(
        &self,
        name: &str,
        found: &Row,
        changed: &UserRow<'_>,
        tallies: &[Tally],
    ) -> Result<Option<Outcome>> {
        replace(self.access, name, found, changed, tallies)
    }
}

fn replace(
    access: &Access,
    name: &str,
    found: &Row,
    changed: &UserRow<'_>,
    tallies: &[Tally],
) -> Result<Option<Outcome>> {
    let seen = Expect::Revision(found.revision);
    let change = Change::put(Table::Users, name, seen, row::write(changed)?);
    let outcome = access.store.commit(&[change], tallies)?;
    Ok(Some(outcome).filter(|outcome| !matches!(outcome, Outcome::Done { .. })))
}

/// Gives a user a role; `None` where somebody else was faster.
fn promote(access: &Access, name: &str, found: &Row, role: Role) -> Result<Option<User>> {
    let user: UserRow<'_> = row::read(found, "a user")?;
    let tallies = match (user.role, role) {
        (Role::User, Role::Admin) => vec![Tally::more(ADMINS.to_owned())],
        (Role::Admin, Role::User) => vec![fewer_admins()],
        _ => return Ok(Some(as_user(name, &user))),
    };
    let changed = UserRow { role, ..user };
    match replace(access, name, found, &changed, &tallies)? {
        None => Ok(Some(as_user(name, &changed))),
        Some(Outcome::RefusedTally(_)) => Err(last_admin(name)),
        Some(_) => Ok(None),
    }
}

fn register(access: &Access, username: &str, word: &str, role: Role) -> Result<User> {
    check_name(username)?;
    password::check(word)?;
    let taken = || {
        let message = format!("the name {} is taken", shown(username));
        Error::new(Kind::Conflict, message).with_parameter("username")
    };
    // Said before the hash is made: it is dear.
    if username == SYSTEM || access.store.read(Table::Users, username)?.is_some() {
        return Err(taken());
    }
    let hashed = access.passwords.hash(word)?;
    let created = access.now();
    loop {
        let number = access.store.counter(NUMBERS)? + 1;
        let user = UserRow { number, role, created, password: Cow::Borrowed(&hashed) };
        let value = row::write(&user)?;
        let change = Change::put(Table::Users, username, Expect::Absent, value);
        let mut tallies =
            vec![Tally { counter: NUMBERS.to_owned(), by: 1, within: number..=number }];
        if role == Role::Admin {
            tallies.push(Tally::more(ADMINS.to_owned()));
        }
        match access.store.commit(&[change], &tallies)? {
            Outcome::Done { .. } => return Ok(as_user(username, &user)),
            Outcome::RefusedChange(_) => return Err(taken()),
            // Somebody else was given the number.
            Outcome::RefusedTally(_) => {}
        }
    }
}

/// Sees to it that there is an admin of a name. Who is there already keeps the password.
pub(crate) fn install_admin(access: &Access, name: &str, word: &super::Secret) -> Result<()> {
    loop {
        if let Some(found) = access.store.read(Table::Users, name)? {
            if promote(access, name, &found, Role::Admin)?.is_some() {
                return Ok(());
            }
        } else {
            match register(access, name, word.word(), Role::Admin) {
                Err(error) if error.kind() == Kind::Conflict && name != SYSTEM => {}
                other => return other.map(|_| ()),
            }
        }
    }
}

fn fewer_admins() -> Tally {
    Tally { counter: ADMINS.to_owned(), by: -1, within: 1..=u64::MAX }
}

fn last_admin(name: &str) -> Error {
    Error::new(Kind::Conflict, format!("the user {} is the last admin", shown(name)))
}

fn shown_as(name: &str, found: &Row) -> Result<User> {
    Ok(as_user(name, &row::read(found, "a user")?))
}

fn as_user(name: &str, user: &UserRow<'_>) -> User {
    User { username: name.to_owned(), role: user.role, created: user.created }
}

/// Refuses what cannot be the name of a user. Kind Invalid, with the parameter `username`.
pub(crate) fn check_name(name: &str) -> Result<()> {
    let letters = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let shaped = (1..=LONGEST).contains(&name.len())
        && name.bytes().all(letters)
        && name.starts_with(|first: char| first.is_ascii_alphabetic());
    if shaped {
        return Ok(());
    }
    let message = format!(
        "expected a user name of 1 to {LONGEST} letters, digits, `.`, `_` and `-` that begins \
         with a letter, found {}",
        shown(name),
    );
    Err(Error::invalid(message).with_parameter("username"))
}
