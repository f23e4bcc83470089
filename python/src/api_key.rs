//! API keys for Python.

use std::time::SystemTime;

use pyo3::prelude::*;

use crate::hint::{self, Name};

/// An API key, without its secret.
#[pyclass(frozen, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct ApiKey {
    inner: glossweave::acl::ApiKey,
}

impl From<glossweave::acl::ApiKey> for ApiKey {
    fn from(inner: glossweave::acl::ApiKey) -> ApiKey {
        ApiKey { inner }
    }
}

#[pymethods]
impl ApiKey {
    /// The name, unique among the keys of the user.
    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    /// The scopes: some of `"read"`, `"enrich"`, `"write"` and `"admin"`.
    #[getter]
    fn scopes(&self) -> Vec<Name<hint::Scope>> {
        self.inner.scopes.iter().map(|scope| scope.name().into()).collect()
    }

    /// The time when the key was created, in UTC.
    #[getter]
    fn created(&self) -> SystemTime {
        self.inner.created.into()
    }

    /// The time when the key expires, in UTC. `None` if it does not expire.
    #[getter]
    fn expires(&self) -> Option<SystemTime> {
        self.inner.expires.map(SystemTime::from)
    }

    /// The time of its last use, to the minute, in UTC.
    #[getter]
    fn last_used(&self) -> Option<SystemTime> {
        self.inner.last_used.map(SystemTime::from)
    }

    fn __repr__(&self) -> String {
        let scopes: Vec<&str> = self.inner.scopes.iter().map(|scope| scope.name()).collect();
        let scopes = scopes.join(", ");
        match self.inner.expires {
            Some(moment) => format!("<ApiKey {}: {scopes}, until {moment}>", self.inner.name),
            None => format!("<ApiKey {}: {scopes}>", self.inner.name),
        }
    }
}
