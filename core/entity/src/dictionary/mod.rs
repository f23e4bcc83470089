//! The built-in recognizer: a list of names, found by longest match.

mod address;
mod build;
mod case;
mod chains;
mod common_words;
mod corpus_counts;
mod csv;
mod difference;
mod entry;
mod entry_log;
mod file;
mod fold;
mod forced_capital;
mod iris;
mod label_case;
mod labels;
mod listed;
mod matched;
mod order;
mod particle;
mod quantiles;
mod recognize;
mod scan;
mod source;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

pub use build::DictionaryBuilder;
pub(crate) use common_words::is_common;
pub use csv::{Row, each_row};
pub use difference::{ChangedEntries, DictionaryDifference};
pub use entry::Entry;
use file::{DICTIONARY, IndexFile};
pub use glossweave_base::words::LabelCase;
pub(crate) use iris::IriPool;
pub use labels::{LabelNodes, in_label, is_label, is_term_label};
use matched::KindsOfClasses;
pub use matched::{Candidate, Match};
pub use scan::Doubtful;
use scan::{Classes, Scan};

use crate::mention::{MentionModel, Place};
use glossweave_base::error::Result;
use glossweave_base::mmap_file::{SectionFile, Way};
use glossweave_document::recognizer::Passage;

/// The maximum length of a label, in tokens. A text needs at most this many look-ups for each
/// token.
const MAX_TOKENS: usize = 128;
/// The maximum length of a label, in bytes.
const MAX_LABEL: usize = 4096;
/// The maximum number of IRIs of one annotation: `numLinks` goes up to 5.
const MAX_IDENTS: usize = 5;

/// A list of names that finds its names in text: the longest one first, from the left, without
/// overlap and never across the pieces of a passage.
///
/// - A match starts and ends at a word boundary (UAX #29, but an apostrophe ends a word, so that
///   `Dublin` is found in `Dublin's`). In scripts without spaces (Han, kana, Thai …) it may start
///   and end at every character, but does not cut a word of the segmentation dictionary in two:
///   `京都` is not found in `東京都`, which is `東京` and `都`.
/// - Case, composition and compatibility forms do not count (`Café` is `CAFE` with a combining
///   accent), accents do. A run of white space is one space, a run of dashes one dash, soft hyphens
///   and other invisible characters are ignored.
/// - A label of at most four letters, all of them capitals, is found in capitals only: `US` is not
///   found in `tell us`. One that is a common word is found with a capital only that is not due to its
///   place: `Nice` is found in `to Nice`, not in `nice` or at the start of a sentence
///   ([`LabelCase::Name`]).
/// - If the passage has a language, entries of other languages are skipped; only the first subtag
///   of a tag counts, and an entry without language matches all.
/// - A label of several entities results in one annotation with up to five IRIs, the greatest
///   weight first, and the classes of the first. Its confidence is the first one's share in the sum
///   of the weights (of at most 16 entities).
///
/// Threads can share a dictionary; clones share the data. It is built once
/// ([`Dictionary::builder`], [`Dictionary::from_csv`]), can be saved as one file, and is mapped
/// into memory when it is opened.
#[derive(Clone)]
pub struct Dictionary {
    index_file: Arc<IndexFile>,
    mentions: Option<MentionModel>,
}

impl Dictionary {
    /// Creates an empty builder.
    pub fn builder() -> DictionaryBuilder {
        DictionaryBuilder::default()
    }

    /// Builds a dictionary from CSV or TSV.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`DictionaryBuilder::csv`] and [`DictionaryBuilder::build`].
    ///
    /// Rows that are wrong are left out. If no row is right, the error has the place of the first one.
    pub fn from_csv(input: impl Read) -> Result<Dictionary> {
        Dictionary::builder().csv(input)?.build()
    }

