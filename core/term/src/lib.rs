//! Term bases (concepts with terms in several languages, found in text) and the extraction of terms.
//!
//! A program uses the crate `glossweave`, which re-exports what programs need. Other public items are for the other crates
//! of Glossweave, and may change with any version.

mod build;
mod builder;
mod concept;
mod csv;
mod describe;
mod extract;
mod file;
mod find;
mod form;
mod inflection;
mod options;
mod part_of_speech;
mod prefetch;
mod providers;
mod skos;
mod source;
mod stem;
mod stop_words;
mod tbx;
mod term_list;
mod term_match;
#[cfg(test)]
mod tests;
mod tokens;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

pub use builder::TermBaseBuilder;
pub use concept::{Concept, ConceptField, Definition, TermEntry, TermStatus};
pub use describe::describe;
pub use extract::{Extraction, TermCandidate, extract_terms};
use file::{IndexFile, NONE, TERMBASE, View};
use find::{CachePool, Scan};
pub use options::{Detail, TermOptions};
pub use providers::open_term_base;
pub use providers::protocols;
pub use tbx::{Tbx, TbxStyle};
use term_match::Wanted;

use glossweave_base::error::Result;
use glossweave_base::mmap_file::{SectionFile, Way};
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::recognizer::Passage;

/// A term base that finds its terms in text: from the left, the longest first, without overlap and
/// never across the pieces of a passage.
///
/// - Inflected forms are found by Snowball stemmers (Arabic, Danish, Dutch, English, Finnish, French, German,
///   Greek, Hungarian, Italian, Norwegian, Portuguese, Romanian, Russian, Spanish, Swedish, Tamil, Turkish) and
///   tables (German, Dutch, French). Case, except of German nouns, and composition do not count.
/// - `data base`, `data-base` and `database` are equal, whichever the term base has.
/// - A term of two to five letters, all of them capitals, is found in capitals only.
/// - Only terms of the language of the text are found; of a tag only the primary subtag counts.
/// - If a stretch is a term of several concepts, those of the wanted domain come first, then those
///   of no domain.
///
/// Threads can share a term base; clones share the data. It is built once ([`TermBase::builder`]),
/// can be saved as one file, and is mapped into memory when it is opened.
#[derive(Clone)]
pub struct TermBase {
    index_file: Arc<IndexFile>,
    caches: Arc<CachePool>,
}

/// A stretch of text that is a term.
#[derive(Clone, Debug, PartialEq)]
pub struct TermMatch<'t> {
    /// The bytes of the whole text of the passage.
    pub span: TextSpan,
    /// The possible concepts, the most likely first: at least one, at most five.
    pub senses: Vec<TermSense<'t>>,
}

/// A concept that a term may stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct TermSense<'t> {
    /// The number of the concept, for [`TermBase::concept`].
    pub number: u32,
    /// The `id` of the concept.
    pub concept: &'t str,
    /// The IRI of the concept.
    pub iri: &'t str,
    /// The term that was found, as written in the term base.
    pub term: &'t str,
    /// The language tag of the term.
    pub language: &'t str,
    /// The status of the term.
    pub status: Option<TermStatus>,
    /// The part of speech of the term.
    pub part_of_speech: Option<&'t str>,
    /// The term of the same language to use instead, if there is one.
    pub preferred: Option<&'t str>,
    /// The confidence that this concept is meant, from 0 to 1.
    pub confidence: f64,
    /// The terms of the concept in the target language, the best first.
    pub targets: Vec<TermTarget<'t>>,
}

/// A term of the target language.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TermTarget<'t> {
    /// The term as it is written.
    pub text: &'t str,
    /// The language tag.
    pub language: &'t str,
    /// The status; a [discouraged](TermStatus::is_discouraged) term comes after all others.
    pub status: Option<TermStatus>,
    /// The part of speech.
    pub part_of_speech: Option<&'t str>,
}

impl TermBase {
    /// Creates an empty builder.
    pub fn builder() -> TermBaseBuilder {
        TermBaseBuilder::default()
    }

