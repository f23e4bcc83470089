//! BioC: collections of documents of passages, in XML and in JSON. Offsets count code points, in files of some
//! programs bytes or UTF-16 units.

mod collection;
mod json;
mod xml;

#[cfg(test)]
mod tests;

use crate::format::exchange::key_values::Keys;
use crate::format::new_file::Says;

pub(in crate::format) use json::BiocJson;
pub(in crate::format) use xml::BiocXml;

static SAYS: Says = Says {
    idents: usize::MAX,
    any_label: true,
    classes: true,
    confidence: true,
    info: true,
    tool: true,
    overlap: true,
    across_units: false,
    sections: true,
};

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