    /// Creates a dictionary from the bytes of a saved one. See [`Dictionary::open`] on what is
    /// checked.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the bytes are not a dictionary.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Dictionary> {
        SectionFile::from_bytes(&DICTIONARY, bytes).map(IndexFile).map(Dictionary::from_file)
    }

    /// Opens a saved dictionary. Only the header is read now; the rest is mapped into memory and
    /// read when it is needed for a text.
    ///
    /// If the file has more than 1 MiB, it must not be written in place or truncated while it is
    /// open, which can stop the program; [`Dictionary::save`] replaces it as a whole and is safe.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file is too short or has
    /// another version. Damage further in is the same error when a scan reads it
    /// ([`Dictionary::verify`] finds all damage).
    pub fn open(path: impl AsRef<Path>) -> Result<Dictionary> {
        Dictionary::open_by(path.as_ref(), Way::Shared)
    }

    #[doc(hidden)]
    pub fn open_by(path: &Path, way: Way) -> Result<Dictionary> {
        SectionFile::open(&DICTIONARY, path, way).map(IndexFile).map(Dictionary::from_file)
    }

    /// Saves the dictionary to one file, which replaces an older one atomically.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.index_file.0.save(path.as_ref())
    }

    /// Returns the bytes that [`Dictionary::save`] writes.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if they come from a file that is
    /// damaged.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.index_file.0.to_bytes()
    }

    /// Returns a fingerprint of the content: sixteen hexadecimal digits, the same for the same
    /// content and different for any other. Of a file, only the header is read.
    pub fn revision(&self) -> String {
        self.index_file.0.revision()
    }

    /// Returns the dictionary itself if its revision is `revision`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::PreconditionFailed`](glossweave_base::ErrorKind::PreconditionFailed) with the
    /// parameter `revision` if it is another one.
    pub fn at_revision(self, revision: &str) -> Result<Dictionary> {
        self.index_file.0.expect(revision)?;
        Ok(self)
    }

    /// Reads the whole file and compares its checksum.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the checksums differ.
    pub fn verify(&self) -> Result<()> {
        self.index_file.0.verify()
    }

    /// Calls `visit` with every match of a passage, in their order, without making annotations of them; stops
    /// at its first error. This is
    /// [`Recognizer::recognize`](glossweave_document::recognizer::Recognizer::recognize) for callers who count or
    /// choose.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if a piece is outside the text of
    /// the passage or splits a character, [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the
    /// dictionary was opened from a file that is damaged, and the errors of `visit`.
    ///
    /// An error of `visit` ends it.
    pub fn each_match(
        &self,
        passage: &Passage<'_>,
        visit: impl FnMut(&Match<'_>) -> Result<()>,
    ) -> Result<()> {
        let scan = Scan::new(&self.index_file).with_doubtful(Doubtful::judged_by(None, passage));
        self.matches(scan, passage, visit)
    }

    fn matches(
        &self,
        scan: Scan<'_>,
        passage: &Passage<'_>,
        mut visit: impl FnMut(&Match<'_>) -> Result<()>,
    ) -> Result<()> {
        let view = self.index_file.view();
        let visit = &mut |span, rivals: &[_]| visit(&Match::new(view, span, rivals));
        self.sound(scan.run(passage, None, visit))
    }

    /// Calls `visit` with each match and its entities, which live as long as the dictionary. With
    /// `is_wanted`, only entities with such a list of classes are passed, which may be none. `doubtful` says what becomes of common words.
    /// Returns the errors of [`Dictionary::each_match`].
    pub(crate) fn each_candidates<'d>(
        &'d self,
        passage: &Passage<'_>,
        is_wanted: Option<&dyn Fn(&str) -> bool>,
        doubtful: Doubtful,
        mut visit: impl FnMut(
            Place,
            &mut dyn ExactSizeIterator<Item = Result<Candidate<'d>>>,
        ) -> Result<()>,
    ) -> Result<()> {
        let view = self.index_file.view();
        let classes = is_wanted.map(|is_wanted| Classes::new(view, is_wanted));
        let mut kinds = KindsOfClasses::default();
        let visit = &mut |span, rivals: &[_]| {
            let place = Match::new(view, span, rivals).place(&self.index_file, &mut kinds)?;
            visit(place, &mut matched::candidates(view, rivals))
        };
        let scan = Scan::new(&self.index_file).reading_iris().with_doubtful(doubtful);
        self.sound(scan.run(passage, classes, visit))
    }

    /// Calls `visit` with the IRIs of entities that share a name with another entity: those that a
    /// [`EntityIndex`](super::EntityIndex) is useful for. An IRI comes once for each name that it shares.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the dictionary was opened from
    /// a file that is damaged, and the errors of `visit`.
    pub fn each_shared(&self, visit: impl FnMut(&str) -> Result<()>) -> Result<()> {
        self.sound(self.walk_shared(visit))
    }

    fn walk_shared(&self, mut visit: impl FnMut(&str) -> Result<()>) -> Result<()> {
        let view = self.index_file.view();
        let (mut number, mut uris) = (Some(0), Vec::new());
        for _ in 0..self.labels() {
            let Some(label) = number else { break };
            let (folded, records) = view.label(label)?;
            uris.clear();
            uris.extend(records.iter().map(|record| record.uri));
            number = view.next_label(label, folded.len(), uris.len());
            uris.sort_unstable();
            uris.dedup();
            if uris.len() > 1 {
                uris.iter().try_for_each(|uri| visit(view.uri(*uri)?))?;
            }
        }
        Ok(())
    }

    /// Returns the number of different labels, after folding.
    pub fn labels(&self) -> usize {
        self.index_file.labels()
    }

    /// Returns the number of entries that are kept: of one label and language the best 16, and the
    /// best 16 of each list of classes, at most 1,024 of one label.
    pub fn entries(&self) -> usize {
        self.index_file.entries()
    }

    /// Returns `outcome`, or an error if the data that it was read from is damaged.
    fn sound<T>(&self, outcome: Result<T>) -> Result<T> {
        self.index_file.0.sound()?;
        outcome
    }

    /// Finds names only where `model` says that an entity is probably meant, and multiplies the confidence
    /// with that probability. Texts in languages that the model does not know are searched as before.
    #[must_use]
    pub fn with_mention_model(mut self, model: MentionModel) -> Dictionary {
        self.mentions = Some(model);
        self
    }

    fn from_file(index_file: IndexFile) -> Dictionary {
        Dictionary { index_file: Arc::new(index_file), mentions: None }
    }
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Dictionary")
            .field("labels", &self.labels())
            .field("entries", &self.entries())
            .field("bytes", &self.index_file.0.size())
            .finish()
    }
}
