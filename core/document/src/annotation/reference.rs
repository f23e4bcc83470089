//! Comparison of fields that contain references.

use glossweave_base::text::iri::may_resolve_to;

/// The fields that refer to standoff records in the same document.
const STANDOFF: [&str; 2] = ["provenanceRecordsRef", "locQualityIssuesRef"];

/// Returns `true` if the value of a field is a reference to a resource.
pub(super) fn is_reference(field: &str) -> bool {
    field.ends_with("Ref") && !STANDOFF.contains(&field)
}

/// Returns `true` if two references are possibly equivalent.
pub(super) fn same_reference(one: &str, other: &str) -> bool {
    one == other || may_resolve_to(one, other) || may_resolve_to(other, one)
}

/// Returns `true` if two lists have the same length and all their references are possibly
/// equivalent.
pub(super) fn same_references<T: AsRef<str>>(one: &[T], other: &[T]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| same_reference(one.as_ref(), other.as_ref()))
}
