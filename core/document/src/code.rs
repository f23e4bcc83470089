//! Inline codes that a reader lists: the placeholders and tags in the strings of a document.

use super::unit::Unit;
use glossweave_base::text::ByteSpan;

/// The role of a listed code. The codes of a unit are well nested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// A start tag whose end tag is a later code of the unit.
    Open,
    /// The end tag of the innermost open start tag.
    Close,
    /// A code without a partner.
    Void,
    /// A code that contains texts, which are separate units.
    Holder,
    /// The end tag of a [`Holder`](CodeKind::Holder).
    CloseHolder,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    unit: u32,
    /// The position of the code in the text of the unit.
    text: u32,
    start: u32,
    end: u32,
    /// The end of its characters in `CodeList::chars`.
    chars: u32,
    kind: CodeKind,
}

/// The codes of all units, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct CodeList {
    entries: Vec<Entry>,
    chars: String,
}

/// A code of a unit.
#[derive(Clone, Copy, Debug)]
pub struct ListedCode<'a> {
    /// The position of the code in the text of the unit.
    pub text: usize,
    /// The bytes of the code in the source.
    pub source: ByteSpan,
    /// The characters of the code, without the escapes of the source.
    pub chars: &'a str,
    /// The role of the code.
    pub kind: CodeKind,
}

impl CodeList {
    pub fn push(
        &mut self,
        unit: usize,
        text: usize,
        source: ByteSpan,
        chars: &str,
        kind: CodeKind,
    ) {
        self.chars.push_str(chars);
        self.entries.push(Entry {
            unit: unit as u32,
            text: text as u32,
            start: source.start() as u32,
            end: source.end() as u32,
            chars: self.chars.len() as u32,
            kind,
        });
    }

    /// Discards the codes of a unit and of all later units.
    pub fn discard(&mut self, unit: usize) {
        let first = self.entries.partition_point(|entry| (entry.unit as usize) < unit);
        self.entries.truncate(first);
        self.chars.truncate(self.entries.last().map_or(0, |last| last.chars as usize));
    }

    pub fn heap_size(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.chars.capacity()
    }
}

impl CodeList {
    /// Returns the ranges of all codes in unit order.
    pub fn ranges(&self) -> impl Iterator<Item = (ByteSpan, CodeKind)> + '_ {
        let range = |entry: &Entry| ByteSpan::new(entry.start as usize, entry.end as usize);
        self.entries.iter().map(move |entry| (range(entry), entry.kind))
    }

    /// Returns the codes of a unit in order.
    pub fn of(&self, unit: Unit<'_>) -> Vec<ListedCode<'_>> {
        let CodeList { entries, chars } = self;
        let index = unit.index() as u32;
        let first = entries.partition_point(|entry| entry.unit < index);
        let mut start = first.checked_sub(1).map_or(0, |before| entries[before].chars as usize);
        let entries = entries[first..].iter().take_while(|entry| entry.unit == index);
        let code = |entry: &Entry| {
            let from = std::mem::replace(&mut start, entry.chars as usize);
            ListedCode {
                text: entry.text as usize,
                source: ByteSpan::new(entry.start as usize, entry.end as usize),
                chars: chars.get(from..entry.chars as usize).unwrap_or_default(),
                kind: entry.kind,
            }
        };
        entries.map(code).collect()
    }
}
