//! Provenance and Localization Quality Issue records in HTML. Attributes can contain only one
//! record. Several records are stored in a script at the beginning of the element that refers to
//! them (ITS 2.0, clauses 8.11 and 8.16).

use crate::standoff::{ID, names};
pub(super) use crate::standoff::{Records, several};
use glossweave_document::Document;
use glossweave_document::annotation::{Category, Metadata};
use glossweave_format_base::annotate::attribute;
use glossweave_its::ITS;
use glossweave_markup::EncodingExt;

/// Returns identifiers that the page does not use.
pub(super) fn beside(document: &Document) -> Records {
    let source = document.source();
    let decoded = source.encoding().decode_again(source.bytes());
    let taken = decoded.text.split(ID).skip(1).filter_map(|rest| {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        rest[..digits].parse().ok()
    });
    Records::beside(taken)
}

/// Returns the attribute used to refer to records.
pub(super) fn reference(category: Category) -> &'static str {
    match category {
        Category::Provenance => "its-provenance-records-ref",
        _ => "its-loc-quality-issues-ref",
    }
}

/// Writes the script that contains the records.
pub(super) fn write(metadata: &Metadata, id: &str, out: &mut String) {
    let (_, list, record_name) = names(metadata.category());
    out.push_str("<script type=\"application/its+xml\"");
    attribute("id", &[id], out);
    out.push_str(&format!("><its:{list}"));
    attribute("xmlns:its", &[ITS], out);
    attribute("xml:id", &[id], out);
    attribute("version", &["2.0"], out);
    out.push('>');
    for record in metadata.records() {
        out.push_str(&format!("<its:{record_name}"));
        for (name, value) in record {
            attribute(name, &[value], out);
        }
        out.push_str("/>");
    }
    out.push_str(&format!("</its:{list}></script>"));
}
