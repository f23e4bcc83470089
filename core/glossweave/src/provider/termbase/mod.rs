//! Term bases: concepts with terms in several languages, found in text.

mod ahead;
mod build;
mod concept;
mod csv;
mod extract;
mod file;
mod find;
mod sense;
mod skos;
mod stem;
mod stop;
mod tbx;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

pub use build::TermBaseBuilder;
pub use concept::{Concept, ConceptField, Definition, TermEntry, TermStatus};
pub use extract::{Extraction, TermCandidate, extract_terms};
use file::{Image, NONE, TERMBASE, View};
use find::{Scan, Shelf};
use sense::Wanted;
pub use tbx::{Tbx, TbxStyle};

use super::Passage;
use glossweave_base::error::Result;
use glossweave_base::image::{Sections, Way};
use glossweave_base::media::Format;
use glossweave_base::text::{Language, TextSpan};

/// A term base that finds its terms in text: from the left, the longest first, without overlap and
/// never across the pieces of a passage.
///
/// - Terms are found in other forms of their words (by the Snowball stemmers for the languages that
///   have one: Arabic, Danish, Dutch, English, Finnish, French, German, Greek, Hungarian, Italian,
///   Norwegian, Portuguese, Romanian, Russian, Spanish, Swedish, Tamil, Turkish), and as they stand
///   in other languages. Case, composition and compatibility forms do not count.
/// - `data base`, `data-base` and `database` are one, whichever the term base has.
/// - A term of two to five letters, all of them capitals, is found in capitals only.
/// - Only terms of the language of the text are found; of a tag only the first part counts.
/// - Where a stretch is a term of several concepts, those of the wanted domain come first, then those
///   of no domain.
///
/// A term base is shared by threads as it is; a clone is the same one. It is built once
/// ([`TermBase::builder`]), can be saved as one file, and is mapped into memory when it is opened.
///
/// ```
/// use glossweave::provider::{Passage, TermBase, TermStatus};
/// let table = "concept,term,language,status\n\
///     c1,black hole,en,preferred\n\
///     c1,frozen star,en,deprecated\n\
///     c1,agujero negro,es,preferred\n";
/// let terms = TermBase::builder().csv(table.as_bytes())?.build()?;
/// let (english, spanish) = ("en".parse()?, "es".parse()?);
/// let text = Passage::new("Frozen stars? Black holes!");
/// let found = terms.find(&text, &english, Some(&spanish), None)?;
/// assert_eq!(found.len(), 2);
/// let first = &found[0].senses[0];
/// assert_eq!(first.status, Some(TermStatus::Deprecated));
/// assert_eq!(first.preferred, Some("black hole"));
/// assert_eq!(first.targets[0].text, "agujero negro");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone)]
pub struct TermBase {
    image: Arc<Image>,
    shelf: Arc<Shelf>,
}

/// A stretch of text that is a term.
#[derive(Clone, Debug, PartialEq)]
pub struct TermMatch<'t> {
    /// The bytes of the whole text of the passage.
    pub span: TextSpan,
    /// The concepts that may be meant, the likeliest first: at least one, at most five.
    pub senses: Vec<TermSense<'t>>,
}

/// A concept that a term may stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct TermSense<'t> {
    /// The number of the concept, for [`TermBase::concept`].
    pub number: u32,
    /// Its `id`.
    pub concept: &'t str,
    /// Its IRI.
    pub iri: &'t str,
    /// The term that was found, as the term base has it.
    pub term: &'t str,
    /// Its language tag.
    pub language: &'t str,
    /// Its status.
    pub status: Option<TermStatus>,
    /// Its part of speech.
    pub part_of_speech: Option<&'t str>,
    /// The term of the same language to use instead, where there is one.
    pub preferred: Option<&'t str>,
    /// How sure it is that this is meant, from 0 to 1.
    pub confidence: f64,
    /// What the concept is called in the target language, the best first.
    pub targets: Vec<TermTarget<'t>>,
}

/// A term of the target language.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TermTarget<'t> {
    /// The term as it is written.
    pub text: &'t str,
    /// Its language tag.
    pub language: &'t str,
    /// Its status; one that is [discouraged](TermStatus::is_discouraged) is behind all others.
    pub status: Option<TermStatus>,
    /// Its part of speech.
    pub part_of_speech: Option<&'t str>,
}

