//! Comparison of fields that contain references.

use glossweave_base::text::iri::may_resolve_to;

/// The fields that refer to standoff records in the same document.
const STANDOFF: [&str; 2] = ["provenanceRecordsRef", "locQualityIssuesRef"];

/// Returns `true` if the value of a field is a reference to a resource.
pub(super) fn is_reference(field: &str) -> bool {
    field.ends_with("Ref") && !STANDOFF.contains(&field)
}

/// Returns `true` if two references are possibly equivalent.
pub(super) fn same_reference(left: &str, right: &str) -> bool {
    left == right || may_resolve_to(left, right) || may_resolve_to(right, left)
}

/// Returns `true` if two lists have the same length and all their references are possibly
/// equivalent.
pub(super) fn same_references<T: AsRef<str>>(left: &[T], right: &[T]) -> bool {
    left.len() == right.len()
        && left.iter().zip(right).all(|(left, right)| same_reference(left.as_ref(), right.as_ref()))
}
