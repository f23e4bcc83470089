//! The IRIs of the classes that corpora and models use for named entities.

/// The namespace of the NERD ontology of named entities, which is the common choice in NIF.
pub const NERD: &str = "http://nerd.eurecom.fr/ontology#";

/// The classes of common corpora and their local names in NERD.
const USUAL: [(&str, &str); 7] = [
    ("PER", "Person"),
    ("PERSON", "Person"),
    ("ORG", "Organization"),
    ("ORGANIZATION", "Organization"),
    ("LOC", "Location"),
    ("LOCATION", "Location"),
    ("MISC", "Miscellaneous"),
];

/// Returns the IRI of a common class, for example of `PER`. An IRI is returned unchanged, and any
/// other name gives `None`.
pub fn usual_class(class: &str) -> Option<String> {
    let usual = USUAL.iter().find(|(name, _)| name.eq_ignore_ascii_case(class));
    match usual {
        Some((_, local)) => Some(format!("{NERD}{local}")),
        None => class.contains("://").then(|| class.to_owned()),
    }
}

/// Returns the short name of a common class by its IRI, for example `PER`.
pub fn usual_label(iri: &str) -> Option<&'static str> {
    let local = iri.strip_prefix(NERD)?;
    USUAL.iter().find(|(_, known)| *known == local).map(|(name, _)| *name)
}
