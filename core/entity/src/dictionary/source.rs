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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::Dictionary;
    /// let cities = "uri,label\nhttp://example.org/cork,Cork\n";
    /// let rivers = "uri,label,type\nhttp://example.org/lee,Lee,http://schema.org/RiverBodyOfWater\n";
    /// let names = Dictionary::builder().csv(cities.as_bytes())?.csv(rivers.as_bytes())?.build()?;
    /// assert_eq!(names.labels(), 2);
    /// // A row that is wrong, and a table of such rows.
    /// let table = "uri,label\nhttp://example.org/cork,Cork\nCobh,Cobh\n";
    /// assert_eq!(Dictionary::builder().csv(table.as_bytes())?.skipped()[0].location().unwrap().line(), 3);
    /// let error = Dictionary::builder().csv("uri,label\n\nCork,Cork\n".as_bytes()).unwrap_err();
    /// assert_eq!(error.location().unwrap().line(), 3);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::ErrorKind;
    /// use glossweave::entity::Dictionary;
    /// // The header names no column `label`.
    /// let error = Dictionary::builder().csv("uri,name\nhttp://example.org/cork,Cork\n".as_bytes()).unwrap_err();
    /// assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 1));
    /// ```
    pub fn csv(self, input: impl Read) -> Result<DictionaryBuilder> {
        self.csv_watched(input, &mut |_| Ok(()))
    }

    /// Adds the rows of a large table like [`DictionaryBuilder::csv`], with progress reports.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`DictionaryBuilder::csv`] and those of `watch`.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Error, ErrorKind};
    /// let table = "uri,label\nhttp://example.org/cork,Cork\n";
    /// let mut last = None;
    /// let mut watch = |at| {
    ///     last = Some(at);
    ///     Ok(())
    /// };
    /// Dictionary::builder().csv_watched(table.as_bytes(), &mut watch)?.build_watched(&mut watch)?;
    /// let last = last.unwrap();
    /// assert_eq!((last.done, last.total, last.records), (39, 39, 1));
    ///
    /// let mut end = |_| Err(Error::new(ErrorKind::Unavailable, "enough"));
    /// let ended = Dictionary::builder().csv_watched(table.as_bytes(), &mut end);
    /// assert_eq!(ended.unwrap_err().message(), "enough");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::{Dictionary, Passage, Recognizer};
    /// use glossweave::{Format, rdf};
    /// let turtle = b"@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    ///     <http://example.org/cork> skos:prefLabel 'Cork'@en, 'Corcaigh'@ga .";
    /// let graph = rdf::read(turtle, Format::Turtle, None)?;
    /// let names = Dictionary::builder().rdf(&graph)?.build()?;
    /// assert_eq!(names.recognize(&Passage::new("CORCAIGH (Cork)"))?.len(), 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{ErrorKind, Format, rdf};
    /// let turtle = b"<http://example.org/cork> <http://schema.org/name> 'Cork' .
    ///     <http://example.org/cobh> <http://schema.org/name> '' .";
    /// let graph = rdf::read(turtle, Format::Turtle, None)?;
    /// let builder = Dictionary::builder().rdf(&graph)?;
    /// assert_eq!(builder.skipped()[0].subject(), "http://example.org/cobh");
    /// assert_eq!(builder.build()?.labels(), 1);
    /// let turtle = b"<http://example.org/cobh> <http://schema.org/name> '' .";
    /// let error = Dictionary::builder().rdf(&rdf::read(turtle, Format::Turtle, None)?).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Malformed);
    /// assert!(error.message().contains("http://example.org/cobh"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::Format;
    /// use glossweave::entity::Dictionary;
    /// let turtle = b"<cork> <http://schema.org/name> 'Cork' . <cobh> <http://schema.org/name> 'Cobh' .";
    /// let mut records = 0;
    /// let base = Some("http://example.org/");
    /// let builder = Dictionary::builder().rdf_watched(turtle, Format::Turtle, base, &mut |at| {
    ///     records = at.records;
    ///     Ok(())
    /// })?;
    /// assert_eq!((builder.build()?.labels(), records), (2, 2));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
