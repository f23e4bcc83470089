//! Sets of kinds of named entities.

pub(crate) use glossweave_document::annotation::{EntityKind as Kind, kind_of};

/// The kinds in the order of their weights. In a model, the weight of "no entity" comes first.
pub(crate) const KINDS: [Kind; 4] = [Kind::Person, Kind::Organization, Kind::Location, Kind::Other];

/// A set of kinds. An empty set means that the kinds are unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// Returns the kinds of a list of class IRIs, which are separated by spaces.
    pub fn of_classes(classes: &str) -> Kinds {
        let mut kinds = Kinds::default();
        classes.split_ascii_whitespace().filter_map(kind_of).for_each(|kind| kinds.add(kind));
        kinds
    }

    /// Adds the kinds of another set.
    pub fn add_all(&mut self, other: Kinds) {
        self.0 |= other.0;
    }

    /// Adds a kind.
    pub fn add(&mut self, kind: Kind) {
        self.0 |= 1 << kind as u8;
    }

    /// Adds the kinds of another set. When either set is unknown, the result is unknown, so that
    /// all kinds are possible.
    pub fn unite(&mut self, other: Kinds) {
        self.0 = if self.0 == 0 || other.0 == 0 { 0 } else { self.0 | other.0 };
    }

    /// Returns `true` if an entity with these kinds can be of the given kind. A person cannot be
    /// anything else.
    pub fn may_be(self, kind: Kind) -> bool {
        let person = 1 << Kind::Person as u8;
        match kind {
            Kind::Person => self.0 == 0 || self.0 & person != 0,
            _ => self.0 != person,
        }
    }

    /// Returns the probability of an entity of one of the kinds, or of any entity if the kinds are
    /// unknown. The first item of `probabilities` is the probability of no entity.
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
    use super::{Kind, Kinds};

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
