//! The file of the facts that an import reads, in the order in which they are read.
//!
//! The names, classes and redirects of an entity may be in different files, in any order. Facts are written
//! to disk when they are read. Only the data that joins them is kept in memory: IRIs, classes and weights. A
//! journal is a fact file with a permanent name, which is kept until the import is complete, so that an
//! interrupted import can be resumed.
//!
//! ```text
//! magic 8, fingerprint of the sources and options u64, then blocks:
//! length u32, hash u64, facts, the last of which is a checkpoint
//! ```

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::report::{ImportReport, SkipReason, SkippedParts};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::spool::temporary_file;
use glossweave_base::words::hash;

const MAGIC: &[u8; 8] = b"GWFACTS3";
const HEADER: u64 = 16;
/// The minimum size of a block that is written, in bytes.
const BLOCK: usize = 1 << 20;
/// The maximum size of a block in bytes, which allows for a very large last fact.
const LONGEST: usize = 256 << 20;

/// A fact of a vocabulary. Subjects are numbered in the order of their `Subject` facts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fact<'a> {
    /// The IRI of the next subject.
    Subject(&'a str),
    /// A name of a subject. `share` is the part of the weight of the entity that the name gets.
    Label {
        subject: u32,
        text: &'a str,
        language: &'a str,
        share: f32,
    },
    Class {
        subject: u32,
        class: &'a str,
    },
    /// An amount that is added to the weight of a subject.
    Weight {
        subject: u32,
        weight: f64,
    },
    /// The names of the subject `from` are also names of `to`.
    Lead {
        from: u32,
        to: u32,
        share: f32,
    },
    /// The subject is not an entity.
    Drop {
        subject: u32,
        reason: u8,
    },
    /// A description of a subject.
    Description {
        subject: u32,
        text: &'a str,
    },
    /// The codes of the region of a subject. If `is_region` is set, the subject is this region.
    Region {
        subject: u32,
        codes: &'a str,
        is_region: bool,
    },
    /// The subject is contained in another subject.
    Within {
        subject: u32,
        around: u32,
    },
}

/// The position of an import in its files.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Position {
    /// The number of the file, in reading order.
    pub file: u64,
    /// The offset in the decompressed file.
    pub offset: u64,
    /// The number of lines before the position.
    pub line: u64,
    /// The number of records read so far.
    pub records: u64,
}

/// Appends a number as a varint, with seven bits in each byte.
fn write_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a string with its length.
fn write_text(out: &mut Vec<u8>, text: &str) {
    write_number(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// The fields of facts in a block.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn small(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }

    fn float(&mut self) -> Option<f64> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(f64::from_le_bytes(*bytes))
    }

    /// Reads a fact. Returns `None` at a checkpoint, or if the block is damaged.
    fn fact(&mut self) -> Option<Fact<'a>> {
        Some(match self.byte()? {
            1 => Fact::Subject(self.text()?),
            kind @ (2 | 7) => Fact::Label {
                subject: self.small()?,
                share: if kind == 2 { 1.0 } else { self.float()? as f32 },
                language: self.text()?,
                text: self.text()?,
            },
            3 => Fact::Class { subject: self.small()?, class: self.text()? },
            4 => Fact::Weight { subject: self.small()?, weight: self.float()? },
            5 => Fact::Lead { from: self.small()?, to: self.small()?, share: self.float()? as f32 },
            6 => Fact::Drop { subject: self.small()?, reason: self.byte()? },
            8 => Fact::Description { subject: self.small()?, text: self.text()? },
            kind @ (9 | 10) => {
                Fact::Region { subject: self.small()?, codes: self.text()?, is_region: kind == 10 }
            }
            11 => Fact::Within { subject: self.small()?, around: self.small()? },
            _ => return None,
        })
    }

    fn report(&mut self) -> Option<ImportReport> {
        let mut skipped = Vec::new();
        for _ in 0..self.byte()? {
            let reason = *SkipReason::ALL.get(usize::from(self.byte()?))?;
            let count = self.number()?;
            let places = (0..self.byte()?).map(|_| self.text().map(str::to_owned));
            let places = places.collect::<Option<Vec<_>>>()?;
            skipped.push(SkippedParts { reason, count, places });
        }
        Some(ImportReport::of_parts(skipped))
    }

    fn checkpoint(&mut self) -> Option<(Position, ImportReport)> {
        let position = Position {
            file: self.number()?,
            offset: self.number()?,
            line: self.number()?,
            records: self.number()?,
        };
        Some((position, self.report()?))
    }
}

