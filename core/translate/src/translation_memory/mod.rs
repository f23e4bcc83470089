//! The built-in translation memory, which finds the translations of equal and similar texts.

mod bit_counts;
mod build;
mod codes;
mod distance;
mod file;
mod ngram_index;
mod open;
mod search;
#[cfg(test)]
mod tests;
mod tmx;
mod translate;
mod xliff;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

pub use build::TranslationMemoryBuilder;
use file::{Group, IndexFile, MEMORY, Record, hash};
pub(crate) use open::open_file;
use search::{Extent, Found, Scratch, Search};

use glossweave_base::error::Result;
use glossweave_base::mmap_file::{FileAccess, SectionFile};
use glossweave_base::text::Language;

/// A text with its translation, for use in a memory.
///
/// Both may contain markers in the syntax of [`marked_text`](glossweave_format::marked_text).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentPair<'a> {
    /// The text.
    pub source: &'a str,
    /// The language tag of the text.
    pub source_language: &'a str,
    /// The translation.
    pub target: &'a str,
    /// The language tag of the translation.
    pub target_language: &'a str,
    /// The domain of the text.
    pub domain: Option<&'a str>,
    /// The time of the last change of the translation: year, month, day, hour, minute and second as a number
    /// of 14 digits.
    pub changed: Option<u64>,
}

impl<'a> SegmentPair<'a> {
    /// Creates a pair of a text and its translation, each with its language tag.
    pub fn new(
        source: &'a str,
        source_language: &'a str,
        target: &'a str,
        target_language: &'a str,
    ) -> SegmentPair<'a> {
        let (domain, changed) = (None, None);
        SegmentPair { source, source_language, target, target_language, domain, changed }
    }

    /// Sets the domain of the text.
    pub fn about(mut self, domain: impl Into<Option<&'a str>>) -> SegmentPair<'a> {
        self.domain = domain.into();
        self
    }

    /// Sets the time of the last change of the translation.
    pub fn changed(mut self, changed: impl Into<Option<u64>>) -> SegmentPair<'a> {
        self.changed = changed.into();
        self
    }
}

/// A translation from a memory, as returned by [`TranslationMemory::matches`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct FuzzyMatch {
    /// The equal or similar text, with its markers.
    pub source: String,
    /// The language tag of the text, in lower case.
    pub source_language: String,
    /// The translation, with its markers.
    pub target: String,
    /// The language tag of the translation, in lower case.
    pub target_language: String,
    /// The similarity of the texts, as defined by [`TranslationMemory`].
    pub score: f64,
    /// The domain of the text, if known.
    pub domain: Option<String>,
    /// The time of the last change of the translation, as in [`SegmentPair::changed`].
    pub changed: Option<u64>,
}

/// A translation memory: a [`Translator`](super::Translator) that returns earlier translations.
///
/// A text with the same characters and the same markers has the score 1. Runs of white space are equal to one
/// space, and white space at the ends is ignored. If only the markers differ, the score is 0.99, or more if
/// the text is so long that one character weighs less. A similar text has the score `1 - d / n`, where `d` is
/// the Levenshtein distance of the texts without their markers and `n` the length of the longer text, both
/// counted in characters (Unicode code points). The search returns every text whose score reaches the
/// threshold, 0.7 by default.
///
/// The region of a language is ignored in look-ups. Among equal scores, the requested region comes first.
///
/// A memory is immutable and cheap to clone. A [saved](TranslationMemory::save) memory is memory-mapped when
/// it is [opened](TranslationMemory::open), so that other programs must not truncate the file while it is in
/// use.
#[derive(Clone)]
pub struct TranslationMemory {
    index_file: Arc<IndexFile>,
    languages: Arc<[Language]>,
    domains: Arc<[Box<str>]>,
    threshold: f64,
}

/// The default minimum score of a text.
const THRESHOLD: f64 = 0.7;

impl TranslationMemory {
    /// Creates an empty builder.
    pub fn builder() -> TranslationMemoryBuilder {
        TranslationMemoryBuilder::default()
    }

    /// Opens a saved memory. Only the header and small sections are read at first. Damage in the rest of the
    /// file is reported when it is read.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file cannot be read or is not a memory.
    pub fn open(path: impl AsRef<Path>) -> Result<TranslationMemory> {
        TranslationMemory::from_file(IndexFile(SectionFile::open(
            &MEMORY,
            path.as_ref(),
            FileAccess::Shared,
        )?))
    }

    fn from_file(index_file: IndexFile) -> Result<TranslationMemory> {
        let view = index_file.view();
        let languages = view.languages()?.into_iter().map(Language::parse);
        let languages = languages.collect::<Option<Arc<[Language]>>>();
        let languages = languages.ok_or_else(|| file::broken("has an invalid language tag"))?;
        let domains = view.domains()?.into_iter().map(Box::from).collect();
        index_file.0.sound()?;
        Ok(TranslationMemory {
            index_file: Arc::new(index_file),
            languages,
            domains,
            threshold: THRESHOLD,
        })
    }

