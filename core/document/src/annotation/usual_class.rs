//! The IRIs of the classes of named entities that corpora and models usually have.

/// The NERD ontology of named entities, which consumers of NIF know.
pub const NERD: &str = "http://nerd.eurecom.fr/ontology#";

/// The classes of the usual corpora.
const USUAL: [(&str, &str); 7] = [
    ("PER", "Person"),
    ("PERSON", "Person"),
    ("ORG", "Organization"),
    ("ORGANIZATION", "Organization"),
    ("LOC", "Location"),
    ("LOCATION", "Location"),
    ("MISC", "Miscellaneous"),
];

/// Returns the IRI of a class that is usual, or of one that is an IRI itself.
pub fn usual_class(class: &str) -> Option<String> {
    let usual = USUAL.iter().find(|(name, _)| name.eq_ignore_ascii_case(class));
    match usual {
        Some((_, local)) => Some(format!("{NERD}{local}")),
        None => class.contains("://").then(|| class.to_owned()),
    }
}

/// Returns the short name of a class that is usual, such as `PER`, by its IRI.
pub fn usual_label(iri: &str) -> Option<&'static str> {
    let local = iri.strip_prefix(NERD)?;
    USUAL.iter().find(|(_, known)| *known == local).map(|(name, _)| *name)
}
