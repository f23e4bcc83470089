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
#[doc(hidden)]
pub use csv::{Row, each_row};
pub use difference::{ChangedEntries, DictionaryDifference};
pub use entry::Entry;
use file::{DICTIONARY, IndexFile};
pub use glossweave_base::words::LabelCase;
pub(crate) use iris::IriPool;
#[doc(hidden)]
pub use labels::{LabelNodes, in_label, is_label, is_term_label};
use matched::KindsOfClasses;
pub use matched::{Candidate, Match};
#[doc(hidden)]
pub use scan::Doubtful;
use scan::{Classes, Scan};

use crate::mention::{MentionModel, Place};
use glossweave_base::error::Result;
use glossweave_base::mmap_file::{SectionFile, Way};
use glossweave_format::recognizer::Passage;

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
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
/// use glossweave::entity::{Dictionary, Passage, Recognizer};
/// let names = "uri,label,weight\n\
///     http://example.org/york,York,3\n\
///     http://example.org/new-york,New York,9\n";
/// let dictionary = Dictionary::from_csv(names.as_bytes())?;
/// let found = dictionary.recognize(&Passage::new("From NEW\u{a0}YORK to York."))?;
/// assert_eq!(found.len(), 2);
/// assert_eq!(found[0].span().range(), 5..14);
/// assert_eq!(&*found[0].as_entity().unwrap().idents[0], "http://example.org/new-york");
///
/// let error = Dictionary::from_csv("uri,label\nhttp://example.org/x,\n".as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "`label` is empty at line 2 column 1");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone)]
pub struct Dictionary {
    index_file: Arc<IndexFile>,
    mentions: Option<MentionModel>,
}

