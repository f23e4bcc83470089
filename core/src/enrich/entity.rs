//! e-Entity: named entities of a document.

use super::{Reply, Request};
use crate::annotation::Annotation;
use crate::document::Document;
use crate::error::{Error, Kind, Result, Side};
use crate::filter::Filters;
use crate::format::{DecodeOptions, decode, encode};
use crate::media::Format;
use crate::nif::{self, Options, Tagging};
use crate::provider::{Registry, recognize};
use crate::rdf::{self, Dataset, ResultFormat};
use crate::text::Language;

/// The door to the recognizers of an engine.
#[derive(Clone, Debug)]
pub struct Entities<'a> {
    registry: &'a Registry,
    prefix: &'a str,
    max_bytes: usize,
    filters: Filters<'a>,
}

impl<'a> Entities<'a> {
    pub(crate) fn new(
        registry: &'a Registry,
        prefix: &'a str,
        max_bytes: usize,
        filters: Filters<'a>,
    ) -> Entities<'a> {
        Entities { registry, prefix, max_bytes, filters }
    }

    /// The names of the recognizers, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.registry.recognizers()
    }

    /// Finds the entities of a document. None reaches from one unit into another.
    ///
    /// Kinds: NotFound where no recognizer has that name, Internal where it gives a span outside
    /// the text, and those of the recognizer itself.
    ///
    /// ```
    /// use glossweave::provider::Dictionary;
    /// use glossweave::{Caller, DecodeOptions, Engine, Format, Kind, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/Cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let entities = engine.session(Caller::Anonymous).entities();
    /// let page = glossweave::decode("<p>To Cork!", Format::Html, &DecodeOptions::default())?;
    /// let found = entities.annotate("places", &page)?;
    /// assert_eq!(found[0].span().range(), 3..7);
    /// assert_eq!(entities.annotate("people", &page).unwrap_err().kind(), Kind::NotFound);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn annotate(&self, recognizer: &str, document: &Document) -> Result<Vec<Annotation>> {
        self.recognize(recognizer, document, None)
    }

    /// Finds the entities of a document and answers in the format that was asked for.
    ///
    /// Kinds: those of [`Entities::annotate`], of reading the input and of writing the output;
    /// Invalid where the output is a document format and not that of the input
    /// (e-Internationalization, rule 2), where it is XLIFF or ODT without [`Request::any_format`], or
    /// where a document is to come back and the request names
    /// another language than English without [`Request::any_language`] (rule 3). Only the language
    /// of the request counts for that: the converter takes every text for English (rule 4), so
    /// what the document says of its language, and a request that names none, do not refuse it. With
    /// a filter none of these rules applies; then Unauthenticated and NotFound where the caller may
    /// not use it, Deadline and TooLarge where its query takes too much.
    pub fn enrich(&self, recognizer: &str, mut request: Request) -> Result<Reply> {
        self.check(&request)?;
        if request.informat.is_rdf() {
            return self.enrich_nif(recognizer, &request);
        }
        let prefix = request.prefix.as_deref().unwrap_or(self.prefix);
        // The converter takes every text for English (rule 4); plain text was not converted.
        let tagging = match (request.informat.returns(), request.any_language) {
            (true, false) => Tagging::Fixed(english()?),
            _ => Tagging::Document { fallback: request.language.clone() },
        };
        let options = Options::under(prefix).with_version(request.version).with_language(tagging);
        let reading = DecodeOptions {
            charset: request.charset,
            language: request.language.clone(),
            max_bytes: self.max_bytes,
            ..DecodeOptions::default()
        };
        let input = std::mem::take(&mut request.input);
        let document = decode(input, request.informat, &reading)?;
        let found = self.recognize(recognizer, &document, request.language.as_ref())?;
        if let Some(filter) = &request.filter {
            let results = request.results.unwrap_or_default();
            let filters = &self.filters;
            let bytes = filters.apply_to_document(filter, &document, &found, &options, results)?;
            return Ok(request.filtered(bytes));
        }
        if request.outformat.is_rdf() {
            let bytes = nif::write(&document, &found, request.outformat, &options)?;
            let format = request.outformat;
            return Ok(Reply { bytes, format, results: None, placements: Vec::new() });
        }
        let encoded = encode(&document, &found, &request.encode)?;
        Ok(Reply {
            bytes: encoded.bytes,
            format: request.outformat,
            results: None,
            placements: encoded.placements,
        })
    }

    fn enrich_nif(&self, recognizer: &str, request: &Request) -> Result<Reply> {
        self.check_size(&request.input)?;
        let mut nif = nif::read(&request.input, request.informat, request.prefix.as_deref())?;
        for index in 0..nif.contexts().len() {
            let document = nif.contexts()[index].document();
            let found = self.recognize(recognizer, &document, request.language.as_ref())?;
            nif.annotate(index, &found)?;
        }
        if let Some(filter) = &request.filter {
            let results = request.results.unwrap_or_default();
            let dataset = Dataset::from_graph(nif.into_graph())?;
            let bytes = self.filters.apply_to(filter, &dataset, results)?;
            return Ok(request.filtered(bytes));
        }
        let bytes = rdf::write(nif.graph(), request.outformat)?;
        Ok(Reply { bytes, format: request.outformat, results: None, placements: Vec::new() })
    }

    fn recognize(
        &self,
        recognizer: &str,
        document: &Document,
        language: Option<&Language>,
    ) -> Result<Vec<Annotation>> {
        recognize(self.registry.recognizer(recognizer)?, document, language)
    }

    fn check(&self, request: &Request) -> Result<()> {
        let (from, to) = (request.informat, request.outformat);
        if let Some(filter) = &request.filter {
            // Who may not use it is told before any work is done.
            self.filters.take(filter)?;
            if request.results.is_none() && !to.is_rdf() {
                let message = format!("what a filter selects is not written as `{to}`");
                let error = Error::unsupported(Side::Output, message);
                return Err(error.with_parameter("outformat"));
            }
            return Ok(());
        }
        if request.results == Some(ResultFormat::Csv) {
            let message = "`csv` is what a filter selects, and `filter` is missing";
            return Err(Error::invalid(message).with_parameter("outformat"));
        }
        if to.is_rdf() {
            return Ok(());
        }
        if from != to || !from.returns() {
            let message = format!("`{to}` comes back only from `{to}`, the input is `{from}`");
            return Err(Error::invalid(message).with_parameter("outformat"));
        }
        if matches!(to, Format::Xliff | Format::Odt) && !request.any_format {
            let message = format!("`{to}` comes back only where `any-format` says so");
            return Err(Error::invalid(message).with_parameter("outformat"));
        }
        match &request.language {
            Some(language) if !language.is("en") && !request.any_language => {
                let message = format!("`{to}` comes back for English only, asked for `{language}`");
                Err(Error::invalid(message).with_parameter("language"))
            }
            _ => Ok(()),
        }
    }

    fn check_size(&self, input: &[u8]) -> Result<()> {
        if input.len() <= self.max_bytes {
            return Ok(());
        }
        let message =
            format!("the source has {} bytes, allowed are {}", input.len(), self.max_bytes);
        Err(Error::new(Kind::TooLarge, message))
    }
}

fn english() -> Result<Language> {
    Language::parse("en").ok_or_else(|| Error::new(Kind::Internal, "`en` is no language"))
}
