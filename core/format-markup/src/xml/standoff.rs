//! Records of Provenance and Localization Quality Issue in XML. An attribute can store one record. Several records
//! are stored in a separate element, directly at the start of the element that refers to them (ITS 2.0, clauses 8.11
//! and 8.16: anywhere in the document).

use crate::standoff::ID;
pub(super) use crate::standoff::{Records, names, several};
use glossweave_document::annotation::Metadata;
use glossweave_format_base::annotate::attribute;
use glossweave_markup::tree::{Tree, XML};

/// Returns a source of identifiers that the tree does not use.
pub(super) fn beside(tree: &Tree<'_>) -> Records {
    let ids = tree.nodes().filter_map(|node| tree.attribute(node, XML, "id"));
    Records::beside(ids.filter_map(|id| id.strip_prefix(ID)?.parse().ok()))
}

/// Writes the element that contains the records.
pub(super) fn write(prefix: &str, metadata: &Metadata, id: &str, out: &mut String) {
    let (_, list, record_name) = names(metadata.category());
    out.push_str(&format!("<{prefix}:{list}"));
    attribute("xml:id", &[id], out);
    out.push('>');
    for record in metadata.records() {
        out.push_str(&format!("<{prefix}:{record_name}"));
        for (name, value) in record {
            attribute(name, &[value], out);
        }
        out.push_str("/>");
    }
    out.push_str(&format!("</{prefix}:{list}>"));
}
