//! A log of the entries that are added to a dictionary. It starts in memory; when it becomes too large, the
//! entries are partitioned by the hash of their label.

use super::file::{RECORD, Record};
use glossweave_base::error::Result;
use glossweave_base::spool::Spool;
use glossweave_base::words::{Pool, Token, hash};

/// The maximum size of a log that is not partitioned, in bytes.
const SMALL: usize = 64 << 20;
/// The size of the buffer of a partitioned log, in bytes. When it is full, it is written to disk.
const HELD: usize = 32 << 20;
/// The number of partitions.
const PARTS: usize = 256;

/// A log of entries. Each entry consists of the length of its folded label (u16), the number of its tokens
/// (u8), its record, the label, and the lengths of its tokens (u16).
pub(super) struct EntryLog {
    spool: Spool,
    small: usize,
    size: usize,
    count: usize,
    entry: Vec<u8>,
}

impl Default for EntryLog {
    fn default() -> EntryLog {
        EntryLog::new(SMALL)
    }
}

const HEAD: usize = 3 + RECORD;

/// An entry of a log.
pub(super) struct LoggedEntry<'a> {
    pub label: &'a [u8],
    pub record: Record,
    /// The lengths of the tokens (u16).
    lengths: &'a [u8],
}

impl<'a> LoggedEntry<'a> {
    /// Splits the first entry from `bytes`.
    fn split(bytes: &'a [u8]) -> Option<(LoggedEntry<'a>, &'a [u8])> {
        let (head, rest) = bytes.split_first_chunk::<HEAD>()?;
        let [low, high, tokens, record @ ..] = head;
        let length = usize::from(u16::from_le_bytes([*low, *high]));
        let (label, rest) = rest.split_at_checked(length)?;
        let (lengths, rest) = rest.split_at_checked(usize::from(*tokens) * 2)?;
        Some((LoggedEntry { label, record: Record::read(record)?, lengths }, rest))
    }

    /// Returns the tokens of the label.
    pub fn tokens(&self) -> impl Iterator<Item = Token> + use<'a> {
        let (label, mut at) = (self.label, 0);
        self.lengths.as_chunks::<2>().0.iter().map(move |length| {
            let is_spaced = at > 0 && label.get(at) == Some(&b' ');
            let start = if at > 0 { at + 1 } else { 0 };
            at = start + usize::from(u16::from_le_bytes(*length));
            Token::of_folded(label.get(start..at).unwrap_or_default(), is_spaced)
        })
    }
}

impl EntryLog {
    /// Creates an empty log, which is partitioned when it has more than `small` bytes.
    pub fn new(small: usize) -> EntryLog {
        EntryLog { spool: Spool::new(1, usize::MAX), small, size: 0, count: 0, entry: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns `true` if the log is stored on disk.
    pub fn is_on_disk(&self) -> bool {
        self.spool.is_on_disk()
    }

    /// Adds an entry. Returns `ErrorKind::Storage` if it cannot be written to disk.
    pub fn push(&mut self, label: &[u8], lengths: &[u16], record: &Record) -> Result<()> {
        self.entry.clear();
        self.entry.extend_from_slice(&(label.len() as u16).to_le_bytes());
        self.entry.push(lengths.len() as u8);
        record.write(&mut self.entry);
        self.entry.extend_from_slice(label);
        lengths.iter().for_each(|length| self.entry.extend_from_slice(&length.to_le_bytes()));
        self.count += 1;
        self.size += self.entry.len();
        self.spool.push(part_of(label), &self.entry)?;
        if self.size > self.small && self.spool.parts() == 1 { self.divide() } else { Ok(()) }
    }

    fn divide(&mut self) -> Result<()> {
        let mut all = Vec::new();
        self.spool.read(0, &mut all)?;
        self.spool = Spool::new(PARTS, HELD.min(self.small));
        let mut rest = &all[..];
        while let Some((entry, next)) = LoggedEntry::split(rest) {
            let (bytes, _) = rest.split_at(rest.len() - next.len());
            self.spool.push(part_of(entry.label), bytes)?;
            rest = next;
        }
        Ok(())
    }

    /// Passes the partitions to `take`, one at a time. A partition contains all entries of its labels.
    /// Returns the errors of `take`, and `ErrorKind::Storage` if a partition cannot be read.
    pub fn each_part(&self, take: &mut dyn FnMut(LogPart<'_>) -> Result<()>) -> Result<()> {
        let mut bytes = Vec::new();
        for part in 0..self.spool.parts() {
            self.spool.read(part, &mut bytes)?;
            take(LogPart::new(&bytes))?;
        }
        Ok(())
    }
}

/// Returns the partition for the entries of a label.
fn part_of(label: &[u8]) -> usize {
    (hash(label) >> 40) as usize
}

/// A partition of the log, with numbered labels.
pub(super) struct LogPart<'a> {
    pub labels: Pool,
    /// The first entry of each label.
    pub first: Vec<LoggedEntry<'a>>,
    /// The records, each with the number of its label.
    pub records: Vec<(u32, Record)>,
}

impl<'a> LogPart<'a> {
    fn new(bytes: &'a [u8]) -> LogPart<'a> {
        let (mut labels, mut first, mut records) = (Pool::default(), Vec::new(), Vec::new());
        let mut rest = bytes;
        while let Some((entry, next)) = LoggedEntry::split(rest) {
            let number = labels.intern(entry.label);
            records.push((number, entry.record));
            if labels.len() > first.len() {
                first.push(entry);
            }
            rest = next;
        }
        LogPart { labels, first, records }
    }
}
