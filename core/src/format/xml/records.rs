//! Records of Provenance and Localization Quality Issue, of which an attribute can say one: several
//! stand in an element of their own, right at the beginning of the element that refers to them
//! (ITS 2.0, clauses 8.11 and 8.16: anywhere in the document).

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use crate::annotation::{Annotation, Category, Metadata};
use crate::format::mark::attribute;
use crate::markup::tree::{Tree, XML};

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
    /// Identifiers that the tree does not have.
    pub fn new(tree: &Tree<'_>) -> Records {
        let ids = (0..tree.len()).filter_map(|node| tree.attribute(node, XML, "id"));
        let numbers = ids.filter_map(|id| id.strip_prefix(ID)?.parse().ok());
        Records { last: Cell::new(numbers.max().unwrap_or(0)), given: RefCell::default() }
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

/// The attribute that refers to the records of a category, the element that holds them, and the
/// element of each.
pub(super) fn names(category: Category) -> (&'static str, &'static str, &'static str) {
    match category {
        Category::Provenance => ("provenanceRecordsRef", "provenanceRecords", "provenanceRecord"),
        _ => ("locQualityIssuesRef", "locQualityIssues", "locQualityIssue"),
    }
}

/// Writes the element that holds the records.
pub(super) fn write(prefix: &str, metadata: &Metadata, id: &str, out: &mut String) {
    let (_, list, one) = names(metadata.category());
    out.push_str(&format!("<{prefix}:{list}"));
    attribute("xml:id", &[id], out);
    out.push('>');
    for record in metadata.records() {
        out.push_str(&format!("<{prefix}:{one}"));
        for (name, value) in record {
            attribute(name, &[value], out);
        }
        out.push_str("/>");
    }
    out.push_str(&format!("</{prefix}:{list}>"));
}
