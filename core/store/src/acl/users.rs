//! The users, on behalf of a caller: who is calling, and what the caller may do.

use std::net::IpAddr;

use super::access::{AuthContext, Identity};
use super::name::{check_name, shown};
use super::row::{self, UserRow};
use super::{Action, Caller, Relationship, ResourceClass, Token, may};
use crate::store::{Row, Table};
use glossweave_base::error::{Error, ErrorKind, Result};

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

    /// Returns the calling user, or `None` for an anonymous caller and if the token is not valid. Servers use it to count the
    /// requests of a user and to name the user in their log.
    pub fn current(&self) -> Option<Identity> {
        self.access.caller_for(&self.caller, &[], ResourceClass::User).ok().flatten()
    }

    /// Sets the address that log-ins come from: failures are counted for it, and keep nobody at another
    /// address from logging in. Hosts that serve a network pass the address of the client, or of its
    /// network.
    pub fn from_address(self, address: IpAddr) -> Users<'a> {
        Users { address: Some(address), ..self }
    }

    /// Checks that the caller may do something with a user, and that the user exists. Servers use it before they read
    /// parameters.
    ///
    /// # Errors
    ///
    /// Returns the errors of the method that does it.
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
