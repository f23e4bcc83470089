//! Records of Provenance and Localization Quality Issue. Attributes can store one record. Several records are written
//! separately under an identifier (ITS 2.0, clauses 8.11 and 8.16), at a position that each format chooses.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use glossweave_document::annotation::{Annotation, Category, Metadata};

/// The prefix that is used for the identifiers of new records.
pub(super) const ID: &str = "gw-records-";

/// The identifiers of new records.
#[derive(Debug, Default)]
pub(super) struct Records {
    last: Cell<u32>,
    /// The numbers by the address of the annotation, because the fragments of an annotation share its records.
    numbers: RefCell<HashMap<usize, u32>>,
}

impl Records {
    /// Creates a source of identifiers whose numbers are larger than the `taken` numbers of the source.
    pub fn beside(taken: impl Iterator<Item = u32>) -> Records {
        Records { last: Cell::new(taken.max().unwrap_or(0)), numbers: RefCell::default() }
    }

    /// Returns the identifier of the records of an annotation, and `true` if this is its first fragment.
    pub fn identifier(&self, annotation: &Annotation) -> (String, bool) {
        let mut numbers = self.numbers.borrow_mut();
        let mut first = false;
        let number = *numbers.entry(std::ptr::from_ref(annotation).addr()).or_insert_with(|| {
            first = true;
            self.last.set(self.last.get().saturating_add(1));
            self.last.get()
        });
        (format!("{ID}{number}"), first)
    }
}

/// Returns the metadata of an annotation with more records than attributes can store.
pub(super) fn several(annotation: &Annotation) -> Option<&Metadata> {
    annotation.as_metadata().filter(|metadata| metadata.records().len() > 1)
}

/// Returns the attribute that refers to the records of a category, the element that contains them, and the element of
/// each record.
pub(super) fn names(category: Category) -> (&'static str, &'static str, &'static str) {
    match category {
        Category::Provenance => ("provenanceRecordsRef", "provenanceRecords", "provenanceRecord"),
        _ => ("locQualityIssuesRef", "locQualityIssues", "locQualityIssue"),
    }
}
