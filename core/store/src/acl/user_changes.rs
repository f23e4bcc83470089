//! Reading and changing users.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::row::{self, UserRow};
use super::user::{User, as_user, no_password, promote, replace, shown_as};
use super::{Action, PagePart, PageRequest, Role, Users, password};
use crate::store::Table;
use glossweave_base::error::{Error, Result};

impl Users<'_> {
    /// Returns a user. Only the user and admins may read it.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unauthenticated` for an anonymous caller, `ErrorKind::Forbidden` for
    /// another user even if the requested user does not exist, and `ErrorKind::NotFound` if the
    /// user does not exist.
    pub fn read(&self, name: &str) -> Result<User> {
        self.allow(Action::Read, name)?;
        let (found, _) = self.find_user(name)?;
        shown_as(name, &found)
    }

    /// Returns a part of the list of users, sorted by name. The size of the part is set by
    /// [`PageRequest`]. Only admins may list users.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unauthenticated` or `ErrorKind::Forbidden` if the caller is not an
    /// admin.
    pub fn list(&self, page: &PageRequest) -> Result<Vec<User>> {
        self.allow(Action::List, "")?;
        let mut users = PagePart::default();
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

    /// Changes a password. Only the user and admins may change it. Tokens stay valid.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unauthenticated` or `ErrorKind::Forbidden` if the caller is not allowed
    /// to change the password, `ErrorKind::NotFound` if the user does not exist,
    /// `ErrorKind::Invalid`, with the parameter `password`, if the password is not valid, and
    /// `ErrorKind::Conflict` for a user of an OpenID provider.
    pub fn set_password(&self, name: &str, new: &str) -> Result<User> {
        self.allow(Action::Update, name)?;
        let (found, _) = self.find_user(name)?;
        if row::read::<UserRow<'_>>(&found, "a user")?.account.is_some() {
            return Err(no_password(name));
        }
        password::check(new)?;
        let hashed = self.access.passwords.hash(new)?;
        loop {
            // Checked again, because the caller may have been removed during the hashing.
            let caller = self.allow(Action::Update, name)?;
            let (found, _) = self.find_user(name)?;
            let user: UserRow<'_> = row::read(&found, "a user")?;
            let changed = UserRow { password: Cow::Borrowed(&hashed), ..user };
            let by = (caller.as_ref(), "password");
            if replace(self.access, name, &found, &changed, by, &[])?.is_none() {
                return Ok(as_user(name, &changed));
            }
        }
    }

    /// Changes the role of a user. Only admins may change it.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unauthenticated` or `ErrorKind::Forbidden` if the caller is not an
    /// admin, `ErrorKind::NotFound` if the user does not exist, and `ErrorKind::Conflict` for the
    /// last admin.
    pub fn set_role(&self, name: &str, role: Role) -> Result<User> {
        loop {
            let caller = self.allow(Action::ChangeRole, name)?;
            let (found, _) = self.find_user(name)?;
            if let Some(user) = promote(self.access, name, &found, role, caller.as_ref())? {
                return Ok(user);
            }
        }
    }

    /// Changes a password, a role, or both. If the caller is not allowed to change both, nothing is
    /// changed.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Users::set_password`] and [`Users::set_role`], and
    /// `ErrorKind::Invalid`, with the parameter `password`, if neither is given.
    pub fn update(&self, name: &str, password: Option<&str>, role: Option<Role>) -> Result<User> {
        if role.is_some() {
            self.allow(Action::ChangeRole, name)?;
        }
        // A key with the scope `admin` can change roles but not passwords.
        if password.is_some() || role.is_none() {
            self.allow(Action::Update, name)?;
        }
        self.find_user(name)?;
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
}
