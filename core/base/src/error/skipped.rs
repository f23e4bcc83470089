//! Parts of the input that lenient readers leave out.

use std::fmt;

use super::message::Message;
use super::{Error, Location, Result};

/// An invalid part of a source that was left out, while the rest was read: a string of NIF outside its text,
/// an entry of a term base without a term, a unit of a translation memory without a language, the text of an
/// unknown entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    subject: Box<str>,
    message: Message,
    location: Option<Location>,
}

impl Skipped {
    /// The maximum number that a reader keeps; the rest are left out silently.
    pub const MOST: usize = 1_000;

    #[doc(hidden)]
    pub fn new(subject: impl Into<Box<str>>, message: impl Into<Box<str>>) -> Skipped {
        Skipped { subject: subject.into(), message: Message::new(message), location: None }
    }

    /// Returns the part for which a reader has this error, with its place.
    #[doc(hidden)]
    pub fn with_error(subject: impl Into<Box<str>>, error: &Error) -> Skipped {
        let message = error.0.message.clone();
        Skipped { subject: subject.into(), message, location: error.location().cloned() }
    }

    #[doc(hidden)]
    pub fn at(self, location: Option<Location>) -> Skipped {
        Skipped { location, ..self }
    }

    /// Returns the error of a source in which this part is the first and nothing is right.
    #[doc(hidden)]
    pub fn to_error(&self) -> Error {
        let mut error = Error::malformed("");
        error.0.message = self.message.clone();
        error.0.location.clone_from(&self.location);
        error
    }

    /// Adds this one to a list, up to [`Skipped::MOST`].
    #[doc(hidden)]
    pub fn keep(self, list: &mut Vec<Skipped>) {
        if list.len() < Skipped::MOST {
            list.push(self);
        }
    }

    /// Returns the name of the part that was left out: the IRI of a string, the `id` of an entry, a row, the
    /// name of an entity or of a file that is not read.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// Returns the message: in lower case, with names in backticks, with the expected and the actual content.
    pub fn message(&self) -> &str {
        self.message.text()
    }

    /// Returns the location in the source, if known. In NIF and XLIFF only the first ones have it.
    pub fn location(&self) -> Option<&Location> {
        self.location.as_ref()
    }
}

/// The parts of a source that a lenient reader refuses, with the error of the first one.
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

    /// Returns the list of the first parts, and the number of all. Returns the first error if nothing in the source was
    /// right.
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
