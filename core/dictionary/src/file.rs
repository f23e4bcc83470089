//! The sections of a dictionary file, and bounds-checked access to them.

use std::cmp::Ordering;

use glossweave_base::error::{Error, Result};
use glossweave_base::mmap_file::{FileType, Part, SectionFile, u32_at, u64_at};
use glossweave_base::words::{Chain, LabelCase};

use super::common_words::{Commonness, languages_of};
use super::label_case::{Spelling, Written, exact_hash, number_of, of_number};

pub(super) const SECTIONS: usize = 6;
/// The numbers of labels, of entries, of entries whose label has no capital, of entries whose label is a
/// common word, and of entries that are never found alone, followed by the weights at the [`QUANTILES`].
pub(super) const NUMBERS: usize = COUNTS + QUANTILES.len();
pub(super) const COUNTS: usize = 5;
/// The quantiles of the weights, in thousandths. For each of them, the file contains a weight that is not
/// exceeded by this share of entries.
pub(super) const QUANTILES: [usize; 7] = [500, 750, 900, 970, 990, 997, 999];

/// The sections of the file, in file order.
#[derive(Clone, Copy)]
pub(super) enum Section {
    /// A Bloom filter with one bit for each chain.
    Filter,
    /// The hash table of chains: tag (u32) and value (u32). The last [`MAX_SHIFT`] slots are never
    /// the home slot of a chain.
    Slots,
    /// The labels. Each label consists of the length of its folded bytes (u32), the number of its
    /// records (u32), the records and the folded bytes, which are stored together because they are
    /// read together. The records are sorted: first the best records of each language by descending
    /// weight, then records with the same class lists and with other class lists.
    Labels,
    /// The IRIs. Each has its length (u32) and its bytes.
    Uris,
    /// The lists of classes. Each has its length (u32) and its IRIs, separated by spaces.
    Classes,
    /// The language tags, each followed by a line feed.
    Languages,
}

/// The alignment of labels, IRIs and lists of classes in bytes, so that 32 bits address 32 GB.
pub(super) const UNIT: usize = 8;
pub(super) const RECORD: usize = 20;

/// The flag of a chain that is a prefix of longer chains, in the value of a slot.
pub(super) const MORE: u32 = 1 << 31;
/// The flag of a tag that occurs again before the next free slot, in the value of a slot.
pub(super) const AGAIN: u32 = 1 << 30;
/// The mask of the label position plus one, in the value of a slot. The bits are 0 if the chain is not
/// a label.
pub(super) const LABEL: u32 = AGAIN - 1;
/// The maximum distance of a chain from its home slot, in slots. The builder enforces this limit.
pub(super) const MAX_SHIFT: usize = 512;

/// The maximum number of entries that are examined for a label.
pub(super) const MAX_RECORDS: usize = 1024;

/// The maximum number of entities of a match, whose weights are used to compute its confidence.
pub(super) const MAX_RIVALS: usize = 16;

/// Returns the home slot of a chain in a table with `slots` slots.
pub(super) fn place(chain: Chain, slots: usize) -> usize {
    (((chain.0 >> 32) * slots as u64) >> 32) as usize
}

/// Returns the bit of a chain in a filter with `bits` bits.
pub(super) fn filter_bit(chain: Chain, bits: usize) -> usize {
    (((chain.0 & 0xFFFF_FFFF) * bits as u64) >> 32) as usize
}

/// The content of an entry without its label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Record {
    pub(super) uri: u32,
    pub(super) classes: u32,
    /// A bit field, from the lowest bit: the language (12), the case (2), a flag for labels without capitals
    /// (1), 16 bits that contain the hash of the label with its case or, if the case is not exact, a flag for
    /// terms in the first bit, and a flag for common words (1), which means "never found alone" if the label
    /// can have any case.
    label: u32,
    pub(super) weight: f64,
}

impl Record {
    const NO_LANGUAGE: u32 = (1 << 12) - 1;
    const CASE: u32 = 12;
    const LOWER: u32 = 1 << 14;
    const HASH: u32 = 15;
    const COMMON: u32 = 1 << 31;
    const CASE_BITS: u32 = 3 << Record::CASE;
    /// During the build, in the bits of the hash: the way in which the label is found is not decided yet.
    const OPEN: u32 = 1 << Record::HASH;
    /// During the build: the label is found as a name if the vocabulary contains names.
    const AUTO: u32 = 2 << Record::HASH;
    /// During the build: the label is found as a term.
    const OPEN_TERM: u32 = 4 << Record::HASH;
    /// During the build: the label may be a common word.
    const MAY_BE_COMMON: u32 = 8 << Record::HASH;
    /// In the bits of the hash: the label is a term, which has the same meaning wherever it is
    /// found.
    const TERM: u32 = 1 << Record::HASH;

