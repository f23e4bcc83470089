//! Dictionaries: lists of names, and the recognizer that finds them by longest match.
//!
//! Programs should use the crate `glossweave`, which re-exports the public API. Other public items are used
//! by the other crates of Glossweave, and may change in any version.
//!
//! A program that only searches for names can use this crate alone, without its default features. It then
//! compiles few crates, and needs no system library (`examples/names.rs`).

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
#[cfg(feature = "rdf")]
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

pub use build::{DictionaryBuilder, DictionaryBuilderExt};
pub use common_words::is_common;
pub use csv::{Row, each_row};
pub use difference::{ChangedEntries, DictionaryDifference};
pub use entry::{Entry, EntryExt};
use file::{DICTIONARY, IndexFile};
pub use glossweave_base::words::LabelCase;
pub use glossweave_document::recognizer::{Passage, Recognizer};
pub use iris::IriPool;
#[cfg(feature = "rdf")]
pub use labels::{LabelNodes, in_label, is_label, is_term_label};
use matched::KindsOfClasses;
pub use matched::{Candidate, Match};
pub use scan::Doubtful;
use scan::{Classes, Scan};

use glossweave_base::error::Result;
use glossweave_base::mmap_file::{FileAccess, OpenFile, SectionFile};
use glossweave_ner::{MentionModel, Place};

/// The maximum length of a label, in tokens. This is also the maximum number of look-ups for each
/// token of a text.
const MAX_TOKENS: usize = 128;
/// The maximum length of a label, in bytes.
const MAX_LABEL: usize = 4096;
/// The maximum number of IRIs of an annotation, which is also the maximum of `numLinks`.
const MAX_IDENTS: usize = 5;

