//! The four kinds of named entities, and the classes of vocabularies that belong to them.

/// A kind of named entities, as in the corpora of CoNLL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Person,
    Organization,
    Location,
    Other,
}

/// The kinds in the order of their weights, which follow that of no entity.
pub(crate) const KINDS: [Kind; 4] = [Kind::Person, Kind::Organization, Kind::Location, Kind::Other];

/// The local names of classes, in lower case, and of tags in corpora.
const NAMES: [(Kind, &[&str]); 4] = [
    (
        Kind::Person,
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
        Kind::Organization,
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
        Kind::Location,
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
        Kind::Other,
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

/// Returns the kind of a class by its IRI or of a tag by its name; `None` if it is not known.
pub(crate) fn kind_of(class: &str) -> Option<Kind> {
    let local = class.trim_end_matches('/').rsplit(['/', '#', ':']).next().unwrap_or(class);
    // Classes of GeoNames are codes: http://www.geonames.org/ontology#P.PPL.
    if class.contains("geonames.org/") {
        return Some(Kind::Location);
    }
    let is_it = |name: &&str| name.eq_ignore_ascii_case(local);
    NAMES.iter().find(|(_, names)| names.iter().any(is_it)).map(|(kind, _)| *kind)
}

/// A set of kinds; empty if they are not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    /// Returns the kinds of classes, IRIs that are separated by spaces.
    pub fn of_classes(classes: &str) -> Kinds {
        let mut kinds = Kinds::default();
        classes.split_ascii_whitespace().filter_map(kind_of).for_each(|kind| kinds.add(kind));
        kinds
    }

    /// Adds the kinds of another set.
    pub fn add_all(&mut self, other: Kinds) {
        self.0 |= other.0;
    }

    pub fn add(&mut self, kind: Kind) {
        self.0 |= 1 << kind as u8;
    }

    /// Adds the kinds of another set; all are possible if one of both is not known.
    pub fn unite(&mut self, other: Kinds) {
        self.0 = if self.0 == 0 || other.0 == 0 { 0 } else { self.0 | other.0 };
    }

    /// Returns `true` if something of the kind may be of one of these: what is a person is nothing else.
    pub fn may_be(self, kind: Kind) -> bool {
        let person = 1 << Kind::Person as u8;
        match kind {
            Kind::Person => self.0 == 0 || self.0 & person != 0,
            _ => self.0 != person,
        }
    }

    /// Returns the probability of an entity of one of the kinds, or of any if they are not known.
    /// `probabilities` has that of no entity first.
    pub fn of(self, probabilities: &[f32; 5]) -> f32 {
        if self.0 == 0 {
            return 1.0 - probabilities[0];
        }
        let those = KINDS.iter().filter(|kind| self.0 >> **kind as u8 & 1 != 0);
        those.map(|kind| probabilities[*kind as usize + 1]).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Kinds, kind_of};

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

    #[test]
    fn a_person_is_nothing_else() {
        let kinds = |classes| Kinds::of_classes(classes);
        let (person, city) = ("http://schema.org/Person", "http://schema.org/City");
        assert!(kinds(person).may_be(Kind::Person) && !kinds(person).may_be(Kind::Location));
        assert!(kinds(city).may_be(Kind::Organization) && !kinds(city).may_be(Kind::Person));
        assert!(kinds("").may_be(Kind::Person) && kinds("").may_be(Kind::Location));
    }

    #[test]
    fn kinds_that_are_not_known_are_any() {
        let probabilities = [0.5, 0.25, 0.125, 0.0625, 0.0625];
        assert_eq!(Kinds::default().of(&probabilities), 0.5);
        let mut kinds = Kinds::default();
        kinds.add(Kind::Person);
        kinds.add(Kind::Location);
        assert_eq!(kinds.of(&probabilities), 0.3125);
    }
}
