//! Parts of the input that lenient readers leave out.

use std::fmt;

use super::Location;

/// Something in a source that is wrong and was left out, while the rest was read: a string of NIF
/// outside its text, an entry of a term base without a term, a unit of a translation memory without a
/// language, the text of an unknown entity.
///
/// ```
/// # use glossweave_base as glossweave;
/// use glossweave::{Format, nif};
/// let source = b"@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
/// <http://a.example/#char=0,2> a nif:Context ; nif:isString 'Hi' .
/// <http://a.example/#char=0,9> nif:referenceContext <http://a.example/#char=0,2> .";
/// let read = nif::read_lenient(source, Format::Turtle, None)?;
/// assert_eq!(read.skipped()[0].subject(), "http://a.example/#char=0,9");
/// assert_eq!(read.skipped()[0].location().unwrap().line(), 3);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    subject: Box<str>,
    message: Box<str>,
    location: Option<Location>,
}

impl Skipped {
    /// The maximum number that a reader keeps; the rest are left out without a word.
    pub const MOST: usize = 1_000;

    #[doc(hidden)]
    pub fn new(subject: impl Into<Box<str>>, message: impl Into<Box<str>>) -> Skipped {
        Skipped { subject: subject.into(), message: message.into(), location: None }
    }

    #[doc(hidden)]
    pub fn at(self, location: Option<Location>) -> Skipped {
        Skipped { location, ..self }
    }

    /// Keeps one more, up to [`Skipped::MOST`].
    #[doc(hidden)]
    pub fn keep(self, list: &mut Vec<Skipped>) {
        if list.len() < Skipped::MOST {
            list.push(self);
        }
    }

    /// Returns the name of what was left out: the IRI of a string, the `id` of an entry, a row, the name
    /// of an entity or of a file that is not read.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// Returns what is wrong with it: in lower case, with names in backticks, saying what was
    /// expected and what was there.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns its place in the source if that is known. In NIF and XLIFF it is for the first ones only.
    pub fn location(&self) -> Option<&Location> {
        self.location.as_ref()
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)?;
        match &self.location {
            Some(location) => write!(out, " at {location}"),
            None => Ok(()),
        }
    }
}
