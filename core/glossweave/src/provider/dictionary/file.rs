//! The sections of the file of a dictionary, and the reads that check.

use super::token::Chain;
use glossweave_base::error::{Error, Result};
use glossweave_base::image::{Part, Sections, Sort, u32_at, u64_at};

const SECTIONS: usize = 6;

/// The parts of the file, in their order.
#[derive(Clone, Copy)]
pub(super) enum Section {
    /// A bit for each chain.
    Filter,
    /// The table of chains: tag u32, value u32. The last [`MAX_SHIFT`] are no chain's place.
    Slots,
    /// For each label the length of its folded bytes u32, how many records there are u32, the
    /// records and the folded bytes: together, as they are read together. Of the records the best of
    /// each language come first, the greatest weight first, then further ones of the same lists of
    /// classes and of others.
    Labels,
    /// For each IRI its length u32 and its bytes.
    Uris,
    /// For each list of classes its length u32 and the IRIs, parted by spaces.
    Classes,
    /// Language tags, each ended by a line feed.
    Languages,
}

/// Labels, IRIs and lists of classes start at multiples of this, so that 32 bits reach 32 GB.
pub(super) const UNIT: usize = 8;
pub(super) const RECORD: usize = 20;

/// In the value of a slot: longer chains start with this one.
pub(super) const MORE: u32 = 1 << 31;
/// In the value of a slot: the same tag comes again before the next free slot.
pub(super) const AGAIN: u32 = 1 << 30;
/// The place of the label in the value of a slot, plus one; 0 where the chain is none.
pub(super) const LABEL: u32 = AGAIN - 1;
/// A chain is at most this many slots from its place; the builder sees to it.
pub(super) const MAX_SHIFT: usize = 512;

/// The place of a chain in a table of so many slots.
pub(super) fn place(chain: Chain, slots: usize) -> usize {
    (((chain.0 >> 32) * slots as u64) >> 32) as usize
}

/// The bit of a chain in a filter of so many bits.
pub(super) fn filter_bit(chain: Chain, bits: usize) -> usize {
    (((chain.0 & 0xFFFF_FFFF) * bits as u64) >> 32) as usize
}

/// What one entry says, less its label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Record {
    pub(super) uri: u32,
    pub(super) classes: u32,
    language: u32,
    pub(super) weight: f64,
}

impl Record {
    const NO_LANGUAGE: u32 = (1 << 31) - 1;
    const UPPER: u32 = 1 << 31;

    pub(super) fn new(
        [uri, classes]: [u32; 2],
        language: Option<u32>,
        case: Case,
        weight: f64,
    ) -> Record {
        let upper = if case == Case::Upper { Record::UPPER } else { 0 };
        Record { uri, classes, language: language.unwrap_or(Record::NO_LANGUAGE) | upper, weight }
    }

    /// The number of the language.
    pub(super) fn language(&self) -> Option<u32> {
        let language = self.language & !Record::UPPER;
        (language != Record::NO_LANGUAGE).then_some(language)
    }

    pub(super) fn case(&self) -> Case {
        if self.language & Record::UPPER == 0 { Case::Any } else { Case::Upper }
    }

    /// What is the same in entries of one label that compete: language and case.
    pub(super) fn family(&self) -> u32 {
        self.language
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        for number in [self.uri, self.classes, self.language] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out.extend_from_slice(&self.weight.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> Option<Record> {
        Some(Record {
            uri: u32_at(bytes, 0)?,
            classes: u32_at(bytes, 4)?,
            language: u32_at(bytes, 8)?,
            weight: f64::from_bits(u64_at(bytes, 12)?),
        })
    }
}

/// The entries of a label, in bytes of a file.
#[derive(Clone, Copy)]
pub(super) struct Records<'d>(&'d [u8]);

impl<'d> Records<'d> {
    pub(super) fn iter(self) -> impl Iterator<Item = Record> + use<'d> {
        self.0.chunks_exact(RECORD).filter_map(Record::read)
    }
}

/// How a label has to be written to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Any,
    /// In capitals only.
    Upper,
}

pub(super) static DICTIONARY: Sort = Sort {
    name: "dictionary",
    magic: b"GWNAMES\n",
    version: 2,
    hint: "; a table of labels is read by `from_csv`",
};

/// The bytes of a dictionary, with the numbers of its labels and of its entries.
pub(super) struct Image(pub(super) Sections<SECTIONS, 2>);

impl Image {
    /// How many labels there are.
    pub(super) fn labels(&self) -> usize {
        self.0.numbers[0] as usize
    }

    /// How many entries there are.
    pub(super) fn entries(&self) -> usize {
        self.0.numbers[1] as usize
    }

    pub(super) fn view(&self) -> View<'_> {
        View { sections: std::array::from_fn(|index| self.0.section(index)) }
    }
}

/// The sections, with the reads that check.
#[derive(Clone, Copy)]
pub(super) struct View<'d> {
    sections: [Part<'d>; SECTIONS],
}

impl<'d> View<'d> {
    /// The same where sections of which all was seen need no look at what was.
    pub(super) fn settled(self) -> View<'d> {
        View { sections: self.sections.map(Part::settled) }
    }

    fn section(&self, section: Section) -> Part<'d> {
        self.sections[section as usize]
    }

    /// Whether a chain may be in the table.
    pub(super) fn may_have(&self, chain: Chain) -> bool {
        let filter = self.section(Section::Filter);
        let bit = filter_bit(chain, filter.len() * 8);
        filter.byte(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0)
    }

    /// Where in the slots a chain is looked for first.
    fn first_slot(&self, chain: Chain) -> usize {
        place(chain, (self.section(Section::Slots).len() / 8).saturating_sub(MAX_SHIFT)) * 8
    }

    /// The slot at the place of a chain. The three `peek`s are for their loads alone: what they
    /// give is in the cache when it is looked at.
    pub(super) fn peek(&self, chain: Chain) -> Option<u8> {
        self.section(Section::Slots).byte(self.first_slot(chain))
    }

    /// The first bytes of a label.
    pub(super) fn peek_label(&self, number: u32) -> [Option<u8>; 2] {
        let bytes = self.section(Section::Labels).up_to(number as usize * UNIT, 49);
        [bytes.first().copied(), bytes.last().copied()]
    }

    /// The first byte of an IRI.
    pub(super) fn peek_uri(&self, number: u32) -> Option<u8> {
        self.section(Section::Uris).byte(number as usize * UNIT)
    }

    /// Gives the labels that may be this chain to `seen`, and says whether longer chains may start
    /// with it.
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

    /// The folded bytes of a label, and its entries in the order of the file.
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

    /// The number of the label that comes after one whose folded bytes and records are so many.
    pub(super) fn next_label(&self, number: u32, bytes: usize, records: usize) -> Option<u32> {
        let size = (8 + bytes + records.checked_mul(RECORD)?).div_ceil(UNIT);
        number.checked_add(u32::try_from(size).ok()?)
    }

    /// The IRIs of a list of classes, parted by spaces.
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