    /// The maximum number of languages.
    pub(super) const LANGUAGES: u32 = Record::NO_LANGUAGE;

    pub(super) fn new(
        [uri, classes]: [u32; 2],
        language: Option<u32>,
        (case, spelling): (LabelCase, &Spelling),
        label: &str,
        weight: f64,
    ) -> Record {
        let stored = match case {
            LabelCase::Auto | LabelCase::Name | LabelCase::Term if spelling.is_short_upper => {
                LabelCase::Upper
            }
            case => case,
        };
        let hash =
            if case == LabelCase::Exact { u32::from(exact_hash(label)) << Record::HASH } else { 0 };
        let may_be_common =
            spelling.has_first_capital && (!spelling.is_short_upper || spelling.is_capital_letter);
        let open = match case {
            LabelCase::Auto => Record::OPEN | Record::AUTO,
            LabelCase::Name if may_be_common || spelling.is_lower => Record::OPEN,
            LabelCase::Term => Record::OPEN | Record::OPEN_TERM,
            _ => 0,
        };
        let open = if open != 0 && may_be_common { open | Record::MAY_BE_COMMON } else { open };
        let label = language.unwrap_or(Record::NO_LANGUAGE)
            | number_of(stored) << Record::CASE
            | if spelling.is_lower { Record::LOWER } else { 0 }
            | hash
            | open;
        Record { uri, classes, label, weight }
    }

    /// Returns `true` if the way in which the label is found is not decided yet.
    pub(super) fn is_open(&self) -> bool {
        !self.is_exact() && self.label & Record::OPEN != 0
    }

    /// Returns `true` if an undecided label is found as a term. `has_names` is `true` if the vocabulary
    /// contains names.
    pub(super) fn is_open_term(&self, has_names: bool) -> bool {
        self.is_given_term() || !has_names && self.label & Record::AUTO != 0
    }

    /// Returns `true` if an undecided label was added as a term.
    pub(super) fn is_given_term(&self) -> bool {
        self.label & Record::OPEN_TERM != 0
    }

    /// Returns `true` if an undecided label may be a common word.
    pub(super) fn may_be_common(&self) -> bool {
        self.label & Record::MAY_BE_COMMON != 0
    }

    /// Decides how the label is found.
    pub(super) fn settle(&mut self, commonness: Commonness) {
        if !self.is_open() {
            return;
        }
        self.label &= !(Record::OPEN | Record::AUTO | Record::OPEN_TERM | Record::MAY_BE_COMMON);
        let case = match commonness {
            Commonness::Name => return,
            Commonness::Term => {
                self.label |= Record::TERM;
                return;
            }
            Commonness::Common if self.label & Record::CASE_BITS != 0 => return,
            Commonness::Common => LabelCase::Capital,
            Commonness::NeverAlone | Commonness::FunctionWord => LabelCase::Folded,
        };
        self.label &= !Record::CASE_BITS;
        self.label |= number_of(case) << Record::CASE | Record::COMMON;
    }

    /// Returns `true` if the label is found only in its exact case. In this case, the record
    /// contains a hash of the label.
    fn is_exact(&self) -> bool {
        self.label & Record::CASE_BITS == Record::CASE_BITS
    }

    /// Returns `true` if the label is a term, which has the same meaning wherever it is found.
    pub(super) fn is_term(&self) -> bool {
        self.label & Record::TERM != 0 && !self.is_exact()
    }

    /// Returns `true` if the label is a function word in lower case. Such a label is found only in text of
    /// languages in which it is not a function word.
    pub(super) fn is_function_word(&self) -> bool {
        self.is_never_alone() && self.is_lower()
    }

    /// Returns `true` if the label is a common word. Such a label is found only with a capital that is not
    /// explained by its position.
    pub(super) fn is_common(&self) -> bool {
        self.label & Record::COMMON != 0
    }

    /// Returns `true` if the label is never found alone.
    pub(super) fn is_never_alone(&self) -> bool {
        self.label & (Record::COMMON | Record::CASE_BITS) == Record::COMMON
    }

    /// Returns the number of the language.
    pub(super) fn language(&self) -> Option<u32> {
        let language = self.label & Record::NO_LANGUAGE;
        (language != Record::NO_LANGUAGE).then_some(language)
    }

