//! GATE documents: in XML with nodes in the text, and in the JSON of its Python library with
//! offsets.

mod annotation;
mod json;
mod xml;

#[cfg(test)]
mod tests;

use crate::key_values::Keys;
use glossweave_format_base::new_file::Capabilities;

pub use json::GateJson;
pub use xml::GateXml;

static CAPABILITIES: Capabilities = Capabilities { sections: false, ..Capabilities::ALL };

/// The features of an annotation in addition to its type. Gazetteers that use ontologies set `inst`
/// and `class`.
static KEYS: Keys = Keys {
    ident: "inst",
    class: "class",
    confidence: "confidence",
    info: "description",
    tool: "creator",
};

/// The feature that names a document.
const NAME: &str = "name";
