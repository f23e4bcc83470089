//! Remote recognizers that use NIF. They are separate from the providers, because the providers do not
//! depend on NIF.

#[cfg(test)]
mod tests;

use crate::provider_options::NIF;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::media::Format;
use glossweave_base::provider::{SERVICE, names};
use glossweave_base::text::iri::is_absolute;
use glossweave_document::Document;
use glossweave_document::annotation::{Annotation, AnnotationExt};
use glossweave_document::recognizer::{Passage, PassageExt, Recognizer};
use glossweave_net::{HttpRequest, HttpResponse, Service, ServiceExt, shown_type};
use glossweave_nif::nif::{self, Nif, Options, Version};
use glossweave_rdf::Graph;
use glossweave_rdf::vocab::nif::IS_STRING;

/// A remote recognizer that receives NIF by POST and returns NIF, like the systems that are benchmarked by
/// GERBIL. The text is sent as a `nif:Context`, and entities are returned as strings in this context.
///
/// The offsets in a response can count code points or UTF-16 code units. The context in the response may omit
/// the text, but a context with a different text is rejected. Confidences above 1 are reduced to 1, and
/// values that are not absolute IRIs are skipped. The whole passage is sent in one request.
///
/// Recognition returns the errors of [`Network::send`](glossweave_net::Network::send), and
/// [`ErrorKind::Unavailable`] if the response has an error status, is not RDF, or contains strings that are
/// not in the text.
#[derive(Clone, Debug)]
pub struct NifService {
    service: Service,
    format: Format,
    media_type: String,
    options: Options,
}

impl NifService {
    /// Creates a recognizer from a service. By default, requests contain NIF 2.0 as `text/turtle`.
    pub fn at(service: Service) -> NifService {
        let format = Format::Turtle;
        let media_type = format.media_type().to_owned();
        NifService { service, format, media_type, options: Options::default() }
    }

    /// Sets the media type of requests, for example `application/x-turtle` or `application/ld+json`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] if it is not the media type of an RDF format.
    pub fn with_media_type(mut self, media_type: &str) -> Result<NifService> {
        let format = media_type.parse().ok().filter(|format: &Format| format.is_rdf());
        self.format = format.filter(|_| media_type.contains('/')).ok_or_else(|| {
            let message = format!("expected a media type of RDF, found `{media_type}`");
            Error::invalid(message).with_parameter("media-type")
        })?;
        self.media_type = media_type.to_owned();
        Ok(self)
    }

    /// Sets the version of NIF in requests.
    pub fn with_version(mut self, version: Version) -> NifService {
        self.options.version = version;
        self
    }

    /// Sets the start of the IRIs in requests. Recognition returns [`ErrorKind::Invalid`] if it is not an
    /// http or https IRI.
    pub fn with_prefix(mut self, prefix: impl Into<String>) -> NifService {
        self.options.prefix = prefix.into();
        self
    }

    /// The option names that [`NifService::set`] accepts.
    pub const NAMES: &[&str] = &names::<5>(&[&SERVICE, &NIF]);

    /// Sets an option by its name. The options of [`Service::set`] are supported. In addition,
    /// `media-type` takes the media type of an RDF format, `nif-version` takes a version that is parsed
    /// as a [`Version`], and `prefix` takes an http or https IRI.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`], with the name as parameter, if the name is unknown or the value is
    /// not valid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "header" | "milliseconds" => self.service.set(name, value)?,
            "media-type" => *self = self.clone().with_media_type(value)?,
            "nif-version" => self.options.version = value.parse()?,
            "prefix" => {
                nif::check_prefix(value).map_err(|error| error.with_parameter(name))?;
                self.options.prefix = value.to_owned();
            }
            _ => return Err(Error::no_option(name, NifService::NAMES)),
        }
        Ok(())
    }

    /// Returns the format of a response.
    fn format(&self, incoming: &HttpResponse) -> Result<Format> {
        let media_type = incoming.content_type().unwrap_or_default();
        match media_type.parse() {
            Ok(format) if Format::is_rdf(format) => Ok(format),
            // Some services send no media type, or `text/plain`.
            Ok(Format::Text) => Ok(self.format),
            _ if media_type.is_empty() => Ok(self.format),
            _ => {
                let shown = shown_type(incoming);
                Err(self.service.did(format_args!("answers with `{shown}`, expected NIF")))
            }
        }
    }

    /// Returns the annotations of a document in a response.
    fn read(&self, mut graph: Graph, document: &Document) -> Result<Vec<Annotation>> {
        if !graph.iter().any(|triple| triple.predicate == IS_STRING) {
            self.add_context(&mut graph, document)?;
        }
        let nif = Nif::from_graph(graph).map_err(|error| match error.kind() {
            ErrorKind::TooLarge => error,
            // The error has a general message, because the cause may quote the response.
            _ => self.service.did("answers with NIF that cannot be read").because(error),
        })?;
        nif.annotations_of(document)
            .ok_or_else(|| self.service.did("answers about a different text"))
    }

    /// Adds the context of the request, for responses that refer to it without repeating it.
    fn add_context(&self, graph: &mut Graph, document: &Document) -> Result<()> {
        nif::graph(document, &[], &self.options)?.into_iter().for_each(|triple| graph.push(triple));
        Ok(())
    }
}

impl Recognizer for NifService {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        if passage.text().trim().is_empty() {
            return Ok(Vec::new());
        }
        let document = Document::of_text(passage.text().to_owned(), passage.language());
        let body = nif::write(&document, &[], self.format, &self.options)?;
        let call = HttpRequest::post(self.service.url(), self.media_type.as_str(), body)
            .with_header("Accept", accept());
        let work = self.service.begin();
        let incoming = work.fetch(call)?;
        if incoming.bytes().iter().all(u8::is_ascii_whitespace) {
            return Ok(Vec::new());
        }
        let graph = work.graph(&incoming, self.format(&incoming)?)?;
        let found = self.read(graph, &document)?;
        Ok(passage.keep_within(found.iter().filter_map(sound).collect()))
    }
}

/// Returns a valid annotation, in which confidences are limited to the range from 0 to 1 and invalid IRIs
/// are removed. Returns `None` if the annotation contains no text.
fn sound(annotation: &Annotation) -> Option<Annotation> {
    let mut entity = annotation.as_entity()?.clone();
    entity.confidence = entity.confidence.map(|confidence| confidence.clamp(0.0, 1.0));
    entity.idents.retain(|iri| is_absolute(iri));
    entity.classes.retain(|iri| is_absolute(iri));
    let annotator = annotation.annotator().filter(|iri| is_absolute(iri));
    let sound = Annotation::entity(annotation.span(), entity).or_by(annotator);
    sound.fault().is_none().then_some(sound)
}

/// Returns the accepted media types. The alias is included for services that do not support the
/// standard name.
fn accept() -> String {
    let formats = [Format::Turtle, Format::NTriples, Format::JsonLd, Format::RdfXml];
    let [first, second, third, last] = formats.map(Format::media_type);
    format!("{first},application/x-turtle;q=0.9,{second};q=0.8,{third};q=0.7,{last};q=0.6")
}
