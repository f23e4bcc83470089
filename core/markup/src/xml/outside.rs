//! The interface to external entities, for readers that may have them, such as files beside a stylesheet.

use std::fmt;

/// A source of the external entities of a document.
pub trait Outside: fmt::Debug {
    /// Returns the IRI and the text for a system identifier, or `None` if it is not read. The identifier is
    /// relative to `base`, or to the document. At most `most` bytes are needed.
    fn read(&self, base: Option<&str>, system: &str, most: usize) -> Option<(String, String)>;
}