    /// Returns `true` if a stretch of text matches the case of the label.
    pub(super) fn fits(&self, written: &mut Written<'_>) -> bool {
        match self.label & (Record::COMMON | Record::CASE_BITS) {
            // The fast path: most labels can have any case.
            0 => true,
            Record::COMMON => false,
            bits => written
                .has_case(of_number(bits >> Record::CASE), (self.label >> Record::HASH) as u16),
        }
    }

    /// Returns `true` if a stretch of text may match the label when its case is ignored. A function word
    /// needs a capital, and a label with an exact case never matches.
    pub(super) fn may_be_written(&self, written: &mut Written<'_>) -> bool {
        !self.is_exact()
            && !self.is_function_word()
            && (written.has_case(LabelCase::Capital, 0)
                || !self.is_never_alone() && languages_of(written.text()) == 0)
    }

    /// Returns `true` if the label has no capitals.
    pub(super) fn is_lower(&self) -> bool {
        self.label & Record::LOWER != 0
    }

    /// Merges the label flags of another record of the same entity and family.
    pub(super) fn unite(&mut self, other: &Record) {
        self.label |= other.label & (Record::LOWER | Record::TERM);
        // If either record specifies the case, the label is found wherever it has this case.
        self.label &= other.label | !Record::COMMON;
    }

    /// Returns the key that groups the competing entries of a label: the language and the case.
    pub(super) fn family(&self) -> u32 {
        let common = if self.is_never_alone() { 0 } else { Record::COMMON };
        let term = if self.is_exact() { 0 } else { Record::TERM };
        self.label & !(Record::LOWER | common | term)
    }

    /// Returns the case in which the label must be written, as a number that does not depend on the
    /// file.
    pub(super) fn case_key(&self) -> u32 {
        self.family() >> Record::CASE
    }

    /// Compares records by descending weight, then by the order in which entries were added.
    pub(super) fn rank(&self, other: &Record) -> Ordering {
        other.weight.total_cmp(&self.weight).then_with(|| self.uri.cmp(&other.uri))
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        for number in [self.uri, self.classes, self.label] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out.extend_from_slice(&self.weight.to_le_bytes());
    }

    pub(super) fn read(bytes: &[u8]) -> Option<Record> {
        Some(Record {
            uri: u32_at(bytes, 0)?,
            classes: u32_at(bytes, 4)?,
            label: u32_at(bytes, 8)?,
            weight: f64::from_bits(u64_at(bytes, 12)?),
        })
    }
}

/// The encoded entries of a label.
#[derive(Clone, Copy)]
pub(super) struct Records<'d>(&'d [u8]);

impl<'d> Records<'d> {
    pub(super) fn iter(self) -> impl Iterator<Item = Record> + use<'d> {
        self.0.chunks_exact(RECORD).filter_map(Record::read)
    }
}

pub(super) static DICTIONARY: FileType = FileType {
    name: "dictionary",
    magic: b"GWNAMES\n",
    version: 5,
    hint: "; use `from_csv` to read a table of labels",
};

/// A dictionary file, with the numbers of its labels and its entries.
pub(super) struct IndexFile(pub(super) SectionFile<SECTIONS, NUMBERS>);

impl IndexFile {
    /// Returns the number of labels.
    pub(super) fn labels(&self) -> usize {
        self.0.numbers[0] as usize
    }

    /// Returns the number of entries.
    pub(super) fn entries(&self) -> usize {
        self.0.numbers[1] as usize
    }

    /// Returns the number of entries whose label is a common word, and the number of entries that are never
    /// found alone.
    pub(super) fn common(&self) -> [u64; 2] {
        [self.0.numbers[3], self.0.numbers[4]]
    }

    /// Returns `true` if labels without capitals are frequent, as in a list of terms, rather than
    /// exceptions among names.
    pub(super) fn is_often_lower(&self) -> bool {
        self.0.numbers[2] * 4 >= self.0.numbers[1]
    }

    /// Returns the number of quantiles that a weight exceeds, from 0 to 7. Returns `None` if nearly all
    /// entries have the same weight.
    pub(super) fn weight_rank(&self, weight: f64) -> Option<u8> {
        let quantiles = self.0.numbers[COUNTS..].iter().map(|bits| f64::from_bits(*bits));
        let (least, most) = (self.0.numbers[COUNTS], self.0.numbers[NUMBERS - 1]);
        (least != most).then(|| quantiles.filter(|quantile| weight > *quantile).count() as u8)
    }

    pub(super) fn view(&self) -> View<'_> {
        View { sections: std::array::from_fn(|index| self.0.section(index)) }
    }
}

