//! The search for redacted strings that are left in a result.

use std::borrow::Cow;
use std::ops::Range;

use aho_corasick::AhoCorasick;

use super::part::{Part, Parts, in_bytes, unread};
use super::part_reading::{PartText, name_readings};
use super::reading::Reading;
use super::search::Search;
use super::strings::Strings;
use super::text::{covered, text_reading};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::ByteSpan;
use glossweave_format::{Archive, ArchiveLimits, Document};

/// A place of a result where a redacted string is left.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residue {
    /// The label of the string.
    pub label: Box<str>,
    /// The name of the part of a package, with `!` between a package and a part of a package in it; `None` for a source that
    /// is no package.
    pub part: Option<Box<str>>,
    /// The place, in bytes of the part; empty for a string in the name of the part.
    pub span: ByteSpan,
}

/// The maximum depth of packages in packages.
const DEPTH: usize = 3;
/// The minimum number of characters of a string that is looked for in bytes that are no text.
const RAW: usize = 5;
/// The maximum number of places that are returned.
const PLACES: usize = 1_000;

/// A check of all parts for the strings.
pub struct ResidueCheck<'s> {
    strings: &'s Strings,
    search: &'s Search,
    raw: Option<AhoCorasick>,
    /// The number of the string of each pattern.
    numbers: Vec<usize>,
    found: Vec<Residue>,
    /// The number of bytes that may still be unpacked.
    left: usize,
}

impl<'s> ResidueCheck<'s> {
    /// Creates a check for the strings that are redacted everywhere.
    pub fn new(strings: &'s Strings, search: &'s Search) -> Result<ResidueCheck<'s>> {
        let mut patterns: Vec<Vec<u8>> = Vec::new();
        let mut numbers = Vec::new();
        for (number, string) in strings.everywhere() {
            if string.chars().count() < RAW {
                continue;
            }
            let utf16 = |order: fn(u16) -> [u8; 2]| string.encode_utf16().flat_map(order).collect();
            patterns.extend([
                string.as_bytes().to_vec(),
                utf16(u16::to_le_bytes),
                utf16(u16::to_be_bytes),
            ]);
            numbers.extend([number; 3]);
        }
        let raw = match patterns.is_empty() {
            true => None,
            false => Some(AhoCorasick::new(&patterns).map_err(|cause| {
                let message = "the strings to redact are too many";
                Error::new(ErrorKind::TooLarge, message).because(cause)
            })?),
        };
        let left = ArchiveLimits::default().unpacked;
        Ok(ResidueCheck { strings, search, raw, numbers, found: Vec::new(), left })
    }

    /// Returns all places of a result, read as a document, where a string is left.
    pub fn run(mut self, document: &Document) -> Result<Vec<Residue>> {
        let texts: Vec<&Document> = std::iter::once(document).chain(document.target()).collect();
        let covered = covered(&texts);
        let parts = Parts::of(document)?;
        for text in texts {
            let reading = text_reading(text);
            for (string, at) in self.places(&reading) {
                let (part, start) = match parts.at(at.start) {
                    Some((index, start)) => (parts.all().get(index), start),
                    None => (None, 0),
                };
                let at = at.start - start..at.end.saturating_sub(start);
                self.add(string, part.and_then(|part| part.name.as_deref()), at);
            }
        }
        for part in parts.all() {
            self.check(part, &covered, "", 0)?;
        }
        if let Some(package) = document.source().package() {
            let archive = Archive::open(package, ArchiveLimits::default())?;
            for range in archive.outside() {
                let bytes = package.get(range.clone()).unwrap_or_default();
                self.check_bytes(bytes, Some(""), range.start);
            }
        }
        let mut found = self.found;
        found.sort_by(|a, b| (&a.part, a.span, &a.label).cmp(&(&b.part, b.span, &b.label)));
        found.dedup();
        Ok(found)
    }

    fn check(
        &mut self,
        part: &Part<'_>,
        covered: &[Range<usize>],
        within: &str,
        depth: usize,
    ) -> Result<()> {
        let name = part.name.as_ref().map(|name| format!("{within}{name}"));
        if let Some(name) = &name {
            for reading in name_readings(name) {
                for (string, _) in self.places(&reading) {
                    self.add(string, Some(name), 0..0);
                }
            }
        }
        let Some(decoded) = part.decoded() else {
            self.check_bytes(&part.bytes, name.as_deref(), 0);
            return match part.bytes.starts_with(b"PK\x03\x04") && depth < DEPTH {
                true => self.check_package(
                    &part.bytes,
                    &format!("{}!", name.unwrap_or_default()),
                    depth + 1,
                ),
                false => Ok(()),
            };
        };
        let text = PartText::of(part, &decoded, covered);
        for reading in text.readings() {
            for (string, at) in self.places(&reading) {
                let mut at = [at];
                in_bytes(&decoded, &mut at);
                let [at] = at;
                self.add(string, name.as_deref(), at);
            }
        }
        Ok(())
    }

    /// Checks the parts of a package within another one. One that cannot be opened is checked as bytes only.
    fn check_package(&mut self, bytes: &[u8], within: &str, depth: usize) -> Result<()> {
        let Ok(archive) = Archive::open(bytes, ArchiveLimits::default()) else { return Ok(()) };
        for name in archive.names().map(Cow::into_owned) {
            let bytes = match archive.read_within(&name, self.left) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::TooLarge => return Err(error),
                Err(_) => continue,
            };
            self.left = self.left.saturating_sub(bytes.len());
            self.check(&unread(name, bytes), &[], within, depth)?;
        }
        Ok(())
    }

    fn check_bytes(&mut self, bytes: &[u8], name: Option<&str>, start: usize) {
        let Some(raw) = &self.raw else { return };
        let is_letter = |at: Option<usize>| {
            at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphanumeric)
        };
        let hits = raw.find_overlapping_iter(bytes);
        let whole = hits
            .filter(|hit| !is_letter(hit.start().checked_sub(1)) && !is_letter(Some(hit.end())));
        let found: Vec<_> =
            whole.take(PLACES).map(|hit| (hit.pattern().as_usize(), hit.range())).collect();
        // Text of ASCII in one order of bytes is found in the other one too, a byte earlier.
        let is_other = |pattern: usize, start: usize| {
            pattern % 3 == 2
                && found.iter().any(|one| one.0 + 1 == pattern && one.1.start == start + 1)
        };
        let found = found.iter().filter(|(pattern, at)| !is_other(*pattern, at.start));
        for (pattern, at) in found.cloned().collect::<Vec<_>>() {
            if let Some(string) = self.numbers.get(pattern).copied() {
                self.add(string, name, at.start + start..at.end + start);
            }
        }
    }

    /// Returns the places of redacted strings in a reading, each from the first to the last byte of its source.
    fn places(&self, reading: &Reading) -> Vec<(usize, Range<usize>)> {
        let found = self.search.matches(reading).into_iter();
        let redacted = found.filter(|one| self.strings.is_redacted(one.string));
        let place = |sources: Vec<Range<usize>>| {
            let start = sources.iter().map(|range| range.start).min()?;
            Some(start..sources.iter().map(|range| range.end).max()?)
        };
        redacted.filter_map(|one| Some((one.string, place(reading.sources(one.range))?))).collect()
    }

    fn add(&mut self, string: usize, part: Option<&str>, at: Range<usize>) {
        if self.found.len() < PLACES {
            let label = self.strings.label(string).into();
            self.found.push(Residue { label, part: part.map(Box::from), span: ByteSpan::from(at) });
        }
    }
}
