//! The interface for external entities, for readers that may access them, for example files next to
//! a stylesheet.

use std::fmt;

/// A provider of the external entities of a document.
pub trait Outside: fmt::Debug {
    /// Returns the IRI and the text for a system identifier. Returns `None` if it must not be read.
    /// The identifier is relative to `base`, or to the document if there is no base. More than
    /// `most` bytes are never needed.
    fn read(&self, base: Option<&str>, system: &str, most: usize) -> Option<(String, String)>;
}
