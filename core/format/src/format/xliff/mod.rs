//! XLIFF 1.0 to 1.2 and 2.x, written back byte for byte.
//!
//! Units are the translatable source texts; the texts of `target` are a document of their own,
//! [`Document::target`].

mod annotate;
mod inline;
mod its;
mod name;
mod read;
mod segment;
mod source_target;
mod translate;
mod unit;

#[cfg(test)]
mod tests;

pub(super) use annotate::mark;
pub(super) use read::read;
pub(super) use translate::translate;

#[allow(unused_imports, reason = "named in the documentation")]
use crate::document::Document;
