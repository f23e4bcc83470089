//! The builder of term bases.

use std::collections::HashMap;

use super::Concept;
use super::concept::TermPlaces;
use super::tokens::Pieces;
use glossweave_base::error::{Error, ErrorKind, Result, Skipped, SkippedExt};
use glossweave_base::text::Language;

/// The maximum length of a term, in words.
pub(super) const MAX_WORDS: usize = 64;

/// A builder that collects the concepts of a [`TermBase`](super::TermBase). See
/// [`TermBase::builder`](super::TermBase::builder).
#[derive(Default)]
pub struct TermBaseBuilder {
    pub(super) concepts: Vec<Concept>,
    ids: HashMap<Box<str>, usize>,
    /// The positions of terms in concepts that were merged.
    places: HashMap<usize, TermPlaces>,
    pub(super) language: Option<Language>,
    /// The prefix of the IRIs of concepts without an IRI. The percent-encoded `id` of the concept follows the
    /// prefix. The default is `urn:x-term:`.
    pub base: Option<Box<str>>,
    /// The parts of a TBX document other than its entries.
    pub(super) frame: Option<Box<str>>,
    pub(super) is_lenient: bool,
    /// The entries that readers skipped.
    pub(super) skipped: Vec<Skipped>,
}

impl TermBaseBuilder {
    /// Sets the default language of table rows and RDF labels.
    pub fn in_language(mut self, language: Option<&Language>) -> TermBaseBuilder {
        self.language = language.cloned();
        self
    }

    /// Skips malformed entries, rows and concepts instead of returning an error. [`TermBaseBuilder::skipped`]
    /// lists the skipped items. An error in a source as a whole is still returned.
    pub fn lenient(mut self) -> TermBaseBuilder {
        self.is_lenient = true;
        self
    }

    /// Returns the entries that were skipped in the sources so far, up to [`Skipped::MOST`].
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// Adds a skipped entry with its error.
    pub(super) fn skip(&mut self, subject: &str, error: &Error) {
        Skipped::with_error(subject, error).keep(&mut self.skipped);
    }

    /// Adds a concept. If an earlier concept has the same `id`, the two are merged: new terms, definitions
    /// and fields are appended, and a value that can occur only once is replaced.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] if the concept has no `id`, an empty term, or a term with a control
    /// character that XML does not allow, and [`ErrorKind::TooLarge`] if a term has more than 4096 bytes or
    /// 64 words. When an error is returned, the builder is unchanged.
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

    /// Adds a concept that has already been checked.
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
