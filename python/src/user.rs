//! The API of users.

use std::time::SystemTime;

use glossweave::acl::{ApiKeyOptions, InvitationOptions, PageRequest, Role, Token};
use glossweave::clock::Timestamp;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::api_key::ApiKey;
use crate::audit::AuditEntry;
use crate::engine_ref::EngineRef;
use crate::hint::{self, Hinted};
use crate::input::{count_given, secret};
use crate::invitation::Invitation;
use crate::option::read;

/// A user.
#[pyclass(frozen, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct User {
    inner: glossweave::acl::User,
}

impl From<glossweave::acl::User> for User {
    fn from(inner: glossweave::acl::User) -> User {
        User { inner }
    }
}

#[pymethods]
impl User {
    /// The name.
    #[getter]
    fn username(&self) -> &str {
        &self.inner.username
    }

    /// The role: `"ROLE_USER"` or `"ROLE_ADMIN"`.
    #[getter]
    fn role(&self) -> Hinted<String, hint::Role> {
        self.inner.role.to_string().into()
    }

    /// The time of the registration, in UTC.
    #[getter]
    fn created(&self) -> SystemTime {
        self.inner.created.into()
    }

    fn __repr__(&self) -> String {
        let glossweave::acl::User { username, role, created } = &self.inner;
        format!("<User {username}, {role}, since {created}>")
    }
}

/// The users of an engine. Use it to register, log in, change and delete users, and to manage API keys and
/// invitations.
///
/// >>> from glossweave import Engine
/// >>> engine = Engine()
/// >>> users = engine.session().users
/// >>> users.create("anna", "correct horse").role
/// 'ROLE_USER'
/// >>> token = users.authenticate("anna", "correct horse")
/// >>> engine.session(token).users.read("anna").username
/// 'anna'
#[pyclass(frozen, module = "glossweave")]
pub struct Users {
    engine: EngineRef,
}

impl From<EngineRef> for Users {
    fn from(engine: EngineRef) -> Users {
        Users { engine }
    }
}

#[pymethods]
impl Users {
    /// Registers a user. By default, all callers can register users, except when the engine uses an OpenID
    /// provider. The setting `registration` changes this. A user name consists of 1 to 64 letters, digits,
    /// `.`, `_` and `-`, and begins with a letter. A password has at least 8 characters.
    ///
    /// `invitation`: the code of an invitation, which can be used once. Raises `Forbidden` if the code is
    /// invalid.
    #[pyo3(signature = (username, password, *, invitation = None))]
    fn create(
        &self,
        py: Python<'_>,
        username: &str,
        password: &Bound<'_, PyString>,
        invitation: Option<&Bound<'_, PyString>>,
    ) -> PyResult<User> {
        let password = secret("password", password)?;
        let code = invitation.map(|code| secret("invitation", code)).transpose()?;
        self.engine.call(py, |session| {
            let mut users = session.users();
            if let Some(code) = &code {
                users = users.with_invitation(Token::from_text(code));
            }
            users.create(username, &password).map(User::from)
        })
    }

    /// Returns a token for a user name and password. The token does not expire.
    ///
    /// Raises `Unauthenticated` if the password is wrong or the user does not exist, and `Throttled` for a
    /// user name after five consecutive failures. `retry_after` is the waiting time in seconds.
    fn authenticate(
        &self,
        py: Python<'_>,
        username: &str,
        password: &Bound<'_, PyString>,
    ) -> PyResult<String> {
        let password = secret("password", password)?;
        self.engine
            .call(py, |session| Ok(session.users().authenticate(username, &password)?.to_text()))
    }

    /// Returns a user. Only the user and admins can read it.
    fn read(&self, py: Python<'_>, username: &str) -> PyResult<User> {
        self.engine.call(py, |session| session.users().read(username).map(User::from))
    }

    /// Returns the users, sorted by name. Only admins can list users.
    ///
    /// `after`: return only the users after this name. `limit`: the maximum number of users (default: 100).
    #[pyo3(signature = (*, after = None, limit: "int | None" = None))]
    fn list(
        &self,
        py: Python<'_>,
        after: Option<String>,
        #[pyo3(from_py_with = count_given)] limit: Option<usize>,
    ) -> PyResult<Vec<User>> {
        let page = page(after, limit);
        self.engine.call(py, |session| {
            Ok(session.users().list(&page)?.into_iter().map(User::from).collect())
        })
    }

    /// Changes a password. Only the user and admins can change it. Existing tokens remain valid.
    fn set_password(
        &self,
        py: Python<'_>,
        username: &str,
        password: &Bound<'_, PyString>,
    ) -> PyResult<User> {
        let password = secret("password", password)?;
        self.engine
            .call(py, |session| session.users().set_password(username, &password).map(User::from))
    }

    /// Sets the role of a user to admin (`"ROLE_ADMIN"`) or user (`"ROLE_USER"`). Only admins can set roles.
    /// Raises `Conflict` for the last admin.
    #[pyo3(signature = (username, role: "_Role"))]
    fn set_role(&self, py: Python<'_>, username: &str, role: &str) -> PyResult<User> {
        self.engine.call(py, |session| {
            let role: Role = read("role", role)?;
            session.users().set_role(username, role).map(User::from)
        })
    }

