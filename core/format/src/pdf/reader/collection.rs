//! The character collections of Adobe, in which composite fonts of East Asia number their characters
//! (clause 9.7.3). `scripts/character_collections.py` makes the tables.

const JAPAN1: &[u8] = include_bytes!("../../../data/character-collections/japan1.bin");
const GB1: &[u8] = include_bytes!("../../../data/character-collections/gb1.bin");
const CNS1: &[u8] = include_bytes!("../../../data/character-collections/cns1.bin");
const KOREA1: &[u8] = include_bytes!("../../../data/character-collections/korea1.bin");

/// A collection: the code point of each character in three bytes, the highest first, and 0 for none.
#[derive(Clone, Copy)]
pub(super) struct Collection(&'static [u8]);

impl Collection {
    /// Returns the collection with a registry and an ordering (`Adobe` and `Japan1`), if its characters are known.
    pub fn named(registry: &str, ordering: &str) -> Option<Collection> {
        match (registry, ordering) {
            ("Adobe", "Japan1") => Some(Collection(JAPAN1)),
            ("Adobe", "GB1") => Some(Collection(GB1)),
            ("Adobe", "CNS1") => Some(Collection(CNS1)),
            ("Adobe", "Korea1") => Some(Collection(KOREA1)),
            _ => None,
        }
    }

    /// Returns the text of a character.
    pub fn text(self, number: u32) -> Option<char> {
        let start = usize::try_from(number).ok()?.checked_mul(3)?;
        let [high, middle, low] = *self.0.get(start..start.checked_add(3)?)? else { return None };
        char::from_u32(u32::from_be_bytes([0, high, middle, low])).filter(|char| *char != '\0')
    }
}

#[cfg(test)]
mod tests {
    use super::Collection;

    #[test]
    fn characters_have_the_texts_of_their_collections() {
        let text =
            |ordering: &str, number| Collection::named("Adobe", ordering).unwrap().text(number);
        for (ordering, number, char) in [
            ("Japan1", 1, ' '),
            ("Japan1", 34, 'A'),
            ("Japan1", 264, 'A'),
            ("Japan1", 843, 'あ'),
            ("Japan1", 7887, '、'),
            ("Japan1", 1125, '亜'),
            ("GB1", 814, '!'),
            ("GB1", 4559, '中'),
            ("CNS1", 595, '一'),
            ("Korea1", 1086, '가'),
        ] {
            assert_eq!(text(ordering, number), Some(char), "{ordering} {number}");
        }
        assert_eq!(text("Japan1", 0), None);
        assert_eq!(text("Japan1", u32::MAX), None);
        assert!(Collection::named("Adobe", "Identity").is_none());
    }
}
