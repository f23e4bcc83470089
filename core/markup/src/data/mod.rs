//! Data in XML. Elements are read one after the other, using quick-xml, within limits and without
//! character positions.
//!
//! Use [`xml`](crate::xml) for documents instead, because it maps each character to the source and
//! fully checks well-formedness.

mod element;
mod entities;
mod reader;
mod source;
#[cfg(test)]
mod tests;

pub use element::{Child, Element};
pub use reader::{Item, Reader};

use crate::xml::Fault;
use glossweave_base::error::ErrorKind;

/// The kind and message of an error. The location is added from the event that caused it.
type Wrong = (ErrorKind, String);

fn malformed(cause: &impl ToString) -> Wrong {
    (ErrorKind::Malformed, cause.to_string())
}

/// Deserializes an element. Only the predefined entities are supported.
pub fn from_str<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Fault> {
    quick_xml::de::from_str(text).map_err(|cause| Fault {
        kind: ErrorKind::Malformed,
        message: cause.to_string(),
        at: 0..text.len(),
    })
}