/// Appends the counts of skipped parts.
fn write_report(out: &mut Vec<u8>, report: &ImportReport) {
    out.push(report.parts().len() as u8);
    for parts in report.parts() {
        out.push(parts.reason as u8);
        write_number(out, parts.count);
        out.push(parts.places.len() as u8);
        parts.places.iter().for_each(|place| write_text(out, place));
    }
}

fn write_fact(out: &mut Vec<u8>, fact: &Fact<'_>) {
    let float = |out: &mut Vec<u8>, number: f64| out.extend_from_slice(&number.to_le_bytes());
    match fact {
        Fact::Subject(iri) => {
            out.push(1);
            write_text(out, iri);
        }
        Fact::Label { subject, text, language, share } => {
            // Most names have the full weight, which is encoded in the kind.
            out.push(if *share == 1.0 { 2 } else { 7 });
            write_number(out, u64::from(*subject));
            if *share != 1.0 {
                float(out, f64::from(*share));
            }
            write_text(out, language);
            write_text(out, text);
        }
        Fact::Class { subject, class } => {
            out.push(3);
            write_number(out, u64::from(*subject));
            write_text(out, class);
        }
        Fact::Weight { subject, weight } => {
            out.push(4);
            write_number(out, u64::from(*subject));
            float(out, *weight);
        }
        Fact::Lead { from, to, share } => {
            out.push(5);
            write_number(out, u64::from(*from));
            write_number(out, u64::from(*to));
            float(out, f64::from(*share));
        }
        Fact::Drop { subject, reason } => {
            out.push(6);
            write_number(out, u64::from(*subject));
            out.push(*reason);
        }
        Fact::Description { subject, text } => {
            out.push(8);
            write_number(out, u64::from(*subject));
            write_text(out, text);
        }
        Fact::Region { subject, codes, is_region } => {
            out.push(9 + u8::from(*is_region));
            write_number(out, u64::from(*subject));
            write_text(out, codes);
        }
        Fact::Within { subject, around } => {
            out.push(11);
            write_number(out, u64::from(*subject));
            write_number(out, u64::from(*around));
        }
    }
}

/// A file of facts.
pub(super) struct FactFile {
    file: File,
    /// The path of a journal, which is kept when the import is interrupted.
    path: Option<PathBuf>,
    /// `true` if the import cannot be resumed: before the first checkpoint, and at the end.
    is_empty: bool,
    block: Vec<u8>,
}

/// The state of an earlier import, which was read from a journal.
pub(super) struct Resumed {
    pub position: Position,
    pub report: ImportReport,
}

impl FactFile {
    /// Creates an empty file, which is a temporary file unless a journal is specified. Returns
    /// `ErrorKind::Storage` if the file cannot be created.
    pub fn create(journal: Option<&Path>, fingerprint: u64) -> Result<FactFile> {
        let file = match journal {
            Some(path) => {
                let mut options = OpenOptions::new();
                options.read(true).write(true).create(true).truncate(true);
                options.open(path).map_err(|cause| failed(Some(path), cause))?
            }
            None => temporary_file()?,
        };
        let path = journal.map(Path::to_owned);
        let mut facts = FactFile { file, path, is_empty: true, block: Vec::new() };
        facts.write(&[&MAGIC[..], &fingerprint.to_le_bytes()])?;
        Ok(facts)
    }

