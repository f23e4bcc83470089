//! The IRIs of classes by name.

use glossweave_base::text::iri::is_iri;
use glossweave_document::annotation::usual_class;

/// Returns the IRI of a class: a well-known IRI if there is one, otherwise the name of the class in
/// `namespace`.
pub(crate) fn default_iri(class: &str, namespace: &str) -> Box<str> {
    let is_allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '~');
    let named = || -> String {
        let encoded = class.chars().map(|c| if is_allowed(c) { c } else { '_' });
        namespace.chars().chain(encoded).collect()
    };
    usual_class(class).filter(|iri| is_iri(iri)).unwrap_or_else(named).into_boxed_str()
}
