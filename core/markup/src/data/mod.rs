//! XML that is data: elements read one after the other by quick-xml, within limits, without places of characters.
//!
//! Documents are read by [`xml`](crate::xml), which maps each character to the source and checks well-formedness
//! in full.

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

/// The kind and message of an error whose place is that of an event.
type Wrong = (ErrorKind, String);

fn malformed(cause: &impl ToString) -> Wrong {
    (ErrorKind::Malformed, cause.to_string())
}

/// Deserializes an element. There are no entities but the predefined ones.
pub fn from_str<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Fault> {
    quick_xml::de::from_str(text).map_err(|cause| Fault {
        kind: ErrorKind::Malformed,
        message: cause.to_string(),
        at: 0..text.len(),
    })
}
