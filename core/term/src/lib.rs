//! Term bases (concepts with terms in several languages, found in text) and term extraction.
//!
//! Programs use the crate `glossweave`, which re-exports the public API. Other public items are for the other
//! crates of Glossweave and may change with any version.

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
use term_match::TermRequest;

use glossweave_base::error::Result;
use glossweave_base::mmap_file::{FileAccess, OpenFile, SectionFile};
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::recognizer::Passage;

/// A term base that finds its terms in text: from left to right, the longest term first, without overlap, and
/// never across the blocks of a passage.
///
/// - Inflected forms are found with Snowball stemmers (Arabic, Danish, Dutch, English, Finnish, French,
///   German, Greek, Hungarian, Italian, Norwegian, Portuguese, Romanian, Russian, Spanish, Swedish, Tamil,
///   Turkish) and tables (German, Dutch, French). Case, except in German nouns, and Unicode composition are
///   ignored.
/// - `data base`, `data-base` and `database` are equal, whichever the term base contains.
/// - A term of two to five letters that are all capitals is only found in capitals.
/// - Only terms in the language of the text are found. Language tags are compared by their primary subtags.
/// - When a text is a term of several concepts, concepts of the requested domain come first, followed by
///   concepts without a domain.
///
/// Threads can use a term base at the same time, and clones share its data. A term base is built once
/// ([`TermBase::builder`]), can be saved as a file, and is memory-mapped when it is opened.
#[derive(Clone)]
pub struct TermBase {
    index_file: Arc<IndexFile>,
    caches: Arc<CachePool>,
}

/// An occurrence of a term in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct TermMatch<'t> {
    /// The byte span in the text of the passage.
    pub span: TextSpan,
    /// The possible concepts, the most likely first. There is at least one concept and at most five.
    pub senses: Vec<TermSense<'t>>,
}

/// A concept that a term may denote.
#[derive(Clone, Debug, PartialEq)]
pub struct TermSense<'t> {
    /// The number of the concept, for [`TermBase::concept`].
    pub number: u32,
    /// The `id` of the concept.
    pub concept: &'t str,
    /// The IRI of the concept.
    pub iri: &'t str,
    /// The matching term, as written in the term base.
    pub term: &'t str,
    /// The language tag of the term.
    pub language: &'t str,
    /// The status of the term.
    pub status: Option<TermStatus>,
    /// The part of speech of the term.
    pub part_of_speech: Option<&'t str>,
    /// The term in the same language that should be used instead, if there is one.
    pub preferred: Option<&'t str>,
    /// The confidence that this concept is meant, from 0 to 1.
    pub confidence: f64,
    /// The terms of the concept in the target language, the best first.
    pub targets: Vec<TermTarget<'t>>,
}

/// A term in the target language.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TermTarget<'t> {
    /// The text of the term.
    pub text: &'t str,
    /// The language tag.
    pub language: &'t str,
    /// The status. [Discouraged](TermStatus::is_discouraged) terms come last.
    pub status: Option<TermStatus>,
    /// The part of speech.
    pub part_of_speech: Option<&'t str>,
}

impl TermBase {
    /// Creates an empty builder.
    pub fn builder() -> TermBaseBuilder {
        TermBaseBuilder::default()
    }

    /// Creates a term base from the bytes of a saved term base. The bytes are checked like a file in
    /// [`TermBase::open`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the bytes are not a term base.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<TermBase> {
        SectionFile::from_bytes(&TERMBASE, bytes).map(TermBase::from_file)
    }

    /// Opens a saved term base. Only the header is read at first. The rest is memory-mapped and read when it
    /// is needed for a text.
    ///
    /// The file must not be truncated while it is open. It is safe to replace it with [`TermBase::save`],
    /// because the replacement is atomic.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file is too short or has
    /// another version. Damage in the rest of the file causes the same error when a scan reads it, or causes
    /// the scan to miss terms. Use [`TermBase::verify`] to find all damage.
    pub fn open(path: impl AsRef<Path>) -> Result<TermBase> {
        TermBase::open_with(path.as_ref(), FileAccess::Shared)
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
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the term base uses a damaged
    /// file.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.index_file.to_bytes()
    }

    /// Returns a fingerprint of the content as sixteen hexadecimal digits, which are the same for the same
    /// content and different for any other content. Only the header of a file is read.
    pub fn revision(&self) -> String {
        self.index_file.revision()
    }

    /// Returns the term base itself if `revision` is its revision.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::PreconditionFailed`](glossweave_base::ErrorKind::PreconditionFailed) with the
    /// parameter `revision` if the revisions differ.
    pub fn at_revision(self, revision: &str) -> Result<TermBase> {
        self.index_file.expect(revision)?;
        Ok(self)
    }

    /// Reads the whole file and verifies its checksum.
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
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the term base uses a damaged
    /// file.
    pub fn languages(&self) -> Result<Vec<&str>> {
        View::new(&self.index_file).languages().collect()
    }

    /// Returns the terms in a passage, in the order of their spans. Only terms in the language `source` are
    /// found. If `target` is given, each match contains the terms of its concepts in that language. `domain`
    /// ranks concepts that share a term.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if a block is outside the text of
    /// the passage or splits a character, and [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if
    /// the term base uses a damaged file.
    pub fn find(
        &self,
        passage: &Passage<'_>,
        source: &Language,
        target: Option<&Language>,
        domain: Option<&str>,
    ) -> Result<Vec<TermMatch<'_>>> {
        self.sound(self.term_matches(passage, source, TermRequest { target, domain }))
    }

    fn term_matches(
        &self,
        passage: &Passage<'_>,
        source: &Language,
        request: TermRequest<'_>,
    ) -> Result<Vec<TermMatch<'_>>> {
        let mut all = Vec::new();
        let view = View::new(&self.index_file);
        if let Some(scan) = Scan::new(view, source, &self.caches)? {
            scan.run(passage, &mut |found| {
                let found = term_match::matched(view, found, request)?;
                let is_one = found.is_some();
                all.extend(found);
                Ok(is_one)
            })?;
        }
        Ok(all)
    }

    /// Returns a concept with all its data. Concepts are numbered from 0.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::NotFound`](glossweave_base::ErrorKind::NotFound) if there is no concept with this
    /// number, and [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file is damaged.
    pub fn concept(&self, number: u32) -> Result<Concept> {
        if number as usize >= self.concepts() {
            let message = format!(
                "there is no concept {number}, expected a number below {}",
                self.concepts()
            );
            return Err(glossweave_base::Error::new(glossweave_base::ErrorKind::NotFound, message));
        }
        self.sound(self.read(number))
    }

    /// Returns `outcome`, or an error if it was read from damaged data.
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
        for columns in definitions.as_chunks::<3>().0 {
            let mut definition = Definition::new(view.text(columns[0])?, tag(columns[1])?);
            definition.source = view.some_text(columns[2])?.map(Into::into);
            concept.definitions.push(definition);
        }
        let fields: Vec<u32> = view.list(row.fields)?.collect();
        for columns in fields.as_chunks::<3>().0 {
            concept.fields.push(ConceptField {
                name: view.text(columns[0])?.into(),
                value: view.text(columns[1])?.into(),
                language: tag(columns[2])?,
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

    /// Returns the term base as a TBX-Basic document in UTF-8. An entry that was read from TBX and was not
    /// merged with another entry is written with all its elements. The header and all other parts of the
    /// first TBX document are written, too.
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

impl OpenFile for TermBase {
    fn open_with(path: &Path, access: FileAccess) -> Result<TermBase> {
        SectionFile::open(&TERMBASE, path, access).map(TermBase::from_file)
    }
}
