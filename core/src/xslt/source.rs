//! What documents are let in.

use std::borrow::Cow;

use crate::markup::xml::{self, Fault, Limits};

/// How deep the elements of modules and further documents may nest.
pub(super) const DEPTH: usize = 1_000;

/// Looks at the entities of a document, which processors would expand. Where there is no document
/// type declaration, there are none.
///
/// The reader that looks knows limits for expansion and depth, and never reads another entity than
/// the document itself.
pub(super) fn admit(text: &str, depth: usize) -> Result<(), Fault> {
    if !text.contains("<!DOCTYPE") {
        return Ok(());
    }
    let limits = Limits { depth, ..Limits::default() };
    xml::parse(Cow::Borrowed(text), limits).map(|_| ())
}
