//! Texts that contain rules, and the locations of their errors.

use std::borrow::Cow;

use glossweave_base::error::{Error, ErrorKind, Location, Side};
use glossweave_markup::At;
use glossweave_markup::xml::Fault;

/// A text that contains rules.
#[derive(Debug)]
pub(super) struct Origin<'t> {
    pub text: Cow<'t, str>,
    /// The name of the file. `None` for the document itself.
    pub file: Option<String>,
    /// The position in the text where offsets start.
    pub shift: usize,
}

impl Origin<'_> {
    pub fn error(&self, kind: ErrorKind, message: String, at: At) -> Error {
        let message = match &self.file {
            Some(file) => format!("{message}, in {file}"),
            None => message,
        };
        let at = at.start + self.shift..at.end + self.shift;
        let location = Location::in_source(self.text.as_bytes(), at);
        let error = match kind {
            ErrorKind::Unsupported => Error::unsupported(Side::Input, message),
            kind => Error::new(kind, message),
        };
        error.at(location)
    }

    pub fn fault(&self, fault: Fault) -> Error {
        self.error(fault.kind, fault.message, fault.at)
    }
}
