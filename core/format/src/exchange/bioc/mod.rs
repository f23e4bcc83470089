//! BioC: collections of documents of passages, in XML and in JSON. Offsets count code points, in files of some
//! programs bytes or UTF-16 units.

mod collection;
mod json;
mod xml;

#[cfg(test)]
mod tests;

use crate::exchange::key_values::Keys;
use crate::new_file::Capabilities;

pub(crate) use json::BiocJson;
pub(crate) use xml::BiocXml;

static CAPABILITIES: Capabilities = Capabilities { across_units: false, ..Capabilities::ALL };

/// The key of the label of an annotation.
const TYPE: &str = "type";

/// The keys of what else is said of it.
static KEYS: Keys = Keys {
    ident: "identifier",
    class: "class",
    confidence: "confidence",
    info: "description",
    tool: "creator",
};