/// The sections, with bounds-checked access.
#[derive(Clone, Copy)]
pub(super) struct View<'d> {
    sections: [Part<'d>; SECTIONS],
}

impl<'d> View<'d> {
    /// Returns a view that skips the checks of sections that were already verified completely.
    pub(super) fn settled(self) -> View<'d> {
        View { sections: self.sections.map(Part::settled) }
    }

    fn section(&self, section: Section) -> Part<'d> {
        self.sections[section as usize]
    }

    /// Returns `true` if the filter contains a chain, which means that the chain may be in the
    /// table.
    pub(super) fn may_have(&self, chain: Chain) -> bool {
        let filter = self.section(Section::Filter);
        let bit = filter_bit(chain, filter.len() * 8);
        filter.byte(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0)
    }

    /// Returns the byte offset of the home slot of a chain.
    fn first_slot(&self, chain: Chain) -> usize {
        place(chain, (self.section(Section::Slots).len() / 8).saturating_sub(MAX_SHIFT)) * 8
    }

    /// Reads the home slot of a chain. The three `peek` methods are used to prefetch memory into
    /// the cache.
    pub(super) fn peek(&self, chain: Chain) -> Option<u8> {
        self.section(Section::Slots).byte(self.first_slot(chain))
    }

    /// Reads the first bytes of a label.
    pub(super) fn peek_label(&self, number: u32) -> [Option<u8>; 2] {
        let bytes = self.section(Section::Labels).up_to(number as usize * UNIT, 49);
        [bytes.first().copied(), bytes.last().copied()]
    }

    /// Reads the first byte of an IRI.
    pub(super) fn peek_uri(&self, number: u32) -> Option<u8> {
        self.section(Section::Uris).byte(number as usize * UNIT)
    }

    /// Calls `seen` with the labels that may match a chain. Returns `true` if longer chains may
    /// start with the chain. The probe is linear and ends at a free slot. Tags can collide, so
    /// callers must compare the labels.
    pub(super) fn probe(&self, chain: Chain, mut seen: impl FnMut(u32)) -> bool {
        let mut more = false;
        let (slots, first) = (self.section(Section::Slots), self.first_slot(chain));
        for at in (first..).step_by(8).take(MAX_SHIFT) {
            let Some([tag, value]) = slots.pair(at) else { break };
            if value == 0 {
                break;
            }
            if tag == chain.0 as u32 {
                more |= value & MORE != 0;
                if let Some(label) = (value & LABEL).checked_sub(1) {
                    seen(label);
                }
                if value & AGAIN == 0 {
                    break;
                }
            }
        }
        more
    }

    /// Returns the folded bytes of a label, and its entries in file order.
    pub(super) fn label(&self, number: u32) -> Result<(&'d [u8], Records<'d>)> {
        let (labels, at) = (self.section(Section::Labels), number as usize * UNIT);
        let parts = labels.pair(at).and_then(|[length, records]| {
            let records = (records as usize).checked_mul(RECORD)?;
            let bytes = labels.get(at + 8, records.checked_add(length as usize)?)?;
            bytes.split_at_checked(records)
        });
        let (records, folded) = parts.ok_or_else(|| broken("has a wrong offset of a label"))?;
        Ok((folded, Records(records)))
    }

    pub(super) fn uri(&self, number: u32) -> Result<&'d str> {
        self.string(Section::Uris, number)
    }

    /// Returns the number of the label that follows a label with `bytes` folded bytes and `records`
    /// records.
    pub(super) fn next_label(&self, number: u32, bytes: usize, records: usize) -> Option<u32> {
        let size = (8 + bytes + records.checked_mul(RECORD)?).div_ceil(UNIT);
        number.checked_add(u32::try_from(size).ok()?)
    }

    /// Returns the IRIs of a list of classes, separated by spaces.
    pub(super) fn classes(&self, number: u32) -> Result<&'d str> {
        self.string(Section::Classes, number)
    }

    pub(super) fn languages(&self) -> Result<Vec<&'d str>> {
        Ok(text(self.section(Section::Languages).whole())?.lines().collect())
    }

    fn string(&self, section: Section, number: u32) -> Result<&'d str> {
        let (strings, at) = (self.section(section), number as usize * UNIT);
        let bytes = strings.u32(at).and_then(|length| strings.get(at + 4, length as usize));
        text(bytes.ok_or_else(|| broken("has a wrong offset of a string"))?)
    }
}

fn text(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|cause| broken("has text that is not UTF-8").because(cause))
}

fn broken(what: &str) -> Error {
    DICTIONARY.broken(what)
}
