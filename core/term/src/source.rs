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
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::term::TermBase;
    /// let martif = r#"<martif type="TBX" xml:lang="en"><text><body><termEntry id="c1">
    ///     <langSet xml:lang="en"><tig><term>black hole</term></tig></langSet>
    ///     <langSet xml:lang="es"><tig><term>agujero negro</term></tig></langSet>
    ///     </termEntry></body></text></martif>"#;
    /// assert_eq!(TermBase::builder().tbx(martif.as_bytes())?.build()?.terms(), 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// An error has its place:
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::ErrorKind;
    /// use glossweave::term::TermBase;
    /// let martif = b"<martif type='TBX' xml:lang='en'><text><body>
    ///     <termEntry id='c1'>
    ///     <langSet><tig><term>black hole</term></tig></langSet>
    ///     </termEntry></body></text></martif>";
    /// let error = TermBase::builder().tbx(martif).map(drop).unwrap_err();
    /// assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 3));
    /// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::term::TermBase;
    /// // Columns that are named by languages have the terms.
    /// let table = "uri,en,es\nhttp://example.org/c1,black hole|collapsar,agujero negro\n";
    /// let builder = TermBase::builder().csv(table.as_bytes())?;
    /// assert_eq!(builder.counts(), [1, 3]);
    /// let error = TermBase::builder().csv(b"concept,term,language\nc1,,en\n").map(drop).unwrap_err();
    /// assert_eq!(error.location().unwrap().line(), 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::Format;
    /// use glossweave::term::{TermBase, TermStatus};
    /// let turtle = b"@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    ///     <http://example.org/c1> skos:prefLabel 'black hole'@en ; skos:altLabel 'collapsar'@en .";
    /// let builder = TermBase::builder().rdf(turtle, Format::Turtle)?;
    /// let statuses = builder.concepts()[0].terms.iter().map(|term| term.status.unwrap());
    /// assert!(statuses.eq([TermStatus::Preferred, TermStatus::Admitted]));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::term::TermBase;
    /// use glossweave::{ErrorKind, Format};
    /// let turtle = b"@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    ///     <http://example.org/c1> skos:prefLabel 'black hole' .";
    /// let error = TermBase::builder().rdf(turtle, Format::Turtle).map(drop).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Malformed);
    /// assert!(error.message().contains("http://example.org/c1"));
    /// // The label is in the language of the builder, if that has one.
    /// let english = "en".parse()?;
    /// let builder = TermBase::builder().in_language(Some(&english)).rdf(turtle, Format::Turtle)?;
    /// assert_eq!(builder.counts(), [1, 1]);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::term::TermBase;
    /// let ours = TermBase::builder().csv(b"concept,term,language\nc1,black hole,en\n")?.build()?;
    /// let more = TermBase::builder().csv(b"concept,term,language\nc2,neutron star,en\n")?;
    /// assert_eq!(more.term_base(&ours)?.build()?.concepts(), 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// Concepts with the same `id` become one:
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::term::TermBase;
    /// let ours = TermBase::builder().csv(b"concept,term,language\nc1,black hole,en\n")?.build()?;
    /// let more = TermBase::builder().csv(b"concept,term,language\nc1,agujero negro,es\n")?;
    /// assert_eq!(more.term_base(&ours)?.counts(), [1, 2]);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