impl TermBase {
    /// An empty builder.
    pub fn builder() -> TermBaseBuilder {
        TermBaseBuilder::default()
    }

    /// Takes the bytes of a saved term base. [`Kind::Storage`](glossweave_base::Kind::Storage) where they are
    /// none; see [`TermBase::open`] on what is checked.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<TermBase> {
        Sections::from_bytes(&TERMBASE, bytes).map(TermBase::from_image)
    }

    /// Opens a saved term base, of which only the header is read now; the rest is mapped into memory
    /// and read where a text leads to it.
    ///
    /// A file that is too short or has another version is an error of
    /// [`Kind::Storage`](glossweave_base::Kind::Storage); damage further in is one when a scan meets it, or
    /// makes the scan miss terms ([`TermBase::verify`] finds all damage). The file must not be cut
    /// short while it is open; [`TermBase::save`] replaces it as a whole and is safe.
    pub fn open(path: impl AsRef<Path>) -> Result<TermBase> {
        TermBase::open_by(path.as_ref(), Way::Shared)
    }

    pub(crate) fn open_by(path: &Path, way: Way) -> Result<TermBase> {
        Sections::open(&TERMBASE, path, way).map(TermBase::from_image)
    }

    /// Saves to one file, which replaces an older one at once or not at all.
    /// [`Kind::Storage`](glossweave_base::Kind::Storage) where the disk does not take it.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.image.save(path.as_ref())
    }

    /// The bytes that [`TermBase::save`] writes. Kind Storage where they come from a file that is
    /// damaged.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.image.to_bytes()
    }

    /// What tells this term base from every other one: sixteen hexadecimal digits, the same for the
    /// same content. Of a file, only the header is read.
    pub fn revision(&self) -> String {
        self.image.revision()
    }

    /// Goes on where the revision is the one expected; Kind PreconditionFailed, with the parameter
    /// `revision`, where it is another one.
    pub fn at_revision(self, revision: &str) -> Result<TermBase> {
        self.image.expect(revision)?;
        Ok(self)
    }

    /// Reads all of the file and compares its checksum; [`Kind::Storage`](glossweave_base::Kind::Storage)
    /// where they differ.
    pub fn verify(&self) -> Result<()> {
        self.image.verify()
    }

    /// How many concepts there are.
    pub fn concepts(&self) -> usize {
        self.image.numbers[0] as usize
    }

    /// How many terms there are, of all languages.
    pub fn terms(&self) -> usize {
        self.image.numbers[1] as usize
    }

    /// The terms of a passage, in the order of their spans. `target` asks for what they are called
    /// there, `domain` ranks concepts that share a term.
    ///
    /// Kinds: Invalid where a piece leaves the text of the passage or cuts a character, Storage where
    /// the term base was opened from a file that is damaged.
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
        let view = View::new(&self.image);
        if let Some(scan) = Scan::new(view, source, &self.shelf)? {
            scan.run(passage, &mut |found| {
                let found = sense::matched(view, found, wanted)?;
                let is_one = found.is_some();
                all.extend(found);
                Ok(is_one)
            })?;
        }
        Ok(all)
    }

    /// A concept by its number, from 0 up to how many there are, with all that was said of it.
    /// [`Kind::NotFound`](glossweave_base::Kind::NotFound) beyond that, Storage where the file is damaged.
    pub fn concept(&self, number: u32) -> Result<Concept> {
        if number as usize >= self.concepts() {
            let message =
                format!("there is no concept {number}, expected less than {}", self.concepts());
            return Err(glossweave_base::Error::new(glossweave_base::Kind::NotFound, message));
        }
        self.sound(self.read(number))
    }

    /// What came out, unless what it was read from is damaged.
    fn sound<T>(&self, outcome: Result<T>) -> Result<T> {
        self.image.sound()?;
        outcome
    }

    fn read(&self, number: u32) -> Result<Concept> {
        let view = View::new(&self.image);
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
        term.status = sense::status(&row);
        term.part_of_speech = view.some_text(row.part)?.map(Into::into);
        let fields: Vec<u32> = view.list(row.fields)?.collect();
        for [name, value] in fields.as_chunks::<2>().0 {
            term.fields.push((view.text(*name)?.into(), view.text(*value)?.into()));
        }
        Ok(term)
    }

    /// The term base as a document of TBX-Basic, in UTF-8. An entry that was read from TBX, and that
    /// nothing was added to, is written with every element that it had; so are the header and all
    /// else of the first document that was read.
    ///
    /// Kind Storage where the file is damaged.
    pub fn tbx(&self, style: TbxStyle) -> Result<String> {
        let frame = self.frame()?;
        let mut concepts = (0..self.concepts() as u32).map(|number| self.concept(number));
        tbx::from_concepts(&mut concepts, style, frame)
    }

    /// What a document in TBX had beside its entries.
    fn frame(&self) -> Result<Option<&str>> {
        let place = self.image.numbers[4].checked_sub(1);
        let place = place.and_then(|place| u32::try_from(place).ok());
        self.sound(View::new(&self.image).some_text(place.unwrap_or(NONE)))
    }

    fn from_image(image: Image) -> TermBase {
        TermBase { image: Arc::new(image), shelf: Arc::default() }
    }
}

