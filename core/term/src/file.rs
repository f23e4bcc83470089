//! The sections of a term base file, with checked reads.

use glossweave_base::error::{Error, Result};
use glossweave_base::mmap_file::{FileType, Part, SectionFile, u32_at};

pub(super) const SECTIONS: usize = 11;
/// The number of header numbers: concepts, terms, words, chains, and the position of the frame plus one.
pub(super) const NUMBERS: usize = 5;

/// The sections of the file, in file order. All numbers are u32.
#[derive(Clone, Copy)]
pub(super) enum Section {
    /// Texts, each preceded by its length, at multiples of [`UNIT`] bytes. The position of a text is counted
    /// in units.
    Texts,
    /// Lists of numbers, each preceded by its length. The position of a list is its index in the section. The
    /// first list is empty.
    Lists,
    /// The hash table of words: the tag, and the number of the word plus one (0 for a free slot). The number
    /// of slots is a power of two.
    Words,
    /// For each word, its text and the value of its chain.
    Starts,
    /// The hash table of chains of two or more words: the tag and the value (0 for a free slot). The number
    /// of slots is a power of two.
    Chains,
    /// The Bloom filter of these chains, which uses sixteen bits for each chain.
    Filter,
    /// Groups of terms with the same words: the number of words, the words, the number of terms, and the
    /// terms, with the form in the two lowest bits.
    Groups,
    /// For each term, its concept, text, language, status, part of speech and list of fields.
    Terms,
    /// For each concept, its name, IRI, list of domains, first term, number of terms, lists of definitions
    /// (text, language, source) and fields (name, value, language), and its markup.
    Concepts,
    /// The texts of languages: the primary subtags of tags, which distinguish words.
    Languages,
    /// The Bloom filter of positions at which words may be split in two.
    Splits,
}

pub(super) const UNIT: usize = 4;
/// The number of values of a term, followed by the number of values of a concept.
pub(super) const TERM: usize = 6;
pub(super) const CONCEPT: usize = 8;
/// The number that represents a missing value.
pub(super) const NONE: u32 = u32::MAX;

/// The bit in a value for a chain that is a prefix of longer chains.
pub(super) const MORE: u32 = 1 << 31;
/// The bits in a value for the position of the group plus one, or 0 if the chain has no group.
pub(super) const GROUP: u32 = MORE - 1;
/// The maximum number of probes. A chain is stored in its home slot or after it, without free slots in
/// between.
const MAX_STEPS: usize = 1024;

pub(super) static TERMBASE: FileType = FileType {
    name: "term base",
    magic: b"GWTERMS\n",
    version: 3,
    hint: "; use `TermBase::builder` to read a source",
};

pub(super) type IndexFile = SectionFile<SECTIONS, NUMBERS>;

pub(super) fn broken(what: &str) -> Error {
    TERMBASE.broken(what)
}

/// The hash of a chain of words, which is used to look up the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Chain(pub(super) u64);

impl Chain {
    pub(super) fn start(word: u32) -> Chain {
        Chain(0x9E37_79B9_7F4A_7C15).then(word)
    }

    pub(super) fn then(self, word: u32) -> Chain {
        Chain(mix(self.0 ^ u64::from(word)))
    }
}

/// Returns the hash of a word in a language.
pub(super) fn word_hash(language: u32, word: &[u8]) -> u64 {
    let (words, rest) = word.as_chunks::<8>();
    let start = mix(u64::from(language) << 32 | word.len() as u64);
    let hash = words.iter().fold(start, |hash, word| mix(hash ^ u64::from_le_bytes(*word)));
    let last = rest.iter().fold(1, |word: u64, byte| word << 8 | u64::from(*byte));
    mix(hash ^ last)
}

pub(super) fn mix(value: u64) -> u64 {
    let product = u128::from(value ^ 0x2545_F491_4F6C_DD1D) * u128::from(0xD6E8_FEB8_6659_FD93_u64);
    (product >> 64) as u64 ^ product as u64
}

/// Returns the bits of a hash in a filter of `bytes` bytes: two bits in one word of memory.
pub(super) fn filter_bits(hash: u64, bytes: usize) -> (usize, u64) {
    let place = (u128::from(hash.rotate_left(17)) * (bytes as u128 / 8)) >> 64;
    (place as usize * 8, 1 << (hash & 63) | 1 << (hash >> 6 & 63))
}

