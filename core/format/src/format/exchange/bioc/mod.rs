//! BioC: collections of documents of passages, in XML and in JSON. Offsets count code points, in files of some
//! programs bytes or UTF-16 units.

mod collection;
mod json;
mod xml;

#[cfg(test)]
mod tests;

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

/// The keys of what is said of an annotation. Values with several IRIs separate them by spaces.
const TYPE: &str = "type";
const IDENT: &str = "identifier";
const CLASS: &str = "class";
const CONFIDENCE: &str = "confidence";
const INFO: &str = "description";
const TOOL: &str = "creator";
