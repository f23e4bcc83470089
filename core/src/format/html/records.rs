//! Records of Provenance and Localization Quality Issue, of which attributes can say one: several
//! stand in a script of their own, at the beginning of the element that refers to them (ITS 2.0,
//! clauses 8.11 and 8.16).

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use crate::annotation::{Annotation, Category, Metadata};
use crate::document::Document;
use crate::format::mark::attribute;
use crate::its::ITS;

/// What the identifiers of new records begin with.
const ID: &str = "gw-records-";

/// Gives records their identifiers.
#[derive(Debug, Default)]
pub(super) struct Records {
    last: Cell<u32>,
    /// By the address of the annotation, whose fragments share its records.
    given: RefCell<HashMap<usize, u32>>,
}

impl Records {
    /// Identifiers that the page does not have.
    pub fn new(document: &Document) -> Records {
        let source = document.source();
        let decoded = source.encoding().decode_again(source.bytes());
        let taken = decoded.text.split(ID).skip(1).filter_map(|rest| {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            rest[..digits].parse().ok()
        });
        Records { last: Cell::new(taken.max().unwrap_or(0)), given: RefCell::default() }
    }

    /// The identifier of the records of an annotation, and whether this is its first fragment.
    pub fn identifier(&self, annotation: &Annotation) -> (String, bool) {
        let mut given = self.given.borrow_mut();
        let mut first = false;
        let number = *given.entry(std::ptr::from_ref(annotation).addr()).or_insert_with(|| {
            first = true;
            self.last.set(self.last.get().saturating_add(1));
            self.last.get()
        });
        (format!("{ID}{number}"), first)
    }
}

/// Whether an annotation has more records than attributes can say.
pub(super) fn several(annotation: &Annotation) -> Option<&Metadata> {
    annotation.as_metadata().filter(|metadata| metadata.records().len() > 1)
}

/// The attribute that refers to records.
pub(super) fn reference(category: Category) -> &'static str {
    match category {
        Category::Provenance => "its-provenance-records-ref",
        _ => "its-loc-quality-issues-ref",
    }
}

/// The name of an attribute in HTML (clause 6.2).
pub(super) fn kebab(name: &str) -> String {
    let mut kebab = String::from("its-");
    for char in name.chars() {
        if char.is_ascii_uppercase() {
            kebab.push('-');
        }
        kebab.push(char.to_ascii_lowercase());
    }
    kebab
}

/// Writes the script that holds the records.
pub(super) fn write(metadata: &Metadata, id: &str, out: &mut String) {
    let (list, one) = match metadata.category() {
        Category::Provenance => ("provenanceRecords", "provenanceRecord"),
        _ => ("locQualityIssues", "locQualityIssue"),
    };
    out.push_str("<script type=\"application/its+xml\"");
    attribute("id", &[id], out);
    out.push_str(&format!("><its:{list}"));
    attribute("xmlns:its", &[ITS], out);
    attribute("xml:id", &[id], out);
    attribute("version", &["2.0"], out);
    out.push('>');
    for record in metadata.records() {
        out.push_str(&format!("<its:{one}"));
        for (name, value) in record {
            attribute(name, &[value], out);
        }
        out.push_str("/>");
    }
    out.push_str(&format!("</its:{list}></script>"));
}
