//! User management on behalf of a caller: identification and permissions.

use std::net::IpAddr;

use super::access::{AuthContext, Identity};
use super::name::check_name;
use super::row::{self, UserRow};
use super::{Action, Caller, Relationship, ResourceClass, Token, may};
use crate::store::{Row, Table};
use glossweave_base::error::shown;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The users, on behalf of a caller.
///
/// All methods except [`Users::authenticate`] return [`ErrorKind::Unauthenticated`] if the token of
/// the caller is wrong. All methods return [`ErrorKind::Storage`] if the store fails.
#[derive(Clone, Debug)]
pub struct Users<'a> {
    pub(super) access: &'a AuthContext,
    pub(crate) caller: Caller,
    pub(super) address: Option<IpAddr>,
    /// The code of the invitation that is used to register.
    pub(super) invitation: Option<Token>,
}

impl<'a> Users<'a> {
    #[doc(hidden)]
    pub fn new(access: &'a AuthContext, caller: Caller) -> Users<'a> {
        Users { access, caller, address: None, invitation: None }
    }

    /// Returns the calling user, or `None` if the caller is anonymous or the token is not valid.
    /// For example, servers use it to count the requests of a user and to log the name of the user.
    pub fn current(&self) -> Option<Identity> {
        self.access.caller_for(&self.caller, &[], ResourceClass::User).ok().flatten()
    }

    /// Sets the address of the client. Failed log-ins are counted for the address, so that they do
    /// not affect users at other addresses. Hosts that serve a network should pass the address of
    /// the client or of its network.
    pub fn from_address(self, address: IpAddr) -> Users<'a> {
        Users { address: Some(address), ..self }
    }

    /// Checks that the caller may do an action on a user, and that the user exists. Servers use it
    /// before they read parameters.
    ///
    /// # Errors
    ///
    /// Returns the errors of the method for the action.
    pub fn check(&self, action: Action, name: &str) -> Result<()> {
        self.allow(action, name)?;
        self.find_user(name).map(drop)
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

    /// Returns the row of a user. Call it only when the caller is allowed to know that the user
    /// exists.
    pub(super) fn find_user(&self, name: &str) -> Result<(Row, Identity)> {
        let none = || Error::new(ErrorKind::NotFound, format!("no user {}", shown(name)));
        check_name(name).map_err(|_| none())?;
        let found = self.access.store.read(Table::Users, name)?.ok_or_else(none)?;
        let UserRow { number, role, .. } = row::read(&found, "a user")?;
        let identity =
            Identity { name: name.to_owned(), number, role, revision: found.revision, key: None };
        Ok((found, identity))
    }
}