impl TermBaseBuilder {
    /// Adds the concepts of a document in TBX. Kinds: those of [`Tbx::read`] and [`Tbx::concepts`],
    /// and those of [`TermBaseBuilder::add`]; the builder is gone.
    pub fn tbx(mut self, source: &[u8]) -> Result<TermBaseBuilder> {
        let document = Tbx::read(source)?;
        let concepts = match self.is_lenient {
            true => {
                let (concepts, skipped) = document.concepts_lenient()?;
                skipped.into_iter().for_each(|one| one.keep(&mut self.skipped));
                concepts
            }
            false => document.concepts()?,
        };
        for concept in concepts {
            let id = concept.id.clone();
            match self.add(concept).map(drop) {
                Ok(()) => {}
                Err(error) if self.is_lenient => self.skip(&id, &error),
                Err(error) => return Err(error),
            }
        }
        if self.frame.is_none() {
            self.frame = document.frame().map(Into::into);
        }
        Ok(self)
    }

    /// Adds the rows of a table in UTF-8: CSV, or with tabs, semicolons or bars instead of commas,
    /// whichever the header has most of; quoted as in RFC 4180. Each row is a term.
    ///
    /// The header names the columns in any order: `concept` (or `id`) or `uri`, `term`, and where
    /// there are any `language` (else the builder's), `pos`, `status`, `domain` (several parted by
    /// `|`), `definition` and `note`. Rows with the same concept are terms of one. Others are kept
    /// as fields of the term. Where there is no column `term`, those that are named by language tags
    /// have the terms, several parted by `|`.
    ///
    /// The first row that cannot be taken is an error of [`Kind::Malformed`](glossweave_base::Kind::Malformed)
    /// with its place (TooLarge where [`TermBaseBuilder::add`] says so), and the builder is gone. A
    /// [lenient](TermBaseBuilder::lenient) one leaves the row out.
    pub fn csv(mut self, source: &[u8]) -> Result<TermBaseBuilder> {
        csv::read(&mut self, source)?;
        Ok(self)
    }

    /// Adds the concepts of a SKOS vocabulary in a notation of RDF: what has a `skos:prefLabel`
    /// (preferred), `skos:altLabel` (admitted) or `skos:hiddenLabel` (found, not offered), also by
    /// way of SKOS-XL. `skos:definition` is a definition; `dcterms:subject`, `skos:inScheme` and
    /// `skos:broader` are domains, by the labels of what they name too.
    ///
    /// Kinds: those of [`rdf::read`](glossweave_rdf::read); Malformed, with the subject named, for a
    /// label without language where the builder has none, and for an empty one. A
    /// [lenient](TermBaseBuilder::lenient) builder leaves such a concept out.
    pub fn rdf(mut self, source: &[u8], format: Format) -> Result<TermBaseBuilder> {
        skos::read(&mut self, source, format)?;
        Ok(self)
    }

    /// Adds the concepts of another term base. Kinds: Storage where its file is damaged.
    pub fn term_base(mut self, other: &TermBase) -> Result<TermBaseBuilder> {
        for number in 0..other.concepts() as u32 {
            self.add(other.concept(number)?)?;
        }
        if self.frame.is_none() {
            self.frame = other.frame()?.map(Into::into);
        }
        Ok(self)
    }
}

impl fmt::Debug for TermBase {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TermBase")
            .field("concepts", &self.concepts())
            .field("terms", &self.terms())
            .field("bytes", &self.image.size())
            .finish()
    }
}

impl fmt::Debug for TermBaseBuilder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TermBaseBuilder").finish_non_exhaustive()
    }
}
