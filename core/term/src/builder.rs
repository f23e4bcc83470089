//! The concepts from which a term base is built.

use std::collections::HashMap;

use super::Concept;
use super::concept::TermPlaces;
use super::tokens::Pieces;
use glossweave_base::error::{Error, ErrorKind, Result, Skipped};
use glossweave_base::text::Language;

/// The maximum length of a term, in words.
pub(super) const MAX_WORDS: usize = 64;

/// A builder that collects the concepts of a [`TermBase`](super::TermBase). See
/// [`TermBase::builder`](super::TermBase::builder).
#[derive(Default)]
pub struct TermBaseBuilder {
    pub(super) concepts: Vec<Concept>,
    ids: HashMap<Box<str>, usize>,
    /// The places of terms in concepts that were merged.
    places: HashMap<usize, TermPlaces>,
    pub(super) language: Option<Language>,
    pub(super) base: Option<Box<str>>,
    /// The parts of a TBX document other than its entries.
    pub(super) frame: Option<Box<str>>,
    pub(super) is_lenient: bool,
    /// The entries that readers left out.
    pub(super) skipped: Vec<Skipped>,
}

impl TermBaseBuilder {
    /// Sets the default language of table rows and labels in RDF.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::term::TermBase;
    /// let english = "en".parse()?;
    /// let terms = TermBase::builder().in_language(Some(&english)).csv(b"concept,term\nc1,black hole\n")?;
    /// assert_eq!(terms.concepts()[0].terms[0].language, english);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn in_language(mut self, language: Option<&Language>) -> TermBaseBuilder {
        self.language = language.cloned();
        self
    }

    /// Skips malformed entries, rows and concepts instead of returning an error:
    /// [`TermBaseBuilder::skipped`] lists them. An error in a source as a whole remains an error.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::term::TermBase;
    /// let table = "concept,term,language\nc1,hole,en\nc2,,en\nc3,star,en\n";
    /// let builder = TermBase::builder().lenient().csv(table.as_bytes())?;
    /// assert_eq!(builder.counts(), [2, 2]);
    /// let row = &builder.skipped()[0];
    /// assert_eq!((row.subject(), row.location().unwrap().line()), ("row 2", 3));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn lenient(mut self) -> TermBaseBuilder {
        self.is_lenient = true;
        self
    }

    /// Returns the entries that were left out of the sources that were read, up to
    /// [`Skipped::MOST`].
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::term::TermBase;
    /// let table = "concept,term,language\nc1,hole,en\nc2,star,not a tag\n";
    /// let builder = TermBase::builder().lenient().csv(table.as_bytes())?;
    /// let skipped = builder.skipped();
    /// assert_eq!((skipped.len(), skipped[0].location().unwrap().line()), (1, 3));
    /// assert_eq!(skipped[0].message(), "`language` is `not a tag`, expected a language tag");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// Adds a skipped entry with its error.
    pub(super) fn skip(&mut self, subject: &str, error: &Error) {
        Skipped::with_error(subject, error).keep(&mut self.skipped);
    }

    /// Sets the prefix of the IRIs of concepts without one of their own; their `id` follows it,
    /// percent-encoded for an IRI. The default is `urn:x-term:`.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::term::{Concept, TermBase, TermEntry};
    /// let mut builder = TermBase::builder().with_base("http://example.org/terms/");
    /// builder.add(Concept::new("black hole").with_term(TermEntry::new("black hole", "en".parse()?)))?;
    /// let concept = builder.build()?.concept(0)?;
    /// assert_eq!(concept.iri.as_deref(), Some("http://example.org/terms/black%20hole"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn with_base(mut self, base: impl Into<Box<str>>) -> TermBaseBuilder {
        self.base = Some(base.into());
        self
    }

    /// Adds a concept. One with the `id` of an earlier one is merged with it: new terms,
    /// definitions and fields are appended; a value that can occur only once is replaced by the
    /// later one.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] if the concept has no `id`, an empty term, or a term with a control character that XML
    /// does not allow, and [`ErrorKind::TooLarge`] if a term has more than 4096 bytes or 64 words. The builder is unchanged
    /// then.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::term::{Concept, TermBase, TermEntry};
    /// let mut builder = TermBase::builder();
    /// let english = Concept::new("c1").with_term(TermEntry::new("black hole", "en".parse()?));
    /// let spanish = Concept::new("c1").with_term(TermEntry::new("agujero negro", "es".parse()?));
    /// builder.add(english)?.add(spanish)?;
    /// // One concept, with the terms of both.
    /// assert_eq!(builder.counts(), [1, 2]);
    /// assert!(builder.add(Concept::new("")).is_err());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::ErrorKind;
    /// use glossweave::term::{Concept, TermBase, TermEntry};
    /// let mut builder = TermBase::builder();
    /// let long = "very ".repeat(64) + "long";
    /// let concept = Concept::new("c1").with_term(TermEntry::new(long, "en".parse()?));
    /// assert_eq!(builder.add(concept).map(drop).unwrap_err().kind(), ErrorKind::TooLarge);
    /// assert_eq!(builder.counts(), [0, 0]);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn add(&mut self, concept: Concept) -> Result<&mut TermBaseBuilder> {
        if concept.id.trim().is_empty() {
            return Err(Error::invalid("`id` is empty").with_parameter("id"));
        }
        for term in &concept.terms {
            term.check()?;
            match Pieces::new(&term.text).take(MAX_WORDS + 1).count() {
                0 => return Err(Error::invalid("`term` is empty").with_parameter("term")),
                1..=MAX_WORDS => {}
                _ => {
                    let message = format!("`term` has more than {MAX_WORDS} words");
                    return Err(Error::new(ErrorKind::TooLarge, message).with_parameter("term"));
                }
            }
        }
        self.insert(concept);
        Ok(self)
    }

    /// Adds a concept that was checked before.
    pub(super) fn insert(&mut self, concept: Concept) {
        match self.ids.get(&concept.id) {
            Some(number) => {
                if let Some(known) = self.concepts.get_mut(*number) {
                    let places = self.places.entry(*number).or_insert_with(|| known.places());
                    known.merge(concept, places);
                }
            }
            None => {
                self.ids.insert(concept.id.clone(), self.concepts.len());
                self.concepts.push(concept);
            }
        }
    }

    /// Returns the number of concepts and the number of terms.
    pub fn counts(&self) -> [usize; 2] {
        [self.concepts.len(), self.concepts.iter().map(|concept| concept.terms.len()).sum()]
    }

    /// Returns the concepts that were added.
    pub fn concepts(&self) -> &[Concept] {
        &self.concepts
    }
}
