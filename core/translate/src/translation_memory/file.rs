//! The sections of a memory file, with checked reads.

use glossweave_base::error::{Error, Result};
use glossweave_base::mmap_file::{FileType, Part, SectionFile, u32_at, u64_at};

pub(super) const SECTIONS: usize = 10;

/// The sections of the file, in file order.
#[derive(Clone, Copy)]
pub(super) enum Section {
    /// The normalized texts, sorted by language, length and bytes, and a final row that marks the end.
    Texts,
    /// The records of the texts, in the same order.
    Records,
    /// The strings that rows and records refer to, in UTF-8.
    Strings,
    /// Language tags, each followed by a line feed.
    Languages,
    /// Domains, each followed by a line feed.
    Domains,
    /// The range of texts and the range of blocks for each language.
    Groups,
    /// The hash table: the tag as u32, followed by the number of the text plus one as u32.
    Slots,
    /// For each block of texts of one language, the start of its keys and of its postings.
    Blocks,
    /// For each key of a block, the start of its postings as u32, counted in u16, followed by the number of
    /// texts that have the key as u32. The highest bit of the number is set if the texts are stored as a bit
    /// set.
    Keys,
    /// For each key, the texts of the block that have it: their numbers as u16 in ascending order, or a bit
    /// set with one bit for each text of the block, in words of u64.
    Postings,
}

pub(super) const TEXT: usize = 20;
pub(super) const RECORD: usize = 40;
pub(super) const GROUP: usize = 20;
pub(super) const BLOCK: usize = 32;
pub(super) const SLOT: usize = 8;
pub(super) const KEY: usize = 8;

/// The maximum number of texts in a block, because their numbers in the block have 16 bits.
pub(super) const BLOCK_TEXTS: usize = 1 << 15;
/// The flag in the count of a key for texts that are stored as a bit set.
pub(super) const BITS: u32 = 1 << 31;

/// The maximum distance of a hash from its home slot, which the builder ensures.
pub(super) const MAX_SHIFT: usize = 256;

pub(super) static MEMORY: FileType = FileType {
    name: "translation memory",
    magic: b"GWMEMOR\n",
    version: 3,
    hint: "; use `TranslationMemory::builder` to read a TMX or XLIFF file",
};

/// A text that is used for look-ups: normalized, without markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Text<'m> {
    pub text: &'m str,
    pub chars: usize,
    /// The range of its records, by number.
    pub records: (u32, u32),
}

/// One translation of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record<'m> {
    /// The text with its markers. `None` if it is equal to the text of the row.
    pub source: Option<&'m str>,
    pub target: &'m str,
    pub source_language: u16,
    pub target_language: u16,
    pub domain: Option<u32>,
    /// The time of the last change, as the digits from year to second, or 0 if unknown.
    pub changed: u64,
}

/// The texts of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The primary language, as the number of its tag.
    pub language: u32,
    pub texts: (u32, u32),
    pub blocks: (u32, u32),
}

/// A run of at most [`BLOCK_TEXTS`] consecutive texts of one language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<'m> {
    pub texts: (u32, u32),
    /// The number of bits of a key.
    pub bits: u32,
    /// The number of positions in one step.
    pub step: usize,
    keys: Part<'m>,
    postings: Part<'m>,
}

/// The texts of a block that have a key.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Postings<'m> {
    pub count: usize,
    list: &'m [u8],
    bits: &'m [u8],
}

impl Postings<'_> {
    /// Sets the bits of the texts in `set`.
    pub(super) fn mark(&self, set: &mut [u64]) {
        for (word, bits) in set.iter_mut().zip(self.bits.as_chunks().0) {
            *word |= u64::from_le_bytes(*bits);
        }
        for text in self.list.as_chunks().0 {
            let text = u16::from_le_bytes(*text);
            if let Some(word) = set.get_mut(usize::from(text) / 64) {
                *word |= 1 << (text % 64);
            }
        }
    }
}

impl<'m> Block<'m> {
    pub(super) fn postings(&self, key: usize) -> Postings<'m> {
        self.some_postings(key).unwrap_or_default()
    }

    fn some_postings(&self, key: usize) -> Option<Postings<'m>> {
        let [start, count] = self.keys.pair(key * KEY)?;
        let (at, texts) = (start as usize * 2, (count & !BITS) as usize);
        if count & BITS == 0 {
            let list = self.postings.get(at, texts * 2)?;
            return Some(Postings { count: texts, list, bits: &[] });
        }
        let words = ((self.texts.1 - self.texts.0) as usize).div_ceil(64);
        Some(Postings { count: texts, list: &[], bits: self.postings.get(at, words * 8)? })
    }
}

/// The bytes of a memory, with the numbers of its texts and records.
pub(super) struct IndexFile(pub(super) SectionFile<SECTIONS, 2>);

impl IndexFile {
    pub(super) fn records(&self) -> usize {
        self.0.numbers[1] as usize
    }

    pub(super) fn view(&self) -> View<'_> {
        View { sections: std::array::from_fn(|index| self.0.section(index)) }
    }
}

/// The sections, with checked reads.
#[derive(Clone, Copy)]
pub(super) struct View<'m> {
    sections: [Part<'m>; SECTIONS],
}

