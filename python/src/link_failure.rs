//! Failures of link templates.

use pyo3::prelude::*;

/// An entity for which a template failed.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct LinkFailure {
    /// The IRI of the entity.
    entity: String,
    /// The kind of failure, one of the names in docs/http.md.
    kind: String,
    /// The message.
    message: String,
}

impl From<&glossweave::link::Failure> for LinkFailure {
    fn from(failure: &glossweave::link::Failure) -> LinkFailure {
        let glossweave::link::Failure { entity, kind, message, .. } = failure;
        LinkFailure {
            entity: entity.clone(),
            kind: kind.name().to_owned(),
            message: message.clone(),
        }
    }
}

#[pymethods]
impl LinkFailure {
    #[new]
    fn new(entity: String, kind: String, message: String) -> LinkFailure {
        LinkFailure { entity, kind, message }
    }

    fn __getnewargs__(&self) -> (&str, &str, &str) {
        (&self.entity, &self.kind, &self.message)
    }

    fn __repr__(&self) -> String {
        format!("<LinkFailure of {}: {}>", self.entity, self.message)
    }
}
