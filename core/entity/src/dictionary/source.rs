//! The sources of a dictionary, which are tables and graphs.

use std::fmt;
use std::io::Read;

use super::{DictionaryBuilder, csv, labels};
use glossweave_base::error::{Refused, Result};
use glossweave_base::media::Format;
use glossweave_base::progress::{Progress, Reporter, Watch};
use glossweave_rdf::Graph;

impl DictionaryBuilder {
    /// Adds the rows of a UTF-8 table. Commas, tabs, semicolons and bars are supported as delimiters; the
    /// most frequent of them in the header is used. Fields are quoted as in RFC 4180.
    ///
    /// The header contains the names of the columns in any order: `uri` and `label`, and optionally
    /// `language`, `type` (IRIs separated by spaces or `|`) and `weight` (1 if empty). Other columns are
    /// ignored. A line before the header can specify the delimiter, for example `sep=;`.
    ///
    /// Invalid rows are skipped: see [`DictionaryBuilder::skipped`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed), with the location of the
    /// first row, if there are rows and none is valid,
    /// [`ErrorKind::TooLarge`](glossweave_base::ErrorKind::TooLarge) if the dictionary is too large or a row
    /// has more than 16 MiB, and [`ErrorKind::Unavailable`](glossweave_base::ErrorKind::Unavailable) if
    /// `input` cannot be read. In all of these cases, the builder is dropped.
    pub fn csv(self, input: impl Read) -> Result<DictionaryBuilder> {
        self.csv_watched(input, &mut |_| Ok(()))
    }

    /// Adds the rows of a table like [`DictionaryBuilder::csv`], and reports the progress to
    /// `watch`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`DictionaryBuilder::csv`] and the errors of `watch`.
    pub fn csv_watched(
        mut self,
        input: impl Read,
        watch: &mut Watch<'_>,
    ) -> Result<DictionaryBuilder> {
        csv::read(&mut self, input, watch)?;
        Ok(self)
    }

    /// Adds the labels of a graph. A label is a literal value of `skos:prefLabel`, `skos:altLabel`,
    /// `skos:hiddenLabel`, `rdfs:label`, `schema:name`, `foaf:name` or an OBO synonym property of an IRI, or
    /// the literal form of its SKOS-XL label, with its language tag. The classes of an entity are its
    /// `rdf:type` and `skos:broader` IRIs; its weight is 1. Invalid labels are skipped: see
    /// [`DictionaryBuilder::skipped`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed), with the subject of the first
    /// label, if there are labels and none is valid. In this case, the builder is dropped.
    pub fn rdf(mut self, graph: &Graph) -> Result<DictionaryBuilder> {
        let mut watch = |_| Ok(());
        let mut reporter = Reporter::new(&mut watch, Progress::default());
        labels::read(&mut self, graph, Refused::default(), &mut reporter)?;
        Ok(self)
    }

    /// Adds the labels of a source in an RDF format like [`DictionaryBuilder::rdf`], and reports
    /// the progress to `watch`. `base` is used as in [`rdf::read`](glossweave_rdf::read). In Turtle
    /// and N-Triples, invalid statements are skipped too.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`DictionaryBuilder::rdf`], of [`rdf::read`](glossweave_rdf::read) and
    /// of `watch`.
    pub fn rdf_watched(
        mut self,
        source: &[u8],
        format: Format,
        base: Option<&str>,
        watch: &mut Watch<'_>,
    ) -> Result<DictionaryBuilder> {
        labels::read_source(&mut self, (source, format, base), watch)?;
        Ok(self)
    }
}

impl fmt::Debug for DictionaryBuilder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("DictionaryBuilder").finish_non_exhaustive()
    }
}
