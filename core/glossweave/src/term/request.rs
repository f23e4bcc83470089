//! Requests to e-Terminology.

use crate::request::Request;
use glossweave_base::error::Result;
use glossweave_term::TermOptions;

/// A document in which terms are found, and the options of the answer.
///
/// ```
/// use glossweave::term::{TermOptions, TerminologyRequest};
/// use glossweave::{Format, Request};
/// let request = Request::new("A black hole", Format::Text);
/// let mut request = TerminologyRequest::new(TermOptions::default(), request);
/// request.set("source-lang", "en")?;
/// request.set("outformat", "json-ld")?;
/// assert_eq!(request.request.outformat, Format::JsonLd);
/// assert_eq!(request.wanted.source, Some("en".parse()?));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct TerminologyRequest {
    /// The options of e-Terminology.
    pub wanted: TermOptions,
    /// The document, and the format of the answer.
    pub request: Request,
}

impl TerminologyRequest {
    /// Creates a request.
    pub fn new(wanted: TermOptions, request: Request) -> TerminologyRequest {
        TerminologyRequest { wanted, request }
    }

    /// Sets a parameter by its name: an option of [`TermOptions`], or a parameter of [`Request::set`] except
    /// [`EntityOptions`](glossweave_entity::EntityOptions).
    ///
    /// # Errors
    ///
    /// Returns the errors of these functions.
    ///
    /// ```
    /// use glossweave::term::{TermOptions, TerminologyRequest};
    /// use glossweave::{ErrorKind, Format, Request};
    /// let request = Request::new("A black hole", Format::Text);
    /// let mut request = TerminologyRequest::new(TermOptions::default(), request);
    /// let error = request.set("target-lang", "Spanish!").unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("target-lang")));
    /// // An option of e-Entity is none of e-Terminology.
    /// assert_eq!(request.set("numLinks", "3").unwrap_err().parameter(), Some("numLinks"));
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match Request::has_option(name) {
            true => self.request.set(name, value),
            false => self.wanted.set(name, value),
        }
    }
}
