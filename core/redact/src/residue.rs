//! The search for redacted strings that remain in a result.

use std::ops::Range;

use aho_corasick::AhoCorasick;

use super::packed_text::{encoded_runs, pdf_streams, pdf_text, png_texts, unpacked};
use super::part::{DocumentPart, Parts, in_bytes, unread};
use super::part_reading::{PartText, name_readings};
use super::reading::{Reading, UPPER};
use super::search::{Match, Search, Strictness};
use super::strings::Strings;
use super::text::{covered, text_reading};
use glossweave_archive::{Archive, Limits as ArchiveLimits};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::ByteSpan;
use glossweave_document::Document;

/// A span of a result where a redacted string remains.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residue {
    /// The label of the string.
    pub label: Box<str>,
    /// The name of the part in a package. If packages are nested, their names are separated by `!`. `None`
    /// for a source that is not a package.
    pub part: Option<Box<str>>,
    /// The span, in bytes of the part. Empty for a string in the name of the part.
    pub span: ByteSpan,
}

/// The result of a check.
pub struct Checked {
    /// The spans where a string remains.
    pub found: Vec<Residue>,
    /// The names of parts that could not be decoded.
    pub unchecked: Vec<String>,
}

/// The minimum number of characters of a string that is searched for in binary data.
const RAW: usize = 5;
/// The maximum number of spans that are returned.
const PLACES: usize = 1_000;
/// The maximum number of characters before and after a range that are used to recognize a replacement.
const LABEL: usize = 200;
/// The maximum depth of nested Base64 or compressed texts.
const DEPTH: usize = 2;