    /// Writes the memory to a file, atomically.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.index_file.0.save(path.as_ref())
    }

    /// Creates a memory from the bytes of a saved memory.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the bytes are not a memory.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<TranslationMemory> {
        TranslationMemory::from_file(IndexFile(SectionFile::from_bytes(&MEMORY, bytes)?))
    }

    /// Returns the bytes that [`TranslationMemory::save`] writes.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the memory uses a damaged file.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.index_file.0.to_bytes()
    }

    /// Returns a fingerprint of the content as sixteen hexadecimal digits, which are the same for the same
    /// content and different for any other content. Only the header of a file is read.
    pub fn revision(&self) -> String {
        self.index_file.0.revision()
    }

    /// Returns the memory itself if `revision` is its revision.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::PreconditionFailed` with the parameter `revision` if the revisions differ.
    pub fn at_revision(self, revision: &str) -> Result<TranslationMemory> {
        self.index_file.0.expect(revision)?;
        Ok(self)
    }

    /// Reads the whole memory and verifies its checksum.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the checksums differ.
    pub fn verify(&self) -> Result<()> {
        self.index_file.0.verify()
    }

    /// Sets the minimum score of texts, from 0.3 to 1. Look-ups are fast when the threshold is about 0.6 or
    /// more. Below, most texts of about the same length have to be compared.
    pub fn with_threshold(mut self, threshold: f64) -> TranslationMemory {
        self.threshold = if threshold.is_nan() { THRESHOLD } else { threshold.clamp(0.3, 1.0) };
        self
    }

    /// Returns the number of translations.
    pub fn segments(&self) -> usize {
        self.index_file.records()
    }

    /// Returns the pairs of primary languages that the memory translates between, sorted.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file is damaged.
    pub fn pairs(&self) -> Result<Vec<(String, String)>> {
        let view = self.index_file.view();
        let mut pairs = std::collections::BTreeSet::new();
        for number in 0..self.segments() as u32 {
            let record = view.record(number)?;
            pairs.insert((record.source_language, record.target_language));
        }
        let primary = |number: u16| {
            self.languages.get(usize::from(number)).map(|tag| tag.primary().to_owned())
        };
        let mut pairs: Vec<_> =
            pairs.into_iter().filter_map(|(from, to)| primary(from).zip(primary(to))).collect();
        pairs.sort();
        pairs.dedup();
        self.index_file.0.sound()?;
        Ok(pairs)
    }

    /// Returns at most `limit` translations of a text, the best score first. Among equal scores, translations
    /// in the requested regions come first, and then the newest. The text may contain markers; a stored text
    /// with other markers has nearly the same score.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file is damaged.
    pub fn matches(
        &self,
        text: &str,
        source: &Language,
        target: &Language,
        limit: usize,
    ) -> Result<Vec<FuzzyMatch>> {
        let job = super::TranslationBatch::new(source, target, &[]);
        let query = translate::Query::new(text, &[]);
        let mut found =
            self.candidates(&query, &job, (Extent::All, limit), &mut Scratch::default())?;
        found.truncate(limit);
        found.iter().map(|candidate| self.remembered(candidate)).collect()
    }

    fn group(&self, language: &Language) -> Option<Group> {
        let named = |group: &Group| {
            let tag = self.languages.get(group.language as usize);
            tag.is_some_and(|tag| tag.as_str().eq_ignore_ascii_case(language.primary()))
        };
        self.index_file.view().groups().find(named)
    }

    /// Returns the text of a group that is equal to `plain`.
    fn same(&self, group: &Group, plain: &str) -> Result<Option<u32>> {
        let view = self.index_file.view();
        for number in view.probe(hash(group.language, plain)) {
            let in_group = (group.texts.0..group.texts.1).contains(&number);
            if in_group && view.text(number)?.text == plain {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Returns the texts of a group that are similar to `plain`.
    fn alike(
        &self,
        group: Group,
        plain: &str,
        extent: (Extent, usize),
        is_wanted: &dyn Fn(u32) -> Result<bool>,
        scratch: &mut Scratch,
    ) -> Result<Vec<Found>> {
        Search::new(self.index_file.view(), plain, self.threshold, extent, is_wanted)
            .run(group, scratch)
    }

    fn language(&self, number: u16) -> Result<&Language> {
        let language = self.languages.get(usize::from(number));
        language.ok_or_else(|| file::broken("has a wrong number of a language"))
    }

    fn domain(&self, record: &Record<'_>) -> Option<&str> {
        record.domain.and_then(|number| self.domains.get(number as usize)).map(|domain| &**domain)
    }
}

impl fmt::Debug for TranslationMemory {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TranslationMemory").field("segments", &self.segments()).finish()
    }
}
