//! The four kinds of named entities, and the classes of common vocabularies for each.

/// A kind of named entities, as used by the CoNLL corpora.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntityKind {
    /// A person.
    Person,
    /// An organization.
    Organization,
    /// A location.
    Location,
    /// Anything else.
    Other,
}

/// The lowercase names of each kind: local names of classes, and tags of corpora.
const NAMES: [(EntityKind, &[&str]); 4] = [
    (
        EntityKind::Person,
        &[
            "per",
            "person",
            "people",
            "human",
            "agent",
            "artist",
            "athlete",
            "politician",
            "writer",
            "author",
            "actor",
            "musician",
            "scientist",
            "fictionalcharacter",
            "q5",
        ],
    ),
    (
        EntityKind::Organization,
        &[
            "org",
            "organization",
            "organisation",
            "company",
            "corporation",
            "business",
            "band",
            "educationalorganization",
            "collegeoruniversity",
            "university",
            "school",
            "governmentorganization",
            "governmentagency",
            "ngo",
            "newspaper",
            "politicalparty",
            "publisher",
            "sportsteam",
            "sportsclub",
            "soccerclub",
            "q43229",
            "q4830453",
            "q783794",
            "q6881511",
            "q3918",
            "q476028",
            "q7278",
        ],
    ),
    (
        EntityKind::Location,
        &[
            "loc",
            "location",
            "place",
            "gpe",
            "city",
            "town",
            "village",
            "settlement",
            "populatedplace",
            "country",
            "state",
            "region",
            "province",
            "county",
            "district",
            "continent",
            "island",
            "river",
            "lake",
            "mountain",
            "bodyofwater",
            "naturalplace",
            "administrativearea",
            "administrativeregion",
            "feature",
            "spatialthing",
            "landform",
            "q515",
            "q486972",
            "q6256",
            "q3957",
            "q532",
            "q5119",
            "q1549591",
            "q35657",
            "q10864048",
            "q4022",
            "q8502",
            "q23397",
            "q23442",
            "q5107",
            "q82794",
        ],
    ),
    (
        EntityKind::Other,
        &[
            "misc",
            "miscellaneous",
            "event",
            "creativework",
            "work",
            "book",
            "movie",
            "film",
            "album",
            "song",
            "product",
            "language",
            "ethnicgroup",
            "award",
            "software",
            "videogame",
        ],
    ),
];

/// Returns the kind of a class (by its IRI) or of a tag (by its name), for example `Person` for
/// `PER`. Returns `None` for an unknown name.
pub fn kind_of(class: &str) -> Option<EntityKind> {
    let local = class.trim_end_matches('/').rsplit(['/', '#', ':']).next().unwrap_or(class);
    // GeoNames uses codes for classes, for example http://www.geonames.org/ontology#P.PPL.
    if class.contains("geonames.org/") {
        return Some(EntityKind::Location);
    }
    let is_it = |name: &&str| name.eq_ignore_ascii_case(local);
    NAMES.iter().find(|(_, names)| names.iter().any(is_it)).map(|(kind, _)| *kind)
}

#[cfg(test)]
mod tests {
    use super::EntityKind as Kind;
    use super::kind_of;

    #[test]
    fn classes_of_known_vocabularies_have_kinds() {
        for (class, kind) in [
            ("http://schema.org/City", Some(Kind::Location)),
            ("https://www.geonames.org/ontology#P.PPL", Some(Kind::Location)),
            ("http://dbpedia.org/ontology/Person", Some(Kind::Person)),
            ("http://www.wikidata.org/entity/Q5", Some(Kind::Person)),
            ("http://nerd.eurecom.fr/ontology#Organization", Some(Kind::Organization)),
            ("MISC", Some(Kind::Other)),
            ("http://example.org/Widget", None),
        ] {
            assert_eq!(kind_of(class), kind, "{class}");
        }
    }
}
