//! Identification of callers, and the access control of an engine.

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use super::audit_log::AuditLog;
use super::caller::LOCAL;
use super::password::Passwords;
use super::row::{self, TokenRow, UserRow};
use super::{
    Action, Caller, Decision, Registration, Relationship, ResourceClass, Role, Scope, Token, Usage,
    VerifyIdToken, may, required_scope,
};
use crate::store::{Backend, Change, Precondition, Row, Table};
use glossweave_base::clock::{Clock, Timestamp};
use glossweave_base::error::shown;
use glossweave_base::error::{Error, ErrorKind, Result};

/// A function that reads a row of a store: [`Backend::read`] or, for calls that change nothing,
/// [`Backend::read_recent`].
pub(super) type ReadRow = fn(&(dyn Backend + 'static), Table, &str) -> Result<Option<Row>>;

/// The access control of an engine: its store, clock and password hashes. Each engine has one.
pub struct AuthContext {
    pub(super) store: Arc<dyn Backend>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) passwords: Passwords,
    /// The name of the admin in the settings. It is reserved for admins.
    pub(super) reserved: Option<String>,
    /// The callers that may register users.
    pub(super) registration: Registration,
    pub(super) usage: Usage,
    /// The audit log, or `None` if it is disabled.
    pub(super) audit: Option<AuditLog>,
    /// The verification of tokens of an OpenID provider.
    pub(super) verifier: Option<Arc<dyn VerifyIdToken>>,
    /// The function that removes expired rows.
    pub(super) tidy: fn(&AuthContext) -> Result<usize>,
}

/// A user who is identified by a token or an API key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The name.
    pub name: String,
    /// The number. It is never assigned to another user, even if the name is reused.
    pub number: u64,
    /// The role of the user in this call: [`Role::User`] for an API key without [`Scope::Admin`].
    pub role: Role,
    pub(super) revision: u64,
    /// The name and the scopes of the API key, or `None` for a user who has logged in.
    pub(super) key: Option<(String, Vec<Scope>)>,
}

impl Identity {
    /// Returns the name of the API key that the user calls with.
    pub(super) fn key_name(&self) -> Option<&str> {
        self.key.as_ref().map(|(name, _)| name.as_str())
    }

    /// Returns a change that makes a commit fail if the user was changed since the identification.
    pub(crate) fn unchanged(&self) -> Change {
        Change::keep(Table::Users, &self.name, Precondition::Revision(self.revision))
    }
}

impl AuthContext {
    /// Creates the access control of a store. `tidy` removes expired rows and returns their number.
    pub fn new(
        store: Arc<dyn Backend>,
        clock: Arc<dyn Clock>,
        tidy: fn(&AuthContext) -> Result<usize>,
    ) -> AuthContext {
        let (passwords, usage) = (Passwords::new(), Usage::default());
        let (reserved, registration) = (None, Registration::default());
        let (audit, verifier) = (None, None);
        AuthContext {
            store,
            clock,
            passwords,
            reserved,
            registration,
            verifier,
            usage,
            audit,
            tidy,
        }
    }

    /// Reserves a name for an admin of the settings, even if no such user exists.
    pub fn reserving(self, name: Option<&str>) -> AuthContext {
        AuthContext { reserved: name.map(str::to_owned), ..self }
    }

    /// Sets the callers that may register users.
    pub fn registering(self, registration: Registration) -> AuthContext {
        AuthContext { registration, ..self }
    }

    /// Sets the verification of tokens of an OpenID provider.
    pub fn verifying(self, verifier: Option<Arc<dyn VerifyIdToken>>) -> AuthContext {
        AuthContext { verifier, ..self }
    }

    /// Limits the bytes that each user can store.
    pub fn allowing(self, bytes: Option<u64>) -> AuthContext {
        AuthContext { usage: Usage::new(bytes), ..self }
    }

    /// Returns the count of the bytes that each user stores.
    pub fn usage(&self) -> &Usage {
        &self.usage
    }

    /// Returns the calling user, or `None` for an anonymous caller.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] if the token is malformed or not valid, if an API key
    /// has expired, if a token of an OpenID provider is not valid, or for [`Caller::Local`] if
    /// there is no local user. For a token of an OpenID provider, returns [`ErrorKind::Conflict`]
    /// if the name of a new user is taken, [`ErrorKind::Forbidden`] if the account has no user and
    /// none is created, and [`ErrorKind::Unavailable`] if the keys of the provider are missing.
    pub fn identify(&self, caller: &Caller) -> Result<Option<Identity>> {
        match caller {
            Caller::Anonymous => Ok(None),
            Caller::Token(token) => self.identify_token(token, <dyn Backend>::read),
            Caller::IdToken(token) => self.identify_id_token(token, <dyn Backend>::read).map(Some),
            Caller::Local => match self.user(LOCAL)? {
                Some(identity) => Ok(Some(identity)),
                None => Err(Error::new(ErrorKind::Unauthenticated, "there is no local user")),
            },
            Caller::Job(delegation) => self.identify_job(delegation).map(Some),
        }
    }

