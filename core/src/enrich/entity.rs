//! e-Entity: named entities of a document.

use super::{Reply, Request};
use crate::annotation::Annotation;
use crate::document::Document;
use crate::error::{Error, Kind, Result};
use crate::format::{DecodeOptions, decode, encode};
use crate::nif::{self, Options, Tagging};
use crate::provider::{Passage, Registry};
use crate::rdf;
use crate::text::{Language, TextSpan};

/// The door to the recognisers of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Entities<'a> {
    registry: &'a Registry,
    prefix: &'a str,
    max_bytes: usize,
}

impl<'a> Entities<'a> {
    pub(crate) fn new(registry: &'a Registry, prefix: &'a str, max_bytes: usize) -> Entities<'a> {
        Entities { registry, prefix, max_bytes }
    }

    /// The names of the recognisers, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.registry.recognizers()
    }

    /// Finds the entities of a document. None reaches from one unit into another.
    ///
    /// Kinds: NotFound where no recogniser has that name, Internal where it gives a span outside
    /// the text, and those of the recogniser itself.
    pub fn annotate(&self, recognizer: &str, document: &Document) -> Result<Vec<Annotation>> {
        self.recognize(recognizer, document, document.language())
    }

    /// Finds the entities of a document and answers in the format that was asked for.
    ///
    /// Kinds: those of [`Entities::annotate`], of reading the input and of writing the output;
    /// Invalid where the output is a document format and not that of the input, or where the
    /// document is not in English and the request does not say that this is wanted
    /// (e-Internationalization, rules 2 and 3).
    pub fn enrich(&self, recognizer: &str, request: Request) -> Result<Reply> {
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
        let read = DecodeOptions {
            charset: request.charset,
            language: request.language.clone(),
            max_bytes: self.max_bytes,
        };
        let document = decode(request.input, request.informat, &read)?;
        let language = request.language.as_ref().or(document.language());
        let found = self.recognize(recognizer, &document, language)?;
        if request.outformat.is_rdf() {
            let bytes = nif::write(&document, &found, request.outformat, &options)?;
            return Ok(Reply { bytes, format: request.outformat, placements: Vec::new() });
        }
        let encoded = encode(&document, &found, &request.encode)?;
        Ok(Reply {
            bytes: encoded.bytes,
            format: request.outformat,
            placements: encoded.placements,
        })
    }

    fn enrich_nif(&self, recognizer: &str, request: &Request) -> Result<Reply> {
        self.check_size(&request.input)?;
        let mut nif = nif::read(&request.input, request.informat, request.prefix.as_deref())?;
        for index in 0..nif.contexts().len() {
            let document = nif.contexts()[index].document();
            let language = request.language.as_ref().or(document.language());
            let found = self.recognize(recognizer, &document, language)?;
            nif.annotate(index, &found)?;
        }
        let bytes = rdf::write(nif.graph(), request.outformat)?;
        Ok(Reply { bytes, format: request.outformat, placements: Vec::new() })
    }

    fn recognize(
        &self,
        recognizer: &str,
        document: &Document,
        language: Option<&Language>,
    ) -> Result<Vec<Annotation>> {
        let pieces: Vec<TextSpan> = document.units().map(|unit| unit.span()).collect();
        if pieces.is_empty() {
            self.registry.recognizer(recognizer)?;
            return Ok(Vec::new());
        }
        let mut passage = Passage::new(document.text()).with_pieces(&pieces);
        if let Some(language) = language {
            passage = passage.with_language(language);
        }
        let found = self.registry.recognizer(recognizer)?.recognize(&passage)?;
        for annotation in &found {
            let span = annotation.span();
            if document.text().get(span.range()).is_none() {
                let message = format!(
                    "the recognizer `{recognizer}` found bytes {}..{} in a text of {}",
                    span.start(),
                    span.end(),
                    document.text().len()
                );
                return Err(Error::new(Kind::Internal, message));
            }
        }
        Ok(found)
    }

    fn check(&self, request: &Request) -> Result<()> {
        let (from, to) = (request.informat, request.outformat);
        if to.is_rdf() {
            return Ok(());
        }
        if from != to || !from.returns() {
            let message = format!("`{to}` comes back only from `{to}`, the input is `{from}`");
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