impl Dictionary {
    /// Creates an empty builder.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::{Dictionary, Entry};
    /// let mut builder = Dictionary::builder();
    /// builder.add(&Entry::new("http://example.org/cork", "Cork").in_language("en"))?;
    /// assert_eq!(builder.build()?.labels(), 1);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn builder() -> DictionaryBuilder {
        DictionaryBuilder::default()
    }

    /// Builds a dictionary from CSV or TSV.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`DictionaryBuilder::csv`] and [`DictionaryBuilder::build`].
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::Dictionary;
    /// // The columns may come in any order, with tabs or semicolons between them.
    /// let table = "label;uri;language\nCork;http://example.org/cork;en\nCorcaigh;http://example.org/cork;ga\n";
    /// assert_eq!(Dictionary::from_csv(table.as_bytes())?.entries(), 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// Rows that are wrong are left out. If no row is right, the error has the place of the first one:
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::ErrorKind;
    /// use glossweave::entity::Dictionary;
    /// let table = "uri,label,weight\nhttp://example.org/cork,Cork,3\nhttp://example.org/cobh,Cobh,many\n";
    /// assert_eq!(Dictionary::from_csv(table.as_bytes())?.labels(), 1);
    /// let table = "uri,label,weight\n\nhttp://example.org/cobh,Cobh,many\n";
    /// let error = Dictionary::from_csv(table.as_bytes()).unwrap_err();
    /// assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 3));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn from_csv(input: impl Read) -> Result<Dictionary> {
        Dictionary::builder().csv(input)?.build()
    }

    /// Creates a dictionary from the bytes of a saved one. See [`Dictionary::open`] on what is
    /// checked.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the bytes are not a dictionary.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::ErrorKind;
    /// use glossweave::entity::Dictionary;
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let copy = Dictionary::from_bytes(names.to_bytes()?)?;
    /// assert_eq!(copy.revision(), names.revision());
    /// assert_eq!(Dictionary::from_bytes(b"uri,label".to_vec()).unwrap_err().kind(), ErrorKind::Storage);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::Dictionary;
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("names");
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// names.save(&path)?;
    /// let opened = Dictionary::open(&path)?;
    /// opened.verify()?;
    /// assert_eq!(opened.labels(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::ErrorKind;
    /// use glossweave::entity::Dictionary;
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("names.csv");
    /// // A table is not opened but read.
    /// std::fs::write(&path, "uri,label\nhttp://example.org/cork,Cork\n")?;
    /// assert_eq!(Dictionary::open(&path).unwrap_err().kind(), ErrorKind::Storage);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::Dictionary;
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let revision = names.revision();
    /// let names = names.at_revision(&revision)?;
    /// let error = names.at_revision("0123456789abcdef").unwrap_err();
    /// assert_eq!(error.parameter(), Some("revision"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn at_revision(self, revision: &str) -> Result<Dictionary> {
        self.index_file.0.expect(revision)?;
        Ok(self)
    }

    /// Reads the whole file and compares its checksum.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the checksums differ.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::ErrorKind;
    /// use glossweave::entity::Dictionary;
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let mut bytes = names.to_bytes()?;
    /// if let Some(last) = bytes.last_mut() {
    ///     *last ^= 1;
    /// }
    /// let error = Dictionary::from_bytes(bytes).and_then(|names| names.verify()).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Storage);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn verify(&self) -> Result<()> {
        self.index_file.0.verify()
    }

    /// Calls `visit` with every match of a passage, in their order, without making annotations of them; stops
    /// at its first error. This is
    /// [`Recognizer::recognize`](glossweave_format::recognizer::Recognizer::recognize) for callers who count or
    /// choose.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if a piece is outside the text of
    /// the passage or splits a character, [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the
    /// dictionary was opened from a file that is damaged, and the errors of `visit`.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::{Dictionary, Passage};
    /// let names = Dictionary::from_csv("label,uri\nCork,http://example.org/cork\n".as_bytes())?;
    /// let mut count = 0;
    /// names.each_match(&Passage::new("Cork, corks, CORK"), |found| {
    ///     assert_eq!(found.idents().next().unwrap()?, "http://example.org/cork");
    ///     count += 1;
    ///     Ok(())
    /// })?;
    /// assert_eq!(count, 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// An error of `visit` ends it:
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::{Dictionary, Passage};
    /// use glossweave::{Error, ErrorKind};
    /// let names = Dictionary::from_csv("label,uri\nCork,http://example.org/cork\n".as_bytes())?;
    /// let mut count = 0;
    /// let error = names.each_match(&Passage::new("Cork, Cork, Cork"), |_| {
    ///     count += 1;
    ///     if count < 2 { Ok(()) } else { Err(Error::new(ErrorKind::TooLarge, "two are enough")) }
    /// });
    /// assert_eq!((error.unwrap_err().kind(), count), (ErrorKind::TooLarge, 2));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::Dictionary;
    /// let names = "label,uri\nCork,http://example.org/city\nCork,http://example.org/bark\n\
    ///     Cobh,http://example.org/cobh\n";
    /// let mut shared = Vec::new();
    /// Dictionary::from_csv(names.as_bytes())?.each_shared(|iri| {
    ///     shared.push(iri.to_owned());
    ///     Ok(())
    /// })?;
    /// assert_eq!(shared.len(), 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::Dictionary;
    /// let table = "uri,label\nhttp://example.org/city,Cork\nhttp://example.org/bark,cork\n";
    /// let names = Dictionary::from_csv(table.as_bytes())?;
    /// assert_eq!((names.labels(), names.entries()), (1, 2));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::{Corpus, Dictionary, MentionModel, MentionTraining, Passage, Recognizer};
    /// let names = "uri,label,case\nhttp://example.org/nice,Nice,capital\n";
    /// let names = Dictionary::from_csv(names.as_bytes())?;
    /// let corpus = "To O\nNice B-LOC\n. O\n\nNice O\nweather O\n. O\n\n".repeat(20);
    /// let corpus = Corpus::from_conll(&corpus)?;
    /// let model = MentionModel::train(&corpus, &names, &MentionTraining::default())?;
    /// let passage = Passage::new("Nice weather .");
    /// assert_eq!(names.recognize(&passage)?.len(), 1);
    /// assert_eq!(names.with_mention_model(model).recognize(&passage)?.len(), 0);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