/// A term without its texts.
#[derive(Clone, Copy, Debug)]
pub(super) struct TermRow {
    pub concept: u32,
    pub text: u32,
    pub language: u32,
    /// The index of the status in [`TermStatus::ALL`](super::TermStatus::ALL), or [`NONE`].
    pub status: u32,
    pub part: u32,
    pub fields: u32,
}

/// A concept without its texts.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConceptRow {
    pub id: u32,
    pub iri: u32,
    pub domains: u32,
    pub first: u32,
    pub count: u32,
    pub definitions: u32,
    pub fields: u32,
    pub markup: u32,
}

/// The sections, with checked reads.
#[derive(Clone, Copy)]
pub(super) struct View<'d> {
    sections: [Part<'d>; SECTIONS],
}

impl<'d> View<'d> {
    pub(super) fn new(index_file: &'d IndexFile) -> View<'d> {
        View { sections: std::array::from_fn(|index| index_file.section(index)) }
    }

    fn section(&self, section: Section) -> Part<'d> {
        self.sections[section as usize]
    }

    pub(super) fn text(&self, place: u32) -> Result<&'d str> {
        let bytes = self.bytes(place).ok_or_else(|| broken("has a wrong offset of a text"))?;
        std::str::from_utf8(bytes)
            .map_err(|cause| broken("has text that is not UTF-8").because(cause))
    }

    /// Returns the text at a position, or `None` for [`NONE`].
    pub(super) fn some_text(&self, place: u32) -> Result<Option<&'d str>> {
        if place == NONE { Ok(None) } else { self.text(place).map(Some) }
    }

    fn bytes(&self, place: u32) -> Option<&'d [u8]> {
        let (texts, at) = (self.section(Section::Texts), place as usize * UNIT);
        let length = texts.u32(at)? as usize;
        texts.get(at + 4, length)
    }

    /// Returns the numbers of a list.
    pub(super) fn list(&self, place: u32) -> Result<impl ExactSizeIterator<Item = u32> + use<'d>> {
        self.numbers(Section::Lists, place as usize)
            .map(|(numbers, _)| numbers)
            .ok_or_else(|| broken("has a wrong offset of a list"))
    }

    /// Returns the numbers after their count, and the position after them.
    fn numbers(
        &self,
        section: Section,
        place: usize,
    ) -> Option<(impl ExactSizeIterator<Item = u32> + Clone + use<'d>, usize)> {
        let (part, at) = (self.section(section), place.checked_mul(4)?);
        let count = part.u32(at)? as usize;
        let numbers = part.get(at.checked_add(4)?, count.checked_mul(4)?)?;
        let (numbers, _) = numbers.as_chunks::<4>();
        Some((numbers.iter().map(|bytes| u32::from_le_bytes(*bytes)), place + 1 + count))
    }

    /// Returns the number of a word in a language.
    pub(super) fn word(&self, language: u32, word: &[u8]) -> Option<u32> {
        let hash = word_hash(language, word);
        let mut found = None;
        self.probe(Section::Words, hash, |value| {
            let number = value - 1;
            let is_it = self
                .section(Section::Starts)
                .u32(number as usize * 8)
                .and_then(|text| self.bytes(text))
                .is_some_and(|bytes| {
                    bytes.split_first_chunk::<4>().is_some_and(|(of, bytes)| {
                        u32::from_le_bytes(*of) == language && bytes == word
                    })
                });
            if is_it {
                found = Some(number);
            }
        });
        found
    }

    /// Returns the value of the chain of a word.
    pub(super) fn start(&self, word: u32) -> u32 {
        self.section(Section::Starts).u32(word as usize * 8 + 4).unwrap_or(0)
    }

    /// Returns `true` if a chain of more than one word may be in the table.
    pub(super) fn may_have(&self, chain: Chain) -> bool {
        self.is_in(Section::Filter, chain.0)
    }

    /// Returns `true` if two words may be the parts of a word that was split.
    pub(super) fn may_split(&self, hash: u64) -> bool {
        self.is_in(Section::Splits, hash)
    }

    fn is_in(&self, filter: Section, hash: u64) -> bool {
        let filter = self.section(filter);
        let (place, bits) = filter_bits(hash, filter.len());
        filter.u64(place).is_some_and(|word| word & bits == bits)
    }

    /// Calls `seen` with the values of a chain of two or more words.
    pub(super) fn chain(&self, chain: Chain, seen: impl FnMut(u32)) {
        self.probe(Section::Chains, chain.0, seen);
    }

    fn probe(&self, section: Section, hash: u64, mut seen: impl FnMut(u32)) {
        let slots = self.section(section);
        let count = slots.len() / 8;
        if count == 0 {
            return;
        }
        let mask = count - 1;
        let mut at = (hash >> 32) as usize & mask;
        for _ in 0..MAX_STEPS {
            let Some([tag, value]) = slots.pair(at * 8) else { break };
            if value == 0 {
                break;
            }
            if tag == hash as u32 {
                seen(value);
            }
            at = (at + 1) & mask;
        }
    }

    /// Reads the first slot of a chain, so that it is cached for a later look-up.
    pub(super) fn peek_chain(&self, chain: Chain) -> Option<u32> {
        let slots = self.section(Section::Chains);
        let mask = (slots.len() / 8).checked_sub(1)?;
        slots.u32(((chain.0 >> 32) as usize & mask) * 8)
    }

    /// Reads the start of a group into the cache.
    pub(super) fn peek_group(&self, place: u32) -> Option<u32> {
        self.section(Section::Groups).u32(place as usize * 4)
    }

    pub(super) fn peek_term(&self, number: u32) -> Option<u32> {
        self.section(Section::Terms).u32(number as usize * TERM * 4)
    }

    pub(super) fn peek_concept(&self, number: u32) -> Option<u32> {
        self.section(Section::Concepts).u32(number as usize * CONCEPT * 4)
    }

    pub(super) fn peek_text(&self, place: u32) -> Option<u32> {
        self.section(Section::Texts).u32(place as usize * UNIT)
    }

    /// Returns the words and the terms of a group.
    #[allow(clippy::type_complexity)]
    pub(super) fn group(
        &self,
        place: u32,
    ) -> Result<(
        impl ExactSizeIterator<Item = u32> + Clone + use<'d>,
        impl ExactSizeIterator<Item = u32> + Clone + use<'d>,
    )> {
        let wrong = || broken("has a wrong offset of a group");
        let (words, next) = self.numbers(Section::Groups, place as usize).ok_or_else(wrong)?;
        let (terms, _) = self.numbers(Section::Groups, next).ok_or_else(wrong)?;
        Ok((words, terms))
    }

    fn row<const COUNT: usize>(&self, section: Section, number: u32) -> Option<[u32; COUNT]> {
        let at = (number as usize).checked_mul(COUNT * 4)?;
        let bytes = self.section(section).get(at, COUNT * 4)?;
        let mut row = [0; COUNT];
        for (index, cell) in row.iter_mut().enumerate() {
            *cell = u32_at(bytes, index * 4)?;
        }
        Some(row)
    }

    pub(super) fn term(&self, number: u32) -> Result<TermRow> {
        let [concept, text, language, status, part, fields] = self
            .row::<TERM>(Section::Terms, number)
            .ok_or_else(|| broken("has a wrong number of a term"))?;
        Ok(TermRow { concept, text, language, status, part, fields })
    }

    pub(super) fn concept(&self, number: u32) -> Result<ConceptRow> {
        let [id, iri, domains, first, count, definitions, fields, markup] = self
            .row::<CONCEPT>(Section::Concepts, number)
            .ok_or_else(|| broken("has a wrong number of a concept"))?;
        Ok(ConceptRow { id, iri, domains, first, count, definitions, fields, markup })
    }

    /// Returns the primary subtags of languages. Their numbers distinguish words.
    pub(super) fn languages(&self) -> impl Iterator<Item = Result<&'d str>> + use<'d> {
        let view = *self;
        let (numbers, _) = self.section(Section::Languages).whole().as_chunks::<4>();
        numbers.iter().map(move |place| view.text(u32::from_le_bytes(*place)))
    }
}
