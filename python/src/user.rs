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

/// A user, as the engine shows it.
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

/// The users of an engine: registering, logging in, changing, removing.
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
    /// Registers a user; everybody may, unless the engine has `registration`. A name has 1 to 64 letters,
    /// digits, `.`, `_` and `-` and begins with a letter; a password has at least 8 characters.
    ///
    /// `invitation`: the code of an invitation, which is used up. `Forbidden` if it is not valid.
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

    /// Gives a token to who knows the password. It never expires.
    ///
    /// A wrong password and an unknown user are both `Unauthenticated`; after five failures in a row
    /// a name is `Throttled`, and `retry_after` says for how many seconds.
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

    /// Returns a user. Only that user and admins may call it.
    fn read(&self, py: Python<'_>, username: &str) -> PyResult<User> {
        self.engine.call(py, |session| session.users().read(username).map(User::from))
    }

    /// Returns users in the order of their names, at most `limit` of them (100 without it), from behind the
    /// name `after`. Only admins may call it.
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

    /// Changes a password. Only that user and admins may. Tokens stay as they are.
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

    /// Makes a user an admin (`"ROLE_ADMIN"`), or an admin a user (`"ROLE_USER"`). Only admins may.
    /// The last admin stays one: `Conflict`.
    #[pyo3(signature = (username, role: "_Role"))]
    fn set_role(&self, py: Python<'_>, username: &str, role: &str) -> PyResult<User> {
        self.engine.call(py, |session| {
            let role: Role = read("role", role)?;
            session.users().set_role(username, role).map(User::from)
        })
    }

    /// Removes a user, whose tokens and API keys stop working at once. Only that user and admins may. One who
    /// owns something, and the last admin, stay: `Conflict`. `resources="delete"` removes what is owned
    /// too.
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

    /// Creates an API key, and returns it with its secret, which nobody can read again. Programs send the
    /// secret in place of a token, and act as the user within the scopes: some of `"read"`, `"enrich"`,
    /// `"write"` and `"admin"`. Only that user may, logged in with the password. A user has at most 100 keys.
    ///
    /// `expires`: the time from which it is no longer valid, with a time zone.
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

    /// Returns an API key that has not expired. Only its user and admins may, logged in with the password.
    fn read_key(&self, py: Python<'_>, username: &str, name: &str) -> PyResult<ApiKey> {
        self.engine.call(py, |session| session.users().read_key(username, name).map(ApiKey::from))
    }

    /// Returns the API keys of a user in the order of their names, to the callers of `read_key`.
    fn list_keys(&self, py: Python<'_>, username: &str) -> PyResult<Vec<ApiKey>> {
        self.engine.call(py, |session| {
            Ok(session.users().list_keys(username)?.into_iter().map(ApiKey::from).collect())
        })
    }

    /// Revokes an API key, which stops working at once, for the callers of `read_key`.
    fn revoke_key(&self, py: Python<'_>, username: &str, name: &str) -> PyResult<()> {
        self.engine.call(py, |session| session.users().revoke_key(username, name))
    }

    /// Creates an invitation, and returns it with its code, which nobody can read again. One user can be
    /// registered with it. Only admins may. There are at most 1,000.
    ///
    /// `role`: that of the user, `"ROLE_USER"` by default. `expires`: the time from which it is no longer valid, with
    /// a time zone.
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

    /// Returns an invitation that is valid. Only admins may.
    fn read_invitation(&self, py: Python<'_>, name: &str) -> PyResult<Invitation> {
        self.engine.call(py, |session| session.users().read_invitation(name).map(Invitation::from))
    }

    /// Returns the invitations that are valid, in the order of their names. Only admins may.
    fn list_invitations(&self, py: Python<'_>) -> PyResult<Vec<Invitation>> {
        self.engine.call(py, |session| {
            Ok(session.users().list_invitations()?.into_iter().map(Invitation::from).collect())
        })
    }

    /// Revokes an invitation, whose code stops working at once. Only admins may.
    fn revoke_invitation(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.engine.call(py, |session| session.users().revoke_invitation(name))
    }

    /// Returns a part of the audit log, the oldest entries first. There is one if the engine has `audit_days`. Only
    /// admins may.
    ///
    /// `after`: the `id` of an entry, after which the part begins. `limit`: the maximum number of entries, 100 by
    /// default.
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

    /// Makes a token, or the API key with that secret, stop working. Only admins may.
    fn revoke(&self, py: Python<'_>, token: &Bound<'_, PyString>) -> PyResult<()> {
        let token = secret("token", token)?;
        self.engine.call(py, |session| session.users().revoke(&Token::from_text(&token)))
    }

    /// Makes all tokens and API keys of a user stop working. Only admins may.
    fn revoke_all(&self, py: Python<'_>, username: &str) -> PyResult<()> {
        self.engine.call(py, |session| session.users().revoke_all(username))
    }
}

/// Returns the bounds of a part of a list.
pub fn page(after: Option<String>, limit: Option<usize>) -> PageRequest {
    let mut page = PageRequest::default();
    page.after = after;
    page.limit = limit;
    page
}