/// A check of all parts for the strings.
pub struct ResidueCheck<'s> {
    strings: &'s Strings,
    search: &'s Search,
    raw: Option<AhoCorasick>,
    /// For each pattern, the number of its string, and `true` if it is big-endian UTF-16.
    numbers: Vec<(usize, bool)>,
    found: Vec<Residue>,
    unchecked: Vec<String>,
    /// The remaining number of bytes that may be unpacked.
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
            let mut add = |pattern: Vec<u8>, is_high_first| {
                patterns.push(pattern);
                numbers.push((number, is_high_first));
            };
            add(string.as_bytes().to_vec(), false);
            add(utf16(u16::to_le_bytes), false);
            add(utf16(u16::to_be_bytes), true);
            let latin = string.chars().map(|c| u8::try_from(u32::from(c)).ok());
            if let Some(latin) = latin.collect::<Option<Vec<u8>>>().filter(|_| !string.is_ascii()) {
                add(latin, false);
            }
        }
        let build = || AhoCorasick::builder().ascii_case_insensitive(true).build(&patterns);
        let too_many = |cause| {
            let message = "too many strings to redact";
            Error::new(ErrorKind::TooLarge, message).because(cause)
        };
        let raw = if patterns.is_empty() { None } else { Some(build().map_err(too_many)?) };
        let left = ArchiveLimits::default().unpacked;
        let (found, unchecked) = (Vec::new(), Vec::new());
        Ok(ResidueCheck { strings, search, raw, numbers, found, unchecked, left })
    }

    /// Returns all spans of a result, given as a document, where a string remains.
    pub fn run(mut self, document: &Document) -> Result<Checked> {
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
        let (mut found, unchecked) = (self.found, self.unchecked);
        found.sort_by(|a, b| (&a.part, a.span, &a.label).cmp(&(&b.part, b.span, &b.label)));
        found.dedup();
        Ok(Checked { found, unchecked })
    }

    /// Checks a part. `within` is the prefix of its name.
    fn check(
        &mut self,
        part: &DocumentPart<'_>,
        covered: &[Range<usize>],
        within: &str,
        depth: usize,
    ) -> Result<()> {
        let name = part.name.as_ref().map(|name| format!("{within}{name}"));
        if let Some(name) = &name {
            for reading in part.name.iter().flat_map(|name| name_readings(name)) {
                for (string, _) in self.places(&reading) {
                    self.add(string, Some(name), 0..0);
                }
            }
            if depth < DEPTH {
                self.check_encoded(name, Some(name), depth)?;
            }
        }
        if let Some(inner) = &part.inner {
            let within = format!("{}!", name.unwrap_or_default());
            return inner.iter().try_for_each(|part| self.check(part, &[], &within, depth));
        }
        let Some(decoded) = part.decoded() else {
            self.check_bytes(&part.bytes, name.as_deref(), 0);
            return self.look_into(&part.bytes, &name.unwrap_or_default(), depth);
        };
        let text = PartText::of(part, &decoded, covered);
        let mut places = Vec::new();
        for reading in text.readings() {
            places.extend(self.places(&reading));
        }
        let raw = text.raw();
        for hit in self.search.matches(&raw, Strictness::Letters) {
            // A single word can be the name of an element or a keyword of the format.
            if self.strings.is_redacted(hit.string) && !self.strings.is_word(hit.string) {
                places.extend(self.place(&raw, hit));
            }
        }
        for (string, at) in places {
            let mut at = [at];
            in_bytes(&decoded, &mut at);
            let [at] = at;
            self.add(string, name.as_deref(), at);
        }
        if depth < DEPTH {
            self.check_encoded(&decoded.text, name.as_deref(), depth)?;
        }
        Ok(())
    }

    /// Checks Base64 and hexadecimal digits in a text.
    fn check_encoded(&mut self, text: &str, name: Option<&str>, depth: usize) -> Result<()> {
        for (at, bytes) in encoded_runs(text) {
            self.check_within(bytes, name, at, depth)?;
        }
        Ok(())
    }

    /// Checks bytes that were decoded from a range of a part. This range is reported.
    fn check_within(
        &mut self,
        bytes: Vec<u8>,
        name: Option<&str>,
        at: Range<usize>,
        depth: usize,
    ) -> Result<()> {
        let count = self.found.len();
        let unchecked = self.unchecked.len();
        let part = unread(String::new(), bytes).opened(&mut self.left, 1)?;
        if part.decoded().is_none() && part.inner.is_none() {
            // A text may follow bytes that are not text.
            let text = String::from_utf8_lossy(&part.bytes).replace('\0', " ");
            self.check(&unread(String::new(), text.into_bytes()), &[], "", depth + 1)?;
        }
        self.check(&part, &[], "", depth + 1)?;
        self.unchecked.truncate(unchecked);
        for found in self.found.iter_mut().skip(count) {
            (found.part, found.span) = (name.map(Box::from), ByteSpan::from(at.clone()));
        }
        Ok(())
    }

    /// Checks the texts of pictures, of compressed files, and of documents that are not text.
    fn look_into(&mut self, bytes: &[u8], name: &str, depth: usize) -> Result<()> {
        if depth > DEPTH {
            return Ok(());
        }
        let mut contents: Vec<Vec<u8>> = Vec::new();
        match unpacked(bytes, &mut self.left) {
            Some(content) => contents.push(content),
            None => self.unchecked.push(name.to_owned()),
        }
        contents.extend(pdf_text(bytes).map(String::into_bytes));
        if bytes.starts_with(b"%PDF") {
            contents.extend(pdf_streams(bytes, &mut self.left));
        }
        let texts = png_texts(bytes, &mut self.left).into_iter();
        contents.extend(texts.map(String::into_bytes));
        for content in contents {
            self.check_within(content, Some(name), 0..bytes.len(), depth)?;
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
        // ASCII text in one byte order is also found in the other byte order, one byte earlier.
        let is_other = |pattern: usize, start: usize| {
            self.numbers.get(pattern).is_some_and(|(_, is_high_first)| *is_high_first)
                && found.iter().any(|hit| hit.0 + 1 == pattern && hit.1.start == start + 1)
        };
        let found = found.iter().filter(|(pattern, at)| !is_other(*pattern, at.start));
        for (pattern, at) in found.cloned().collect::<Vec<_>>() {
            if let Some((string, _)) = self.numbers.get(pattern).copied() {
                self.add(string, name, at.start + start..at.end + start);
            }
        }
    }

    /// Returns the redacted strings in a reading, each with the range from its first to its last byte in the
    /// source.
    fn places(&self, reading: &Reading) -> Vec<(usize, Range<usize>)> {
        let found = self.search.matches(reading, Strictness::Letters).into_iter();
        let redacted = found.filter(|hit| self.strings.is_redacted(hit.string));
        redacted.filter_map(|hit| self.place(reading, hit)).collect()
    }

    /// Returns the source range of a match. Returns `None` if it is in a replacement.
    fn place(&self, reading: &Reading, hit: Match) -> Option<(usize, Range<usize>)> {
        if self.is_in_replacement(reading, &hit.range) {
            return None;
        }
        let sources = reading.sources(hit.range);
        let start = sources.iter().map(|range| range.start).min()?;
        Some((hit.string, start..sources.iter().map(|range| range.end).max()?))
    }

    /// Returns `true` if a range is in a replacement, because labels are words, too.
    fn is_in_replacement(&self, reading: &Reading, range: &Range<usize>) -> bool {
        let text = reading.text();
        let is_sign = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let (Some(before), Some(after)) = (text.get(..range.start), text.get(range.end..)) else {
            return false;
        };
        // These characters are one byte each. No replacement is longer.
        let signs = before.chars().rev().take(LABEL).take_while(|c| is_sign(*c)).count();
        let start = range.start - signs;
        let end = range.end + after.chars().take(LABEL).take_while(|c| is_sign(*c)).count();
        let is_upper = |at: usize, spelling: &u8| {
            !text.as_bytes().get(at).is_some_and(u8::is_ascii_lowercase)
                || spelling & UPPER == UPPER
        };
        let mut spelling = reading.spelling(start..end).iter().enumerate();
        spelling.all(|(at, spelling)| is_upper(start + at, spelling))
            && text.get(start..end).is_some_and(|word| self.strings.is_replacement(word))
    }

    fn add(&mut self, string: usize, part: Option<&str>, at: Range<usize>) {
        if self.found.len() < PLACES {
            let label = self.strings.label(string).into();
            self.found.push(Residue { label, part: part.map(Box::from), span: ByteSpan::from(at) });
        }
    }
}