    /// Opens the journal of an earlier import, passes its facts to `take`, and truncates it after the last
    /// complete checkpoint. Returns `None` if there is no journal, or if its sources or options differ.
    pub fn resume(
        path: &Path,
        fingerprint: u64,
        take: &mut dyn FnMut(&Fact<'_>) -> Result<()>,
    ) -> Result<Option<(FactFile, Resumed)>> {
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let file = match opened {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(cause) => return Err(failed(Some(path), cause)),
        };
        let mut facts =
            FactFile { file, path: Some(path.to_owned()), is_empty: false, block: Vec::new() };
        let mut last = None;
        let end = facts.each_block(Some(fingerprint), &mut |block| {
            let mut fields = Fields(block);
            while fields.0.first() != Some(&0) {
                let Some(fact) = fields.fact() else { return Ok(false) };
                take(&fact)?;
            }
            fields.byte();
            last = fields.checkpoint();
            Ok(last.is_some())
        })?;
        let Some((position, report)) = last else { return Ok(None) };
        let cut = facts.file.set_len(end).and_then(|()| facts.file.seek(SeekFrom::Start(end)));
        cut.map_err(|cause| failed(Some(path), cause))?;
        Ok(Some((facts, Resumed { position, report })))
    }

    pub fn add(&mut self, fact: &Fact<'_>) {
        write_fact(&mut self.block, fact);
    }

    /// Returns `true` if there are enough facts for a block.
    pub fn is_due(&self) -> bool {
        self.block.len() >= BLOCK
    }

    /// Writes the facts since the last checkpoint. Returns `ErrorKind::Storage` if the file cannot be
    /// written, and `ErrorKind::TooLarge` if one record of the source contains too many facts.
    pub fn checkpoint(&mut self, position: Position, report: &ImportReport) -> Result<()> {
        let mut block = std::mem::take(&mut self.block);
        block.push(0);
        for number in [position.file, position.offset, position.line, position.records] {
            write_number(&mut block, number);
        }
        write_report(&mut block, report);
        if block.len() > LONGEST {
            let message = format!("a record has more than {} MiB of names", LONGEST >> 20);
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let length = (block.len() as u32).to_le_bytes();
        self.write(&[&length, &hash(&block).to_le_bytes(), &block])?;
        block.clear();
        (self.block, self.is_empty) = (block, false);
        Ok(())
    }

    /// Passes all facts to `take`, in order.
    pub fn each(&mut self, take: &mut dyn FnMut(&Fact<'_>) -> Result<()>) -> Result<()> {
        self.each_block(None, &mut |block| {
            let mut fields = Fields(block);
            while let Some(fact) = fields.fact() {
                take(&fact)?;
            }
            Ok(true)
        })?;
        Ok(())
    }

    /// Removes the file when it is no longer needed.
    pub fn remove(mut self) {
        self.is_empty = true;
    }

    /// Passes blocks to `take` until it returns `false` or a block is incomplete. Returns the end of the last
    /// complete block.
    fn each_block(
        &mut self,
        fingerprint: Option<u64>,
        take: &mut dyn FnMut(&[u8]) -> Result<bool>,
    ) -> Result<u64> {
        let path = self.path.as_deref();
        let wrong = |cause| failed(path, cause);
        self.file.seek(SeekFrom::Start(0)).map_err(wrong)?;
        let mut input = BufReader::with_capacity(1 << 16, &self.file);
        let mut header = [0; HEADER as usize];
        if !filled(&mut input, &mut header).map_err(wrong)? || header[..8] != MAGIC[..] {
            return Ok(0);
        }
        if fingerprint.is_some_and(|fingerprint| header[8..] != fingerprint.to_le_bytes()) {
            return Ok(0);
        }
        let (mut end, mut block) = (HEADER, Vec::new());
        loop {
            let (mut length, mut sum) = ([0; 4], [0; 8]);
            if !filled(&mut input, &mut length).map_err(wrong)?
                || !filled(&mut input, &mut sum).map_err(wrong)?
            {
                return Ok(end);
            }
            let length = u32::from_le_bytes(length) as usize;
            if length > LONGEST {
                return Ok(end);
            }
            block.resize(length, 0);
            if !filled(&mut input, &mut block).map_err(wrong)?
                || hash(&block) != u64::from_le_bytes(sum)
                || !take(&block)?
            {
                return Ok(end);
            }
            end += 12 + length as u64;
        }
    }

    fn write(&mut self, parts: &[&[u8]]) -> Result<()> {
        let written = parts.iter().try_for_each(|part| self.file.write_all(part));
        written.map_err(|cause| failed(self.path.as_deref(), cause))
    }
}

impl Drop for FactFile {
    fn drop(&mut self) {
        if let Some(path) = self.path.as_ref().filter(|_| self.is_empty) {
            // The file is no longer needed, so an error can be ignored.
            let _ = fs::remove_file(path);
        }
    }
}

/// Fills a buffer. Returns `false` if there are not enough bytes.
fn filled(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

fn failed(path: Option<&Path>, cause: io::Error) -> Error {
    let message = match path {
        Some(path) => format!("the journal `{}` cannot be used: {cause}", path.display()),
        None => format!("the temporary file of an import cannot be used: {cause}"),
    };
    Error::new(ErrorKind::Storage, message).because(cause)
}
