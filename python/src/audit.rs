//! Entries of the audit log for Python.

use std::time::SystemTime;

use pyo3::prelude::*;

use crate::hint::{self, Name};

/// An entry of the audit log: a change, and the user who made it.
#[pyclass(frozen, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct AuditEntry {
    inner: glossweave::acl::AuditEntry,
}

impl From<glossweave::acl::AuditEntry> for AuditEntry {
    fn from(inner: glossweave::acl::AuditEntry) -> AuditEntry {
        AuditEntry { inner }
    }
}

#[pymethods]
impl AuditEntry {
    /// The unique identifier. Entries are sorted by their identifiers.
    #[getter]
    fn id(&self) -> &str {
        &self.inner.id
    }

    /// The time of the change, to the second, in UTC.
    #[getter]
    fn time(&self) -> SystemTime {
        self.inner.time.into()
    }

    /// The user who made the change. `None` if an anonymous caller registered.
    #[getter]
    fn user(&self) -> Option<&str> {
        self.inner.user.as_deref()
    }

    /// The name of the API key that was used for the change.
    #[getter]
    fn api_key(&self) -> Option<&str> {
        self.inner.api_key.as_deref()
    }

    /// The kind of change: `"create"`, `"update"` or `"delete"`.
    #[getter]
    fn action(&self) -> Name<hint::AuditAction> {
        self.inner.action.name().into()
    }

    /// The kind of object that was changed: `"user"`, `"token"`, `"api-key"`, `"invitation"`, or the kind of
    /// a resource.
    #[getter]
    fn kind(&self) -> &str {
        &self.inner.kind
    }

    /// The name of the object that was changed. For tokens it is the name of the user, for API keys
    /// `"user/key"`.
    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    /// The parts that were changed, for example `"content"`, `"owner"` or `"password"`.
    #[getter]
    fn changed(&self) -> Vec<String> {
        self.inner.changed.clone()
    }

    fn __repr__(&self) -> String {
        let glossweave::acl::AuditEntry { time, user, kind, name, .. } = &self.inner;
        let (user, action) = (user.as_deref().unwrap_or("anonymous"), self.inner.action.name());
        format!("<AuditEntry {time} {user}: {action} {kind} {name}>")
    }
}
