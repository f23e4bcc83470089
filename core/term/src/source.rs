//! The sources of a term base: TBX, tables, graphs and other term bases.

use std::fmt;

use super::{Tbx, TermBase, TermBaseBuilder, csv, skos};
use glossweave_base::error::Result;
use glossweave_base::media::Format;

impl TermBaseBuilder {
    /// Adds the concepts of a document in TBX.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Tbx::read`], [`Tbx::concepts`] and [`TermBaseBuilder::add`]. The
    /// builder is dropped then.
    ///
    /// An error has its place.
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
    /// The header names the columns in any order: `concept` (or `id`) or `uri`, `term`, and
    /// optionally `language` (else the builder's), `pos`, `status`, `domain` (several separated by
    /// `|`), `definition` and `note`. Rows with the same concept are terms of one concept. Other
    /// columns are kept as fields of the term. If there is no column `term`, columns named by
    /// language tags have the terms, several separated by `|`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed) with the place of the first
    /// row that is refused, and [`ErrorKind::TooLarge`](glossweave_base::ErrorKind::TooLarge) if
    /// [`TermBaseBuilder::add`] returns it. The builder is dropped then. A
    /// [lenient](TermBaseBuilder::lenient) one skips the row.
    pub fn csv(mut self, source: &[u8]) -> Result<TermBaseBuilder> {
        csv::read(&mut self, source)?;
        Ok(self)
    }

    /// Adds the concepts of a SKOS vocabulary in a format of RDF: the subjects of `skos:prefLabel`
    /// (preferred), `skos:altLabel` (admitted) or `skos:hiddenLabel` (found, not offered), also by
    /// means of SKOS-XL. `skos:definition` is a definition; `dcterms:subject`, `skos:inScheme` and
    /// `skos:broader` are domains, also by the labels of their objects.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`rdf::read`](glossweave_rdf::read), and
    /// [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed) with the subject if a label is empty,
    /// or has no language and the builder has none. A [lenient](TermBaseBuilder::lenient) builder
    /// skips such a concept.
    pub fn rdf(mut self, source: &[u8], format: Format) -> Result<TermBaseBuilder> {
        skos::read(&mut self, source, format)?;
        Ok(self)
    }

    /// Adds the concepts of another term base.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if its file is damaged.
    ///
    /// Concepts with the same `id` become one.
    pub fn term_base(mut self, other: &TermBase) -> Result<TermBaseBuilder> {
        for number in 0..other.concepts() as u32 {
            // An earlier version may have taken a term that is refused now.
            self.insert(other.concept(number)?);
        }
        if self.frame.is_none() {
            self.frame = other.frame()?.map(Into::into);
        }
        Ok(self)
    }
}

impl fmt::Debug for TermBaseBuilder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TermBaseBuilder").finish_non_exhaustive()
    }
}
