//! Requests to e-Terminology.

use crate::request::Request;
use glossweave_base::error::Result;
use glossweave_entity::Recognition;
use glossweave_term::Terminology;

/// A document to find terms in, and the options of the answer.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct TerminologyRequest {
    /// The options of e-Terminology.
    pub wanted: Terminology,
    /// The document, and the format of the answer.
    pub request: Request,
}

impl TerminologyRequest {
    /// Creates a request.
    pub fn new(wanted: Terminology, request: Request) -> TerminologyRequest {
        TerminologyRequest { wanted, request }
    }

    /// Sets a parameter by its name: those of [`Terminology::set`], and those of [`Request::set`] except
    /// those of [`Recognition::set`].
    ///
    /// # Errors
    ///
    /// Returns the errors of these functions.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match Request::NAMES.contains(&name) && !Recognition::NAMES.contains(&name) {
            true => self.request.set(name, value),
            false => self.wanted.set(name, value),
        }
    }
}
