//! The sources of a term base: TBX, tables, graphs and other term bases.

use std::fmt;

use super::{Tbx, TermBase, TermBaseBuilder, csv, skos};
use glossweave_base::error::{Result, SkippedExt};
use glossweave_base::media::Format;

impl TermBaseBuilder {
    /// Adds the concepts of a TBX document.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Tbx::read`], [`Tbx::concepts`] and [`TermBaseBuilder::add`], with their
    /// location. When an error is returned, the builder is dropped.
    pub fn tbx(mut self, source: &[u8]) -> Result<TermBaseBuilder> {
        let document = Tbx::read(source)?;
        let concepts = match self.is_lenient {
            true => {
                let (concepts, skipped) = document.concepts_lenient()?;
                skipped.into_iter().for_each(|part| part.keep(&mut self.skipped));
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

    /// Adds the rows of a table in UTF-8. The table is CSV, or uses tabs, semicolons or bars instead of
    /// commas, whichever is most frequent in the header. Fields are quoted as in RFC 4180. Each row is a
    /// term.
    ///
    /// The header names the columns in any order: `concept` (or `id`) or `uri`, `term`, and optionally
    /// `language` (by default the language of the builder), `pos`, `status`, `domain` (several domains are
    /// separated by `|`), `definition` and `note`. Rows with the same concept are terms of one concept. Other
    /// columns are stored as fields of the term. If there is no column `term`, columns that are named by
    /// language tags contain the terms, and several terms are separated by `|`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed) with the location of the first
    /// invalid row, and [`ErrorKind::TooLarge`](glossweave_base::ErrorKind::TooLarge) if
    /// [`TermBaseBuilder::add`] returns it. When an error is returned, the builder is dropped. A
    /// [lenient](TermBaseBuilder::lenient) builder skips the row instead.
    pub fn csv(mut self, source: &[u8]) -> Result<TermBaseBuilder> {
        csv::read(&mut self, source)?;
        Ok(self)
    }

    /// Adds the concepts of a SKOS vocabulary in an RDF format: the subjects of `skos:prefLabel` (preferred),
    /// `skos:altLabel` (admitted) or `skos:hiddenLabel` (found, but not suggested), including SKOS-XL labels.
    /// `skos:definition` becomes a definition. `dcterms:subject`, `skos:inScheme` and `skos:broader` become
    /// domains, which also match by the labels of their objects.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`rdf::read`](glossweave_rdf::read), and
    /// [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed) with the subject if a label is empty,
    /// or if neither the label nor the builder has a language. A [lenient](TermBaseBuilder::lenient) builder
    /// skips such a concept instead.
    pub fn rdf(mut self, source: &[u8], format: Format) -> Result<TermBaseBuilder> {
        skos::read(&mut self, source, format)?;
        Ok(self)
    }

    /// Adds the concepts of another term base. Concepts with the same `id` are merged.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file of the term base is
    /// damaged.
    pub fn term_base(mut self, other: &TermBase) -> Result<TermBaseBuilder> {
        for number in 0..other.concepts() as u32 {
            // An earlier version may have accepted a term that is now invalid.
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
