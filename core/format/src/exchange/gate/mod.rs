//! GATE documents: in XML with nodes in the text, and in the JSON of its Python library with
//! offsets.

mod annotation;
mod json;
mod xml;

#[cfg(test)]
mod tests;

use crate::exchange::key_values::Keys;
use crate::new_file::Capabilities;

pub(crate) use json::GateJson;
pub(crate) use xml::GateXml;

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