/// A list of names that is searched for in text. The search runs from left to right and prefers the
/// longest name. Matches do not overlap, and do not cross the blocks of a passage.
///
/// - A match starts and ends at a word boundary (UAX #29, but an apostrophe ends a word, so that
///   `Dublin` is found in `Dublin's`). In scripts without spaces (Han, kana, Thai …), a match may
///   start and end at any character, but does not cut a word of the segmentation dictionary. For
///   example, `京都` is not found in `東京都`, which is `東京` and `都`.
/// - Case, composition and compatibility forms are ignored (`Café` matches `CAFE` with a combining
///   accent), but accents are significant. A run of white space matches one space, and a run of dashes
///   matches one dash. Soft hyphens and other invisible characters are ignored.
/// - A label of at most four letters, all of them capitals, is found only in capitals: `US` is not
///   found in `tell us`. A label that is also a common word is found only when its capital letter is
///   not explained by its position: `Nice` is found in `to Nice`, but not in `nice` or at the start of
///   a sentence ([`LabelCase::Name`]).
/// - When the passage has a language, entries of other languages are skipped. Only the first subtag of
///   a language tag is compared, and an entry without a language matches all languages.
/// - When a label has several entities, the match results in one annotation with up to five IRIs, by
///   descending weight, and the classes of the first entity. Its confidence is the weight of the first
///   entity divided by the sum of the weights (of at most 16 entities).
///
/// A dictionary can be used by several threads, and clones share their data. A dictionary is built
/// once ([`Dictionary::builder`], [`Dictionary::from_csv`]) and can be saved to a file, which is
/// mapped into memory when it is opened.
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

    /// Builds a dictionary from CSV or TSV. Invalid rows are skipped.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`DictionaryBuilder::csv`] and [`DictionaryBuilder::build`]. If no row is
    /// valid, the error has the location of the first row.
    pub fn from_csv(input: impl Read) -> Result<Dictionary> {
        Dictionary::builder().csv(input)?.build()
    }

    /// Creates a dictionary from the bytes of a saved dictionary. The same parts are checked as by
    /// [`Dictionary::open`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the bytes are not a dictionary.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Dictionary> {
        SectionFile::from_bytes(&DICTIONARY, bytes).map(IndexFile).map(Dictionary::from_file)
    }

    /// Opens a saved dictionary. Only the header is read immediately. The rest of the file is mapped into
    /// memory and read when it is needed.
    ///
    /// If the file has more than 1 MiB, it must not be modified in place or truncated while it is open,
    /// because this can terminate the program. [`Dictionary::save`] is safe because it replaces the whole
    /// file.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file is too short or has
    /// another version. A search returns the same error when it reads a damaged part of the file. Use
    /// [`Dictionary::verify`] to detect all damage.
    pub fn open(path: impl AsRef<Path>) -> Result<Dictionary> {
        Dictionary::open_with(path.as_ref(), FileAccess::Shared)
    }

    /// Saves the dictionary to a file. An existing file is replaced atomically.
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
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the dictionary was opened
    /// from a file that is damaged.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.index_file.0.to_bytes()
    }

    /// Returns a fingerprint of the content: sixteen hexadecimal digits, which are equal if and
    /// only if the content is equal. Only the header of the file is read.
    pub fn revision(&self) -> String {
        self.index_file.0.revision()
    }

    /// Returns the dictionary itself if its revision is `revision`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::PreconditionFailed`](glossweave_base::ErrorKind::PreconditionFailed), with
    /// the parameter `revision`, if the dictionary has another revision.
    pub fn at_revision(self, revision: &str) -> Result<Dictionary> {
        self.index_file.0.expect(revision)?;
        Ok(self)
    }

    /// Verifies the checksum of the whole file.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the checksums differ.
    pub fn verify(&self) -> Result<()> {
        self.index_file.0.verify()
    }

    /// Calls `visit` with every match of a passage, in text order, without creating annotations. The search
    /// stops at the first error of `visit`. Use this method instead of [`Recognizer::recognize`] to count or
    /// select matches.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if a block is outside the text of
    /// the passage or splits a character, [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the
    /// dictionary was opened from a file that is damaged, and the errors of `visit`.
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

    /// Calls `visit` with the IRIs of all entities that share a name with another entity, because these are
    /// the entities for which an `EntityIndex` is useful. An IRI is passed once for each shared name.
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

    /// Returns the number of distinct labels after folding.
    pub fn labels(&self) -> usize {
        self.index_file.labels()
    }

    /// Returns the number of stored entries. For each label, these are the best 16 entries of each
    /// language and the best 16 entries of each class list, but at most 1,024.
    pub fn entries(&self) -> usize {
        self.index_file.entries()
    }

    /// Returns `outcome`, or an error if a damaged part of the file was read.
    fn sound<T>(&self, outcome: Result<T>) -> Result<T> {
        self.index_file.0.sound()?;
        outcome
    }

    /// Reports a name only when `model` predicts that it probably refers to an entity. The confidence
    /// is multiplied by this probability. Texts in languages that the model does not support are
    /// searched without it.
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

impl OpenFile for Dictionary {
    fn open_with(path: &Path, access: FileAccess) -> Result<Dictionary> {
        SectionFile::open(&DICTIONARY, path, access).map(IndexFile).map(Dictionary::from_file)
    }
}

/// Methods of dictionaries for the other crates of Glossweave.
pub trait DictionaryExt {
    /// Calls `visit` with each match and its entities, which live as long as the dictionary. If `is_wanted`
    /// is given, only entities whose class list it accepts are passed, so there may be no entities.
    /// `doubtful` specifies how common words are treated. Returns the errors of [`Dictionary::each_match`].
    fn each_candidates<'d>(
        &'d self,
        passage: &Passage<'_>,
        is_wanted: Option<&dyn Fn(&str) -> bool>,
        doubtful: Doubtful,
        visit: impl FnMut(Place, &mut dyn ExactSizeIterator<Item = Result<Candidate<'d>>>) -> Result<()>,
    ) -> Result<()>;

    /// Returns the mention model, if the dictionary has one.
    fn mention_model(&self) -> Option<&MentionModel>;
}

impl DictionaryExt for Dictionary {
    fn each_candidates<'d>(
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

    fn mention_model(&self) -> Option<&MentionModel> {
        self.mentions.as_ref()
    }
}
