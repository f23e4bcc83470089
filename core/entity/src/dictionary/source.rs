//! The sources of a dictionary: tables and graphs.

use std::fmt;
use std::io::Read;

use super::{DictionaryBuilder, csv, labels};
use glossweave_base::error::{Refused, Result};
use glossweave_base::media::Format;
use glossweave_base::progress::{Progress, Reporter, Watch};
use glossweave_rdf::Graph;

impl DictionaryBuilder {
    /// Adds the rows of a table in UTF-8: CSV, or with tabs, semicolons or bars instead of commas,
    /// whichever the header has most of; quoted as in RFC 4180.
    ///
    /// The header names the columns in any order: `uri` and `label`, and optionally `language`,
    /// `type` (IRIs separated by spaces or `|`) and `weight` (1 if empty). Others are ignored. A line `sep=;` before the
    /// header names the delimiter.
    ///
    /// Rows that are wrong are left out: see [`DictionaryBuilder::skipped`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed) with the place of the first
    /// row if there are rows and none is right, [`ErrorKind::TooLarge`](glossweave_base::ErrorKind::TooLarge) if
    /// the dictionary is too large or a row has more than 16 MiB, and
    /// [`ErrorKind::Unavailable`](glossweave_base::ErrorKind::Unavailable) if `input` cannot be read. The
    /// builder is dropped then.
    pub fn csv(self, input: impl Read) -> Result<DictionaryBuilder> {
        self.csv_watched(input, &mut |_| Ok(()))
    }

    /// Adds the rows of a large table like [`DictionaryBuilder::csv`], with progress reports.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`DictionaryBuilder::csv`] and those of `watch`.
    pub fn csv_watched(
        mut self,
        input: impl Read,
        watch: &mut Watch<'_>,
    ) -> Result<DictionaryBuilder> {
        csv::read(&mut self, input, watch)?;
        Ok(self)
    }

    /// Adds the labels of a graph: every literal that an IRI has as `skos:prefLabel`,
    /// `skos:altLabel`, `skos:hiddenLabel`, `rdfs:label`, `schema:name`, `foaf:name` or synonym of OBO, or by
    /// a label of SKOS-XL, with its language tag. The classes are the IRIs that it has as `rdf:type` or `skos:broader`; the
    /// weight is 1. Labels that are wrong are left out: see [`DictionaryBuilder::skipped`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed) with the subject of the first
    /// label if there are labels and none is right. The builder is dropped then.
    pub fn rdf(mut self, graph: &Graph) -> Result<DictionaryBuilder> {
        let mut watch = |_| Ok(());
        let mut reporter = Reporter::new(&mut watch, Progress::default());
        labels::read(&mut self, graph, Refused::default(), &mut reporter)?;
        Ok(self)
    }

    /// Adds the labels of a large source in a format of RDF like [`DictionaryBuilder::rdf`], with
    /// progress reports; `base` is as for [`rdf::read`](glossweave_rdf::read).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`DictionaryBuilder::rdf`], of [`rdf::read`](glossweave_rdf::read) and
    /// of `watch`. Of Turtle and N-Triples, statements that are wrong are left out too.
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