    /// Deletes a user, and revokes the tokens and API keys of the user immediately. Only the user and admins
    /// can delete it. Raises `Conflict` if the user owns resources, or is the last admin. Use
    /// `resources="delete"` to delete the resources of the user too.
    #[pyo3(signature = (username, *, resources: r#"Literal["delete"] | None"# = None))]
    fn delete(&self, py: Python<'_>, username: &str, resources: Option<&str>) -> PyResult<()> {
        self.engine.call(py, |session| match resources {
            None => session.users().delete(username),
            Some("delete") => session.delete_user(username),
            Some(_) => {
                Err(glossweave::Error::invalid("expected `delete`").with_parameter("resources"))
            }
        })
    }

    /// Creates an API key. Returns the key and its secret, which cannot be read again. Programs send the
    /// secret instead of a token, and act as the user, within the scopes of the key: `"read"`, `"enrich"`,
    /// `"write"` and `"admin"`. Only the user can create keys, when logged in with the password. A user can
    /// have at most 100 keys.
    ///
    /// `expires`: the time when the key expires, with a time zone. By default, it does not expire.
    #[pyo3(signature = (username, name, scopes: "Sequence[_Scope]", *, expires = None))]
    fn create_key(
        &self,
        py: Python<'_>,
        username: &str,
        name: String,
        scopes: Vec<String>,
        expires: Option<SystemTime>,
    ) -> PyResult<(ApiKey, String)> {
        self.engine.call(py, |session| {
            let mut options = ApiKeyOptions::new(name, []);
            options.set("scopes", &scopes.join(","))?;
            options.expires = expires.map(Timestamp::from);
            let new = session.users().create_key(username, &options)?;
            Ok((new.key.into(), new.secret.to_text()))
        })
    }

    /// Returns an API key that has not expired. Only the user and admins can read it, when logged in with the
    /// password.
    fn read_key(&self, py: Python<'_>, username: &str, name: &str) -> PyResult<ApiKey> {
        self.engine.call(py, |session| session.users().read_key(username, name).map(ApiKey::from))
    }

    /// Returns the API keys of a user, sorted by name. The same callers as for `read_key` can list them.
    fn list_keys(&self, py: Python<'_>, username: &str) -> PyResult<Vec<ApiKey>> {
        self.engine.call(py, |session| {
            Ok(session.users().list_keys(username)?.into_iter().map(ApiKey::from).collect())
        })
    }

    /// Revokes an API key, which becomes invalid immediately. The same callers as for `read_key` can revoke
    /// it.
    fn revoke_key(&self, py: Python<'_>, username: &str, name: &str) -> PyResult<()> {
        self.engine.call(py, |session| session.users().revoke_key(username, name))
    }

    /// Creates an invitation. Returns the invitation and its code, which cannot be read again. It can be used
    /// to register one user. Only admins can create invitations, and at most 1,000 can exist.
    ///
    /// `role`: the role of the new user (default: `"ROLE_USER"`). `expires`: the time when the invitation
    /// expires, with a time zone. By default, it does not expire.
    #[pyo3(signature = (name, *, role: "_Role | None" = None, expires = None))]
    fn create_invitation(
        &self,
        py: Python<'_>,
        name: String,
        role: Option<&str>,
        expires: Option<SystemTime>,
    ) -> PyResult<(Invitation, String)> {
        self.engine.call(py, |session| {
            let mut options = InvitationOptions::new(name);
            if let Some(role) = role {
                options.role = read("role", role)?;
            }
            options.expires = expires.map(Timestamp::from);
            let new = session.users().create_invitation(&options)?;
            Ok((new.invitation.into(), new.code.to_text()))
        })
    }

    /// Returns a valid invitation. Only admins can read invitations.
    fn read_invitation(&self, py: Python<'_>, name: &str) -> PyResult<Invitation> {
        self.engine.call(py, |session| session.users().read_invitation(name).map(Invitation::from))
    }

    /// Returns the valid invitations, sorted by name. Only admins can list invitations.
    fn list_invitations(&self, py: Python<'_>) -> PyResult<Vec<Invitation>> {
        self.engine.call(py, |session| {
            Ok(session.users().list_invitations()?.into_iter().map(Invitation::from).collect())
        })
    }

    /// Revokes an invitation, whose code becomes invalid immediately. Only admins can revoke invitations.
    fn revoke_invitation(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.engine.call(py, |session| session.users().revoke_invitation(name))
    }

    /// Returns entries of the audit log, oldest first. The log is enabled by the setting `audit_days`. Only
    /// admins can read it.
    ///
    /// `after`: return only the entries after the entry with this `id`. `limit`: the maximum number of
    /// entries (default: 100).
    #[pyo3(signature = (*, after = None, limit = None))]
    fn read_audit_log(
        &self,
        py: Python<'_>,
        after: Option<String>,
        limit: Option<usize>,
    ) -> PyResult<Vec<AuditEntry>> {
        self.engine.call(py, |session| {
            let entries = session.users().read_audit_log(&page(after, limit))?;
            Ok(entries.into_iter().map(AuditEntry::from).collect())
        })
    }

    /// Revokes a token, or the API key with this secret. Only admins can revoke tokens.
    fn revoke(&self, py: Python<'_>, token: &Bound<'_, PyString>) -> PyResult<()> {
        let token = secret("token", token)?;
        self.engine.call(py, |session| session.users().revoke(&Token::from_text(&token)))
    }

    /// Revokes all tokens and API keys of a user. Only admins can revoke them.
    fn revoke_all(&self, py: Python<'_>, username: &str) -> PyResult<()> {
        self.engine.call(py, |session| session.users().revoke_all(username))
    }
}

/// Returns the bounds of one page of a list.
pub fn page(after: Option<String>, limit: Option<usize>) -> PageRequest {
    let mut page = PageRequest::default();
    page.after = after;
    page.limit = limit;
    page
}
