//! Invitations to register, as Python shows them.

use std::time::SystemTime;

use pyo3::prelude::*;

use crate::hint::{self, Hinted};

/// An invitation to register, as the engine shows it: without its code.
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
    /// The name, which no other invitation has.
    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    /// The role of the user who registers with it: `"ROLE_USER"` or `"ROLE_ADMIN"`.
    #[getter]
    fn role(&self) -> Hinted<String, hint::Role> {
        self.inner.role.to_string().into()
    }

    /// The time of its creation, in UTC.
    #[getter]
    fn created(&self) -> SystemTime {
        self.inner.created.into()
    }

    /// The time from which it is no longer valid, in UTC.
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