    /// Returns the calling user for actions on a target, as [`AuthContext::identify`] does. The
    /// scopes of API keys are checked only here, before the target is looked up.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`AuthContext::identify`], and `ErrorKind::Forbidden` if an API key
    /// does not have the scope.
    pub(crate) fn caller_for(
        &self,
        caller: &Caller,
        actions: &[Action],
        target: ResourceClass,
    ) -> Result<Option<Identity>> {
        let changes_nothing = || actions.iter().all(|action| action.changes_nothing());
        let identity = match caller {
            Caller::Token(token) if changes_nothing() => {
                self.identify_token(token, <dyn Backend>::read_recent)?
            }
            Caller::IdToken(token) if changes_nothing() => {
                Some(self.identify_id_token(token, <dyn Backend>::read_recent)?)
            }
            _ => self.identify(caller)?,
        };
        let Some((key, scopes)) = identity.as_ref().and_then(|identity| identity.key.as_ref())
        else {
            return Ok(identity);
        };
        for action in actions {
            let message = match required_scope(*action, target) {
                Some(scope) if scopes.contains(&scope) => continue,
                Some(scope) => format!("the key {} does not have the scope `{scope}`", shown(key)),
                None => format!("the key {} is not sufficient for this: log in", shown(key)),
            };
            return Err(Error::new(ErrorKind::Forbidden, message));
        }
        Ok(identity)
    }

    /// Checks that a caller may do an action on a target without an owner, and returns the caller.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unauthenticated` or `ErrorKind::Forbidden` if the action is not allowed.
    pub fn check(
        &self,
        caller: &Caller,
        action: Action,
        target: ResourceClass,
        thing: &str,
    ) -> Result<Option<Identity>> {
        let caller = self.caller_for(caller, &[action], target)?;
        let relation = Relationship::of(caller.as_ref(), "");
        may(action, relation, target).pass(|| thing.to_owned())?;
        Ok(caller)
    }

    /// Checks that a caller may call services, regardless of the resources that they use.
    pub fn check_service(&self, caller: &Caller) -> Result<()> {
        self.check(caller, Action::CallService, ResourceClass::Public, "the service").map(drop)
    }

    /// Returns the user of a token. Uses `read` to read rows.
    fn identify_token(&self, token: &Token, read: ReadRow) -> Result<Option<Identity>> {
        let nobody = || Error::new(ErrorKind::Unauthenticated, "the token is not valid");
        let hash = token.key().ok_or_else(nobody)?;
        self.holder(&hash, read)?.ok_or_else(nobody).map(Some)
    }

    /// Returns the user of the token or API key with a hash. Uses `read` to read rows.
    pub(super) fn holder(&self, hash: &str, read: ReadRow) -> Result<Option<Identity>> {
        let Some(found) = read(self.store.as_ref(), Table::Tokens, hash)? else {
            return self.holder_of_key(hash, read);
        };
        let token: TokenRow<'_> = row::read(&found, "a token")?;
        let identity = self.user_from(&token.user, read)?;
        Ok(identity.filter(|identity| identity.number == token.number))
    }

    /// Returns a user by name, or `None` if the user does not exist.
    pub fn user(&self, name: &str) -> Result<Option<Identity>> {
        self.user_from(name, <dyn Backend>::read)
    }

    /// Returns a user by name. Uses `read` to read the row.
    pub(super) fn user_from(&self, name: &str, read: ReadRow) -> Result<Option<Identity>> {
        let Some(found) = read(self.store.as_ref(), Table::Users, name)? else { return Ok(None) };
        let UserRow { number, role, .. } = row::read(&found, "a user")?;
        Ok(Some(Identity {
            name: name.to_owned(),
            number,
            role,
            revision: found.revision,
            key: None,
        }))
    }

    /// Returns a shared handle to the store.
    pub fn shared_store(&self) -> Arc<dyn Backend> {
        self.store.clone()
    }

    /// Returns the store.
    pub fn store(&self) -> &dyn Backend {
        self.store.as_ref()
    }

    /// Removes expired rows, and returns their number.
    pub fn expire(&self) -> Result<usize> {
        (self.tidy)(self)
    }

    /// Returns the current time of the clock.
    pub fn now(&self) -> Timestamp {
        Timestamp::from(self.moment())
    }

    pub(crate) fn moment(&self) -> SystemTime {
        self.clock.now()
    }
}

impl fmt::Debug for AuthContext {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The store is not printed, because it may print its rows, which contain hashes of
        // passwords.
        out.debug_struct("AuthContext").finish_non_exhaustive()
    }
}

impl Relationship {
    /// Returns the relationship of a caller to a resource of an owner.
    pub fn of(caller: Option<&Identity>, owner: &str) -> Relationship {
        match caller {
            None => Relationship::Anonymous,
            Some(Identity { role: Role::Admin, .. }) => Relationship::Admin,
            Some(caller) if caller.name == owner => Relationship::Owner,
            Some(_) => Relationship::Stranger,
        }
    }
}

impl Decision {
    /// Returns `Ok` if the action is allowed, and the error otherwise. `thing` returns the name of
    /// the target.
    pub(crate) fn pass(self, thing: impl FnOnce() -> String) -> Result<()> {
        match self {
            Decision::Allowed => Ok(()),
            Decision::Unauthenticated => {
                Err(Error::new(ErrorKind::Unauthenticated, "expected a token, found none"))
            }
            Decision::Forbidden => {
                let message = format!("the caller may not do this with {}", thing());
                Err(Error::new(ErrorKind::Forbidden, message))
            }
            Decision::NotFound => Err(Error::new(ErrorKind::NotFound, format!("no {}", thing()))),
        }
    }
}