    /// Creates a term base from the bytes of a saved one. See [`TermBase::open`] on what is
    /// checked.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the bytes are not a term base.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<TermBase> {
        SectionFile::from_bytes(&TERMBASE, bytes).map(TermBase::from_file)
    }

    /// Opens a saved term base. Only the header is read now; the rest is mapped into memory and
    /// read when it is needed for a text.
    ///
    /// The file must not be truncated while it is open; [`TermBase::save`] replaces it as a whole
    /// and is safe.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file is too short or has
    /// another version. Damage further in is the same error when a scan reads it, or makes the scan
    /// miss terms ([`TermBase::verify`] finds all damage).
    pub fn open(path: impl AsRef<Path>) -> Result<TermBase> {
        TermBase::open_by(path.as_ref(), Way::Shared)
    }

    #[doc(hidden)]
    pub fn open_by(path: &Path, way: Way) -> Result<TermBase> {
        SectionFile::open(&TERMBASE, path, way).map(TermBase::from_file)
    }

    /// Saves the term base to one file, which replaces an older one atomically.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.index_file.save(path.as_ref())
    }

    /// Returns the bytes that [`TermBase::save`] writes.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if they come from a file that is
    /// damaged.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.index_file.to_bytes()
    }

    /// Returns a fingerprint of the content: sixteen hexadecimal digits, the same for the same
    /// content and different for any other. Of a file, only the header is read.
    pub fn revision(&self) -> String {
        self.index_file.revision()
    }

    /// Returns the term base itself if its revision is `revision`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::PreconditionFailed`](glossweave_base::ErrorKind::PreconditionFailed) with the
    /// parameter `revision` if it is another one.
    pub fn at_revision(self, revision: &str) -> Result<TermBase> {
        self.index_file.expect(revision)?;
        Ok(self)
    }

    /// Reads the whole file and compares its checksum.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the checksums differ.
    pub fn verify(&self) -> Result<()> {
        self.index_file.verify()
    }

    /// Returns the number of concepts.
    pub fn concepts(&self) -> usize {
        self.index_file.numbers[0] as usize
    }

    /// Returns the number of terms in all languages.
    pub fn terms(&self) -> usize {
        self.index_file.numbers[1] as usize
    }

    /// Returns the primary subtags of the languages of the terms.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the term base was opened from a
    /// file that is damaged.
    pub fn languages(&self) -> Result<Vec<&str>> {
        View::new(&self.index_file).languages().collect()
    }

    /// Returns the terms of a passage, in the order of their spans. With `target`, each has the
    /// terms of its concepts in that language; `domain` ranks concepts that share a term.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if a piece is outside the text of
    /// the passage or splits a character, and [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if
    /// the term base was opened from a file that is damaged.
    ///
    /// Only terms of the language are found.
    pub fn find(
        &self,
        passage: &Passage<'_>,
        source: &Language,
        target: Option<&Language>,
        domain: Option<&str>,
    ) -> Result<Vec<TermMatch<'_>>> {
        self.sound(self.found(passage, source, Wanted { target, domain }))
    }

    fn found(
        &self,
        passage: &Passage<'_>,
        source: &Language,
        wanted: Wanted<'_>,
    ) -> Result<Vec<TermMatch<'_>>> {
        let mut all = Vec::new();
        let view = View::new(&self.index_file);
        if let Some(scan) = Scan::new(view, source, &self.caches)? {
            scan.run(passage, &mut |found| {
                let found = term_match::matched(view, found, wanted)?;
                let is_one = found.is_some();
                all.extend(found);
                Ok(is_one)
            })?;
        }
        Ok(all)
    }

    /// Returns a concept with all its data by its number, from 0 to the number of concepts minus 1.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::NotFound`](glossweave_base::ErrorKind::NotFound) if there is no such number, and
    /// [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file is damaged.
    pub fn concept(&self, number: u32) -> Result<Concept> {
        if number as usize >= self.concepts() {
            let message =
                format!("there is no concept {number}, expected less than {}", self.concepts());
            return Err(glossweave_base::Error::new(glossweave_base::ErrorKind::NotFound, message));
        }
        self.sound(self.read(number))
    }

    /// Returns `outcome`, or an error if the data that it was read from is damaged.
    fn sound<T>(&self, outcome: Result<T>) -> Result<T> {
        self.index_file.sound()?;
        outcome
    }

    fn read(&self, number: u32) -> Result<Concept> {
        let view = View::new(&self.index_file);
        let row = view.concept(number)?;
        let tag = |place: u32| -> Result<Option<Language>> {
            Ok(view.some_text(place)?.and_then(Language::parse))
        };
        let mut concept = Concept::new(view.text(row.id)?).with_iri(view.text(row.iri)?);
        for domain in view.list(row.domains)? {
            concept.domains.push(view.text(domain)?.into());
        }
        let definitions: Vec<u32> = view.list(row.definitions)?.collect();
        for one in definitions.as_chunks::<3>().0 {
            let mut definition = Definition::new(view.text(one[0])?, tag(one[1])?);
            definition.source = view.some_text(one[2])?.map(Into::into);
            concept.definitions.push(definition);
        }
        let fields: Vec<u32> = view.list(row.fields)?.collect();
        for one in fields.as_chunks::<3>().0 {
            concept.fields.push(ConceptField {
                name: view.text(one[0])?.into(),
                value: view.text(one[1])?.into(),
                language: tag(one[2])?,
            });
        }
        for number in row.first..row.first.saturating_add(row.count) {
            concept.terms.push(self.term(view, number)?);
        }
        concept.markup = match row.markup {
            NONE => None,
            place => Some(view.text(place)?.into()),
        };
        Ok(concept)
    }

    fn term(&self, view: View<'_>, number: u32) -> Result<TermEntry> {
        let row = view.term(number)?;
        let language = Language::parse(view.text(row.language)?)
            .ok_or_else(|| file::broken("has a wrong language tag"))?;
        let mut term = TermEntry::new(view.text(row.text)?, language);
        term.status = term_match::status(&row);
        term.part_of_speech = view.some_text(row.part)?.map(Into::into);
        let fields: Vec<u32> = view.list(row.fields)?.collect();
        for [name, value] in fields.as_chunks::<2>().0 {
            term.fields.push((view.text(*name)?.into(), view.text(*value)?.into()));
        }
        Ok(term)
    }

    /// Returns the term base as a document of TBX-Basic, in UTF-8. An entry that was read from TBX
    /// and was not merged with another is written with all its elements; so are the header and all
    /// other parts of the first document that was read.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file is damaged.
    pub fn tbx(&self, style: TbxStyle) -> Result<String> {
        let frame = self.frame()?;
        let mut concepts = (0..self.concepts() as u32).map(|number| self.concept(number));
        tbx::from_concepts(&mut concepts, style, frame)
    }

    /// Returns the parts of a TBX document other than its entries.
    fn frame(&self) -> Result<Option<&str>> {
        let place = self.index_file.numbers[4].checked_sub(1);
        let place = place.and_then(|place| u32::try_from(place).ok());
        self.sound(View::new(&self.index_file).some_text(place.unwrap_or(NONE)))
    }

    fn from_file(index_file: IndexFile) -> TermBase {
        TermBase { index_file: Arc::new(index_file), caches: Arc::default() }
    }
}

impl fmt::Debug for TermBase {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TermBase")
            .field("concepts", &self.concepts())
            .field("terms", &self.terms())
            .field("bytes", &self.index_file.size())
            .finish()
    }
}
