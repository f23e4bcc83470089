//! BioC: collections of documents, which consist of passages, in XML and JSON. Offsets count code
//! points. Some programs use bytes or UTF-16 units instead.

mod collection;
mod json;
mod xml;

#[cfg(test)]
mod tests;

use crate::key_values::Keys;
use glossweave_format_base::new_file::Capabilities;

pub use json::BiocJson;
pub use xml::BiocXml;

static CAPABILITIES: Capabilities = Capabilities { across_units: false, ..Capabilities::ALL };

/// The key of the label of an annotation.
const TYPE: &str = "type";

/// The keys of the other fields of an annotation.
static KEYS: Keys = Keys {
    ident: "identifier",
    class: "class",
    confidence: "confidence",
    info: "description",
    tool: "creator",
};
