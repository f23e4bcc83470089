//! XML 1.0 with namespaces, parsed into a tree whose nodes have source ranges.
//!
//! Well-formedness is checked according to XML 1.0 (fifth edition), XML 1.1 and Namespaces in XML.
//! There is no validation. Only the source is read: no external subset and no external entity,
//! unless an [`Outside`] is used.

mod complete;
mod content;
mod cursor;
mod doctype;
mod dtd;
mod name;
mod outside;
mod prolog;
mod read;
mod scope;
#[cfg(test)]
mod tests;
mod value;

use std::borrow::Cow;
use std::rc::Rc;

pub use complete::complete;
pub use name::is_ncname;
pub use outside::Outside;

use super::Decoded;
use super::tree::Tree;
use glossweave_base::error::{Error, ErrorKind, Location};
use glossweave_encoding::UnknownEntities;

/// The limits of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum nesting depth of elements.
    pub depth: usize,
    /// The maximum number of bytes that entities expand to.
    pub expansion: usize,
    /// The treatment of references to unknown entities.
    pub unknown: UnknownEntities,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: 1_000, expansion: 8 << 20, unknown: UnknownEntities::Omit }
    }
}

/// An error in a source, with its range in the decoded text.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The message.
    pub message: String,
    /// The range of the affected bytes.
    pub at: std::ops::Range<usize>,
}

impl Fault {
    fn malformed(message: impl Into<String>, at: std::ops::Range<usize>) -> Fault {
        Fault { kind: ErrorKind::Malformed, message: message.into(), at }
    }

    /// Converts the fault to an error with its location in the original bytes.
    pub fn in_source(self, source: &[u8], decoded: &Decoded<'_>) -> Error {
        let mut back = decoded.way_back();
        let start = back.source(self.at.start.min(decoded.text.len()));
        let end = back.source(self.at.end.clamp(self.at.start, decoded.text.len()));
        Error::new(self.kind, self.message).at(Location::in_source(source, start..end))
    }
}

/// Parses a decoded source.
pub fn parse(source: Cow<'_, str>, limits: Limits) -> Result<Tree<'_>, Fault> {
    match source {
        Cow::Borrowed(source) => parse_with(source, limits, None),
        // The tree needs an owned source, but reading borrows the source.
        Cow::Owned(source) => {
            let tree = parse_with(&source, limits, None)?;
            Ok(tree.owning())
        }
    }
}

/// Parses a decoded source, using the external entities that `outside` provides.
pub fn parse_with(
    source: &str,
    limits: Limits,
    outside: Option<Rc<dyn Outside>>,
) -> Result<Tree<'_>, Fault> {
    read::read(source, limits, outside).map(|grower| grower.finish())
}
