//! Parts of the input that lenient readers skip.

use std::fmt;

use super::message::Message;
use super::{Error, Location, Result};

/// An invalid part of a source that was skipped while the rest was read, for example a string of NIF
/// outside its text, an entry of a term base without a term, a unit of a translation memory without a
/// language, or the text of an unknown entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    subject: Box<str>,
    message: Message,
    location: Option<Location>,
}

impl Skipped {
    /// The maximum number of skipped parts that a reader reports. Further parts are skipped silently.
    pub const MOST: usize = 1_000;

    /// Returns the name of the skipped part: the IRI of a string, the `id` of an entry, a row, or the name
    /// of an entity or of an unread file.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// Returns the message. It starts in lower case, with names in backticks, and contains the expected and
    /// the actual content.
    pub fn message(&self) -> &str {
        self.message.text()
    }

    /// Returns the location in the source, if known. In NIF and XLIFF, only the first skipped parts have
    /// it.
    pub fn location(&self) -> Option<&Location> {
        self.location.as_ref()
    }
}

/// The parts of a source that a lenient reader rejects, with the error of the first part.
#[derive(Debug, Default)]
pub struct Refused {
    first: Option<Error>,
    list: Vec<Skipped>,
    count: u64,
}

impl Refused {
    /// Adds the error of a part.
    pub fn add(&mut self, subject: impl Into<Box<str>>, error: Error) {
        self.count += 1;
        if self.list.len() < Skipped::MOST {
            self.list.push(Skipped::with_error(subject, &error));
        }
        self.first.get_or_insert(error);
    }

    /// Returns the list of the first parts, and the number of all parts. Returns the first error if the
    /// source contains no valid part.
    pub fn finish(self, is_any_right: bool) -> Result<(Vec<Skipped>, u64)> {
        match self.first {
            Some(error) if !is_any_right => Err(error),
            _ => Ok((self.list, self.count)),
        }
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.display(self.location.as_ref(), out)
    }
}

/// Methods of skipped parts that the other modules and crates of Glossweave call.
pub trait SkippedExt: Sized {
    /// Creates a skipped part with its subject and the reason.
    fn new(subject: impl Into<Box<str>>, message: impl Into<Box<str>>) -> Self;

    /// Creates a skipped part from the error of a reader, with its location.
    fn with_error(subject: impl Into<Box<str>>, error: &Error) -> Skipped;

    /// Sets the location, if there is one.
    fn at(self, location: Option<Location>) -> Skipped;

    /// Returns the error of a source that contains no valid part, when this is the first skipped part.
    fn to_error(&self) -> Error;

    /// Adds the part to a list, up to [`Skipped::MOST`].
    fn keep(self, list: &mut Vec<Skipped>);
}

impl SkippedExt for Skipped {
    fn new(subject: impl Into<Box<str>>, message: impl Into<Box<str>>) -> Skipped {
        Skipped { subject: subject.into(), message: Message::new(message), location: None }
    }

    fn with_error(subject: impl Into<Box<str>>, error: &Error) -> Skipped {
        let message = error.0.message.clone();
        Skipped { subject: subject.into(), message, location: error.location().cloned() }
    }

    fn at(self, location: Option<Location>) -> Skipped {
        Skipped { location, ..self }
    }

    fn to_error(&self) -> Error {
        let mut error = Error::malformed("");
        error.0.message = self.message.clone();
        error.0.location.clone_from(&self.location);
        error
    }

    fn keep(self, list: &mut Vec<Skipped>) {
        if list.len() < Skipped::MOST {
            list.push(self);
        }
    }
}