impl<'m> View<'m> {
    fn section(&self, section: Section) -> Part<'m> {
        self.sections[section as usize]
    }

    pub(super) fn chars(&self, text: u32) -> Option<usize> {
        self.section(Section::Texts).u32(text as usize * TEXT + 12).map(|chars| chars as usize)
    }

    pub(super) fn text(&self, number: u32) -> Result<Text<'m>> {
        let rows = self.section(Section::Texts);
        let at = number as usize * TEXT;
        let row = (|| {
            // The next row contains the end of the records.
            let row = rows.get(at, TEXT * 2)?;
            let place = (u64_at(row, 0)?, u32_at(row, 8)?);
            Some((place, u32_at(row, 12)?, u32_at(row, 16)?, u32_at(row, TEXT + 16)?))
        })();
        let (place, chars, first, end) =
            row.ok_or_else(|| broken("has a wrong number of a text"))?;
        Ok(Text { text: self.string(place)?, chars: chars as usize, records: (first, end) })
    }

    pub(super) fn record(&self, number: u32) -> Result<Record<'m>> {
        let rows = self.section(Section::Records);
        let row = rows.chunk::<RECORD>(number as usize * RECORD);
        let row = row.ok_or_else(|| broken("has a wrong number of a record"))?;
        let long = |at| u64_at(row, at).unwrap_or_default();
        let short = |at| u32_at(row, at).unwrap_or_default();
        let source = match long(0) {
            u64::MAX => None,
            at => Some(self.string((at, short(16)))?),
        };
        Ok(Record {
            source,
            target: self.string((long(8), short(20)))?,
            source_language: short(24) as u16,
            target_language: (short(24) >> 16) as u16,
            domain: short(28).checked_sub(1),
            changed: long(32),
        })
    }

    fn string(&self, (at, bytes): (u64, u32)) -> Result<&'m str> {
        let part = usize::try_from(at)
            .ok()
            .and_then(|at| self.section(Section::Strings).get(at, bytes as usize));
        text(part.ok_or_else(|| broken("has a wrong offset of a string"))?)
    }

    pub(super) fn languages(&self) -> Result<Vec<&'m str>> {
        Ok(text(self.section(Section::Languages).whole())?.lines().collect())
    }

    pub(super) fn domains(&self) -> Result<Vec<&'m str>> {
        Ok(text(self.section(Section::Domains).whole())?.lines().collect())
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = Group> + use<'m> {
        let rows = self.section(Section::Groups).whole().as_chunks::<GROUP>().0;
        rows.iter().map(|row| {
            let [language, from, to, first, end] =
                [0, 4, 8, 12, 16].map(|at| u32_at(row, at).unwrap_or_default());
            Group { language, texts: (from, to), blocks: (first, end) }
        })
    }

    pub(super) fn block(&self, number: u32) -> Option<Block<'m>> {
        let row = self.section(Section::Blocks).get(number as usize * BLOCK, BLOCK)?;
        let bits = u32_at(row, 8).filter(|bits| (1..=24).contains(bits))?;
        let keys = usize::try_from(u64_at(row, 16)?).ok()?;
        let postings = usize::try_from(u64_at(row, 24)?).ok()?;
        let texts = (u32_at(row, 0)?, u32_at(row, 4)?);
        texts.1.checked_sub(texts.0).filter(|count| *count as usize <= BLOCK_TEXTS)?;
        Some(Block {
            texts,
            bits,
            step: (u32_at(row, 12)? as usize).max(1),
            keys: self.section(Section::Keys).slice(keys..keys.checked_add(KEY << bits)?),
            postings: self.section(Section::Postings).slice(postings..usize::MAX),
        })
    }

    /// Returns the texts that may have a hash.
    pub(super) fn probe(&self, hash: u64) -> impl Iterator<Item = u32> + use<'m> {
        let slots = self.section(Section::Slots);
        let first = place(hash, (slots.len() / SLOT).saturating_sub(MAX_SHIFT));
        let run = (first * SLOT..).step_by(SLOT).take(MAX_SHIFT);
        run.map_while(move |at| slots.pair(at).filter(|[_, value]| *value != 0))
            .filter(move |[tag, _]| *tag == hash as u32)
            .map(|[_, value]| value - 1)
    }
}

/// Returns the home slot of a hash in a table of `slots` slots.
pub(super) fn place(hash: u64, slots: usize) -> usize {
    (((hash >> 32) * slots as u64) >> 32) as usize
}

/// Returns the hash of a text in a language. The language is the number of its tag.
pub(super) fn hash(language: u32, text: &str) -> u64 {
    let step = |sum: u64, word: u64| {
        let sum = (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        sum ^ sum >> 32
    };
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let sum =
        words.iter().fold(u64::from(language), |sum, word| step(sum, u64::from_le_bytes(*word)));
    let sum = rest.iter().fold(sum, |sum, byte| step(sum, u64::from(*byte)));
    step(sum, text.len() as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

fn text(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|cause| broken("has text that is not UTF-8").because(cause))
}

pub(super) fn broken(what: &str) -> Error {
    MEMORY.broken(what)
}
