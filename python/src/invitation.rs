//! Invitations to register for Python.

use std::time::SystemTime;

use pyo3::prelude::*;

use crate::hint::{self, Hinted};

/// An invitation to register, without its code.
#[pyclass(frozen, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct Invitation {
    inner: glossweave::acl::Invitation,
}

impl From<glossweave::acl::Invitation> for Invitation {
    fn from(inner: glossweave::acl::Invitation) -> Invitation {
        Invitation { inner }
    }
}

#[pymethods]
impl Invitation {
    /// The name, unique among all invitations.
    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    /// The role of a user who registers with the invitation: `"ROLE_USER"` or `"ROLE_ADMIN"`.
    #[getter]
    fn role(&self) -> Hinted<String, hint::Role> {
        self.inner.role.to_string().into()
    }

    /// The time when the invitation was created, in UTC.
    #[getter]
    fn created(&self) -> SystemTime {
        self.inner.created.into()
    }

    /// The time when the invitation expires, in UTC. `None` if it does not expire.
    #[getter]
    fn expires(&self) -> Option<SystemTime> {
        self.inner.expires.map(SystemTime::from)
    }

    fn __repr__(&self) -> String {
        let glossweave::acl::Invitation { name, role, expires, .. } = &self.inner;
        match expires {
            Some(moment) => format!("<Invitation {name}: {role}, until {moment}>"),
            None => format!("<Invitation {name}: {role}>"),
        }
    }
}
