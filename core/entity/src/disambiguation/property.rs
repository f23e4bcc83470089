//! The roles of properties in the description of an entity.

use crate::is_label;
use glossweave_rdf::vocab::skos;

/// The role of the object of a statement in the description of its subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Label,
    Description,
    /// A sentence that contains a name of the entity.
    Example,
    Class,
    /// A class that is also a relation.
    Broader,
    Other,
}

/// Properties for names that describe the entity but are not searched for, in addition to the
/// properties of [`is_label`].
const ALTERNATE: [&str; 2] =
    ["http://schema.org/alternateName", "https://schema.org/alternateName"];

const DESCRIPTIONS: [&str; 14] = [
    "http://www.w3.org/2000/01/rdf-schema#comment",
    "http://www.w3.org/2004/02/skos/core#definition",
    "http://www.w3.org/2004/02/skos/core#scopeNote",
    "http://www.w3.org/2004/02/skos/core#note",
    "http://schema.org/description",
    "https://schema.org/description",
    "http://schema.org/abstract",
    "https://schema.org/abstract",
    "http://purl.org/dc/terms/description",
    "http://purl.org/dc/terms/abstract",
    "http://purl.org/dc/elements/1.1/description",
    "http://dbpedia.org/ontology/abstract",
    "http://dbpedia.org/ontology/shortDescription",
    "http://www.w3.org/2006/vcard/ns#note",
];

const CLASS: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const BROADER: [&str; 2] = [
    "http://www.w3.org/2004/02/skos/core#broader",
    "http://www.w3.org/2000/01/rdf-schema#subClassOf",
];

impl Role {
    /// Returns `true` if the words of the text are used.
    pub(crate) fn has_words(self) -> bool {
        matches!(self, Role::Label | Role::Description | Role::Example)
    }
}

pub(crate) fn role(predicate: &str) -> Role {
    if predicate == CLASS {
        Role::Class
    } else if is_label(predicate) || ALTERNATE.contains(&predicate) {
        Role::Label
    } else if DESCRIPTIONS.contains(&predicate) {
        Role::Description
    } else if predicate == skos::EXAMPLE.iri() {
        Role::Example
    } else if BROADER.contains(&predicate) {
        Role::Broader
    } else {
        Role::Other
    }
}
