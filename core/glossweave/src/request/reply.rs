//! The answers of enrichment services.

use glossweave_base::error::Skipped;
use glossweave_base::media::Format;
use glossweave_format::Placement;
use glossweave_rdf::ResultFormat;

/// The answer to a [`Request`](super::Request).
///
/// ```
/// use glossweave::entity::Dictionary;
/// use glossweave::{Caller, Engine, Format, Request, Settings};
/// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
/// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
/// let request = Request::new("To Cork", Format::Text).output(Format::JsonLd);
/// let reply = engine.session(Caller::Anonymous).entities().enrich("places", request)?;
/// assert_eq!((reply.format, reply.media_type()), (Format::JsonLd, "application/ld+json"));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Reply<F = ()> {
    /// The answer.
    pub bytes: Vec<u8>,
    /// The format of the answer, if there is no filter.
    pub format: Format,
    /// The format of the results of a filter.
    pub results: Option<ResultFormat>,
    /// The placements of the annotations, if the answer is a document or a new file that contains them.
    pub placements: Vec<Placement>,
    /// The skipped parts: invalid strings of NIF, warnings about a document
    /// ([`Document::warnings`](glossweave_document::Document::warnings)), data that the format of a
    /// new file does not support ([`Encoded::skipped`](crate::Encoded::skipped)), and rejected
    /// parts of the answers of language models.
    pub skipped: Vec<Skipped>,
    /// The name of the bundled set of ITS rules that was used to read a document in XML.
    pub rule_set: Option<&'static str>,
    /// The findings of the service in addition to the annotations: [segments and
    /// issues](crate::translate::TranslationFindings) of a translation, or the entities for which
    /// the template of a [link](crate::link::Failure) failed.
    pub findings: F,
}

impl Reply {
    pub(super) fn new(bytes: Vec<u8>, format: Format) -> Reply {
        Reply {
            bytes,
            format,
            results: None,
            placements: Vec::new(),
            skipped: Vec::new(),
            rule_set: None,
            findings: (),
        }
    }

    /// Adds the findings of a service.
    pub(crate) fn with_findings<F>(self, findings: F) -> Reply<F> {
        let Reply { bytes, format, results, placements, skipped, rule_set, .. } = self;
        Reply { bytes, format, results, placements, skipped, rule_set, findings }
    }
}

impl<F> Reply<F> {
    /// Returns the media type of the answer.
    ///
    /// If a filter is used, it is the media type of the results of the filter:
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::rdf::ResultFormat;
    /// use glossweave::{Caller, Engine, Format, Request, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
    /// let query = b"SELECT ?e { ?s <http://www.w3.org/2005/11/its/rdf#taIdentRef> ?e }";
    /// anna.filters().create(Some("entities"), query, &Default::default())?;
    /// let request = Request::new("To Cork", Format::Text).through("entities", ResultFormat::Csv);
    /// let reply = anna.entities().enrich("places", request)?;
    /// assert_eq!((reply.media_type(), &reply.bytes[..]), ("text/csv", &b"e\r\nhttp://example.org/cork\r\n"[..]));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn media_type(&self) -> &'static str {
        match self.results {
            Some(results) => results.media_type(),
            None => self.format.media_type(),
        }
    }
}
