//! The rules of conversion (e-Internationalization): input formats, and the output formats that
//! they allow.

use std::sync::{Mutex, PoisonError};

use super::{Attribution, Reply, Request};
use crate::filter::Filters;
use crate::stored_profile::StoredProfile;
use glossweave_base::allowance::Allowance;
use glossweave_base::call_limits::{CallBounds, CallLimits};
use glossweave_base::error::{Error, ErrorKind, Places, Result, Side, Skipped, SkippedExt};
use glossweave_base::media::Format;
use glossweave_base::text::iri::is_absolute;
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::annotation::Annotation;
use glossweave_document::{Document, RuleSet, Warning};
use glossweave_format::{
    AnnotatedText, Encoded, ExportOptions, MarkupProfile, decode, encode, export, export_texts,
};
use glossweave_nif::nif::{self, Context, Nif, Options, Tagging};
use glossweave_rdf as rdf;
use glossweave_rdf::{Graph, IndexedGraph, ResultFormat};
use glossweave_store::resource::{Collection, CollectionExt};

/// The settings for reading requests.
#[derive(Clone, Debug)]
pub struct Conversion<'a> {
    /// The prefix of IRIs if a request sets none.
    pub prefix: &'a str,
    /// The maximum size of an input, in bytes.
    pub max_bytes: usize,
    /// The limits of calls.
    pub bounds: &'a CallBounds,
    /// The maximum size of an answer, in bytes, if a request sets no limit.
    pub max_output_bytes: Option<usize>,
    /// The provenance that annotations receive.
    pub attribution: Attribution<'a>,
    /// The filters that requests use.
    pub filters: Filters<'a>,
    /// The markup profiles that requests use.
    pub profiles: Collection<'a, StoredProfile>,
}

/// The result of a service, before it is written in the requested format.
#[derive(Debug)]
pub struct Enriched {
    /// The document, if the input was one.
    pub document: Option<Document>,
    pub said: Findings,
    /// The skipped parts of the input.
    pub skipped: Vec<Skipped>,
}

/// Data about a document, or about the contexts of NIF.
#[derive(Debug)]
pub(crate) enum Findings {
    /// The annotations of the document, and the options for writing them as NIF.
    Found(Vec<Annotation>, Options),
    /// All statements as one graph.
    Graph(Graph),
    /// A new file in the requested format.
    File(Vec<u8>),
}

impl Enriched {
    pub fn found(document: Document, found: Vec<Annotation>, options: Options) -> Enriched {
        Enriched::of(Some(document), Findings::Found(found, options))
    }

    pub fn file(document: Document, file: Vec<u8>) -> Enriched {
        Enriched::of(Some(document), Findings::File(file))
    }

    pub fn graph(graph: Graph, document: Option<Document>) -> Enriched {
        Enriched::of(document, Findings::Graph(graph))
    }

    /// Creates a result from the graph and the skipped parts of NIF.
    pub fn nif(nif: Nif) -> Enriched {
        let (graph, skipped) = nif.into_parts();
        Enriched { skipped, ..Enriched::graph(graph, None) }
    }

    fn of(document: Option<Document>, said: Findings) -> Enriched {
        let skipped = document.as_ref().map_or_else(Vec::new, left_out);
        Enriched { document, said, skipped }
    }

    /// Adds the parts that recognizers have skipped.
    pub fn without(mut self, skipped: Mutex<Vec<Skipped>>) -> Enriched {
        let skipped = skipped.into_inner().unwrap_or_else(PoisonError::into_inner);
        skipped.into_iter().for_each(|one| one.keep(&mut self.skipped));
        self
    }

    /// Returns the whole result as NIF, with the document and the skipped parts. Returns the errors
    /// of [`nif::graph`].
    pub fn into_graph(self) -> Result<(Graph, Option<Document>, Vec<Skipped>)> {
        let graph = match (&self.document, self.said) {
            (_, Findings::Graph(graph)) => graph,
            (Some(document), Findings::Found(found, options)) => {
                nif::graph(document, &found, &options)?
            }
            (None, Findings::Found(..)) | (_, Findings::File(_)) => Graph::new(),
        };
        Ok((graph, self.document, self.skipped))
    }
}

impl Conversion<'_> {
    /// Returns the allowance of the call that this thread works for. If there is none, returns a
    /// new allowance for an input of `bytes` bytes.
    pub fn allowance(&self, bytes: usize) -> Allowance {
        match CallLimits::current() {
            Some(limits) => limits.allowance().clone(),
            None => self.bounds.of_call(bytes),
        }
    }

    /// Runs the work of a request within the limits of a call.
    pub fn limited<T>(
        &self,
        request: &mut Request,
        work: impl FnOnce(&mut Request) -> Result<T>,
    ) -> Result<T> {
        self.bounds.limits(request.input.len()).run(|| work(request))
    }

    /// Begins a request: checks it as [`Conversion::check`] does, and returns the memory allowance.
    /// A step uses the allowance of its pipeline.
    pub fn begin(&self, request: &mut Request) -> Result<Allowance> {
        self.filters.check_service()?;
        self.check(request)?;
        Ok(self.admit(request))
    }

    /// Begins a request without this check, for requests whose output is another file.
    pub fn admit(&self, request: &mut Request) -> Allowance {
        let bytes = request.input.len();
        let memory = request.memory.get_or_insert_with(|| self.allowance(bytes)).clone();
        request.encode.allowance = Some(memory.clone());
        request.encode.max_output_bytes = request.encode.max_output_bytes.or(self.max_output_bytes);
        memory
    }

    /// Returns an error, before any work is done, if the answer to a request could not be written.
    pub fn check(&self, request: &Request) -> Result<()> {
        let (from, to) = (request.informat, request.outformat);
        if let Some(filter) = &request.filter {
            // Checks access to the filter before other errors are reported.
            self.filters.read_for_use(filter)?;
            if request.results.is_none() && !to.is_rdf() {
                let message = format!("the result of a filter cannot be written as `{to}`");
                let error = Error::unsupported(Side::Output, message);
                return Err(error.with_parameter("outformat"));
            }
            return Ok(());
        }
        if request.results == Some(ResultFormat::Csv) {
            let message = "`csv` is a format of filter results, and `filter` is missing";
            return Err(Error::invalid(message).with_parameter("outformat"));
        }
        if to.is_rdf() || to.exports() {
            return Ok(());
        }
        let writes = request.encode.translations;
        let is_back = from.returns() || writes && from.translates();
        if from != to || !is_back {
            let message = match (from == to, from.translates()) {
                (false, _) => format!(
                    "`{to}` can only be returned for `{to}` input, and the input is `{from}`"
                ),
                (true, true) => {
                    format!("`{to}` can only be returned with translations (`translations`)")
                }
                (true, false) => format!("`{to}` cannot be returned"),
            };
            let hint = match from == to {
                true => "choose another `outformat`, such as `turtle`".to_owned(),
                false => format!(
                    "set `informat` if it is `{to}`, or choose another `outformat`, such as `turtle`"
                ),
            };
            return Err(Error::invalid(message).with_hint(&hint).with_parameter("outformat"));
        }
        // Rule 3 of the interface allows these two formats.
        if !matches!(to, Format::Html | Format::Xml) && !request.any_format {
            let message = format!("`{to}` is only returned with the option `any-format`");
            return Err(Error::invalid(message).with_parameter("outformat"));
        }
        match &request.decode.language {
            Some(language) if !language.is("en") && !request.any_language => {
                let message = format!(
                    "`{to}` is only returned for English, and the language is `{language}`; set \
                     `any-language` to allow others"
                );
                Err(Error::invalid(message).with_parameter("language"))
            }
            _ => Ok(()),
        }
    }

    /// Reads the document of a request, and removes its input. `target` is the language that the
    /// document is translated into. Returns the errors of [`decode`].
    pub fn document(&self, request: &mut Request, target: Option<&Language>) -> Result<Document> {
        self.check_size(&request.input)?;
        self.read_profile(request)?;
        let mut reading = request.decode.clone();
        reading.max_bytes = self.max_bytes;
        // Without the rules of its vocabulary, every element of XML would split the text, and
        // headers and comments would be translated.
        let needs_rules = target.is_some() || request.encode.profile.is_some();
        reading.rule_set = reading.rule_set.or(needs_rules.then_some(RuleSet::Auto));
        reading.target_language = target.cloned().or(reading.target_language);
        decode(std::mem::take(&mut request.input), request.informat, &reading)
    }

    /// Replaces the name of a stored markup profile with the profile. Returns the errors of reading
    /// it, with the parameter `profile`.
    pub fn read_profile(&self, request: &mut Request) -> Result<()> {
        let Some(name) = request.stored_profile.take() else { return Ok(()) };
        let profile = match self.profiles.read_for_use(&name) {
            Ok(stored) => stored.content.markup_profile(),
            // A wrong name is more likely than a missing token, and the error must not reveal which
            // names exist.
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::Unauthenticated) =>
            {
                let bundled: Vec<_> = MarkupProfile::names().collect();
                let expected = format!(
                    "one of auto, {}, a stored profile that the caller may use, or a profile in \
                     JSON",
                    bundled.join(", ")
                );
                Err(Error::no_such("markup profile", &name, &expected).with_parameter("profile"))
            }
            Err(error) => Err(error.with_parameter("profile")),
        };
        request.encode.profile = Some(profile?);
        Ok(())
    }

    /// Reads the NIF of a request, and removes its input. Relative IRIs are resolved against the
    /// prefix. Returns `ErrorKind::TooLarge`, and the errors of [`nif::read_lenient`], or of
    /// [`nif::read`] if the request is strict.
    pub fn nif(&self, request: &mut Request) -> Result<Nif> {
        let memory = self.admit(request);
        if let Some(graph) = request.graph.take() {
            memory.take(graph.iter().map(rdf::triple_size).sum(), "the NIF")?;
            return request.understand(graph);
        }
        let input = std::mem::take(&mut request.input);
        self.check_size(&input)?;
        let base = request.prefix.as_deref().unwrap_or(self.prefix);
        nif::read_within(&input, request.informat, Some(base), !request.strict, &memory)
    }

    /// Reads the NIF in the same way. Returns `ErrorKind::Malformed` if no context has a text.
    pub fn texts(&self, request: &mut Request) -> Result<Nif> {
        let nif = self.nif(request)?;
        if nif.contexts().is_empty() {
            return Err(no_text(request.informat));
        }
        Ok(nif)
    }

    /// Returns the options for writing a document as NIF.
    pub fn options(&self, request: &Request) -> Result<Options> {
        let prefix = request.prefix.as_deref().unwrap_or(self.prefix);
        // The converter treats every text as English (rule 4). Plain text was not converted.
        let tagging = match (request.informat.is_converted(), request.any_language) {
            (true, false) => Tagging::Fixed(english()?),
            _ => Tagging::Document { fallback: request.decode.language.clone() },
        };
        Ok(Options {
            version: request.version,
            language: tagging,
            allowance: request.memory.clone(),
            ..Options::under(prefix)
        })
    }

    /// Writes the answer. Returns `ErrorKind::TooLarge` if it is longer than the request allows,
    /// and the errors of writing.
    pub fn answer(&self, made: Enriched, request: &Request) -> Result<Reply> {
        let before = request.memory.as_ref().map(Allowance::left);
        let rule_set = made.document.as_ref().and_then(|document| document.source().rule_set());
        let reply = match (&made.document, made.said) {
            (_, Findings::Graph(graph)) => self.answer_graph(graph, request),
            (Some(document), Findings::Found(found, options)) => {
                self.answer_document(document, &found, &options, request)
            }
            (None, Findings::Found(..)) => self.answer_graph(Graph::new(), request),
            (_, Findings::File(bytes)) => Ok(Reply::new(bytes, request.outformat)),
        };
        let mut reply = reply?;
        reply.rule_set = rule_set;
        let left_out = std::mem::replace(&mut reply.skipped, made.skipped);
        left_out.into_iter().for_each(|one| one.keep(&mut reply.skipped));
        if let Some((memory, before)) = request.memory.as_ref().zip(before) {
            memory.settle(before, reply.bytes.len(), "the answer")?;
        }
        check_output(reply.bytes.len(), request.encode.max_output_bytes)?;
        Ok(reply)
    }

    /// Writes a document and its annotations: as NIF, as the results of a filter for the NIF, as a
    /// new file, or as the document with the annotations. Returns the errors of each of these.
    fn answer_document(
        &self,
        document: &Document,
        found: &[Annotation],
        options: &Options,
        request: &Request,
    ) -> Result<Reply> {
        if let Some(filter) = &request.filter {
            let results = request.results.unwrap_or_default();
            let bytes =
                self.filters.apply_to_document(filter, document, found, options, results)?;
            return Ok(request.filtered(bytes));
        }
        let format = request.outformat;
        if format.is_rdf() {
            let bytes = nif::write(document, found, format, options)?;
            return Ok(Reply::new(bytes, format));
        }
        if format.exports() {
            return Ok(exported(export(document, found, format, &exporting(request))?, format));
        }
        let encoded = encode(document, found, &request.encode)?;
        let mut reply =
            Reply { placements: encoded.placements, ..Reply::new(encoded.bytes, format) };
        // Placements report all annotations that are missing. A fault is an error of the
        // recognizer.
        for (index, annotation) in found.iter().enumerate() {
            if let Some(fault) = annotation.fault().filter(|_| !annotation.span().is_empty()) {
                Skipped::new(format!("annotation {index}"), fault).keep(&mut reply.skipped);
            }
        }
        Ok(reply)
    }

    /// Writes a graph, the contexts of its NIF as a new file, or the results of a filter. Returns
    /// the errors of each of these.
    fn answer_graph(&self, graph: Graph, request: &Request) -> Result<Reply> {
        if let Some(filter) = &request.filter {
            let results = request.results.unwrap_or_default();
            let dataset = IndexedGraph::from_graph(graph)?;
            return Ok(request.filtered(self.filters.apply_to(filter, &dataset, results)?));
        }
        let format = request.outformat;
        if format.exports() {
            return answer_contexts(graph, request);
        }
        let bytes = rdf::write(&graph, format)?;
        Ok(Reply::new(bytes, format))
    }

    /// Returns `ErrorKind::TooLarge` if an input is too long.
    fn check_size(&self, input: &[u8]) -> Result<()> {
        if input.len() <= self.max_bytes {
            return Ok(());
        }
        Err(Error::source_too_long(input.len(), self.max_bytes, "limits.source"))
    }
}

/// Returns the options for writing the answer to a request as a new file.
fn exporting(request: &Request) -> ExportOptions {
    ExportOptions {
        max_output_bytes: request.encode.max_output_bytes,
        allowance: request.memory.clone(),
        ..ExportOptions::default()
    }
}

fn exported(made: Encoded, format: Format) -> Reply {
    let (placements, skipped) = (made.placements, made.skipped);
    Reply { placements, skipped, ..Reply::new(made.bytes, format) }
}

/// Writes the contexts of NIF as a new file. Each context becomes a document of plain text that is
/// named by its IRI, without the offsets of a string. Returns `ErrorKind::Malformed` if no context
/// has a text, and the errors of [`export_texts`].
fn answer_contexts(graph: Graph, request: &Request) -> Result<Reply> {
    let nif = request.understand(graph)?;
    let texts: Vec<AnnotatedText<'_>> = nif.contexts().iter().map(text_of).collect();
    if texts.is_empty() {
        return Err(no_text(request.informat));
    }
    let format = request.outformat;
    Ok(exported(export_texts(&texts, format, &exporting(request))?, format))
}

fn text_of(context: &Context) -> AnnotatedText<'_> {
    let iri = context.iri();
    let document = iri.split('#').next().filter(|document| is_absolute(document));
    AnnotatedText {
        name: document,
        text: context.text(),
        language: context.language(),
        annotations: context.annotations(),
    }
}

/// The hint for JSON that was read as JSON-LD.
const JSON_HINT: &str = "for JSON that is not RDF, name the format `jsonc`";

/// Returns the error for RDF as input when a document is required.
pub(crate) fn no_document(format: Format) -> Error {
    let error = Error::unsupported(Side::Input, format!("`{format}` is not a document"));
    let error = error.with_parameter("informat");
    match format {
        Format::JsonLd => error.with_hint(JSON_HINT),
        _ => error,
    }
}

fn no_text(format: Format) -> Error {
    let error = Error::malformed("expected NIF, found no context with a text (`nif:isString`)");
    match format {
        Format::JsonLd => error.with_hint(JSON_HINT),
        _ => error,
    }
}

/// Returns the warnings about a document. The name of each is the first quoted name in its message.
fn left_out(document: &Document) -> Vec<Skipped> {
    let mut warnings: Vec<&Warning> = document.warnings().iter().take(Skipped::MOST).collect();
    warnings.sort_by_key(|warning| warning.span().start());
    let mut places = Places::of(document.source().bytes());
    let one = |warning: &Warning| {
        let name = warning.message().split('`').nth(1).unwrap_or_default();
        let span = warning.span();
        let place = (span != ByteSpan::default()).then(|| places.at(span.range()));
        Skipped::new(name, warning.message()).at(place)
    };
    warnings.into_iter().map(one).collect()
}

/// The minimum number of bytes of the statements about an annotation. They are reserved before the
/// statements are created.
const STATED: usize = 1 << 10;

/// Adds annotations of a context to NIF. Returns the errors of [`Nif::annotate`], and
/// `ErrorKind::TooLarge` if the call has too little memory for the statements.
pub fn annotate(
    nif: &mut Nif,
    context: usize,
    found: &[Annotation],
    memory: &Allowance,
) -> Result<()> {
    let (before, stated) = (memory.left(), nif.graph().len());
    memory.take(found.len().saturating_mul(STATED), "the NIF")?;
    nif.annotate(context, found)?;
    let made = nif.graph().iter().skip(stated).map(rdf::triple_size).sum();
    memory.settle(before, made, "the NIF")
}

/// Returns `ErrorKind::TooLarge`, with the parameter, if an answer exceeds its maximum length.
pub(crate) fn check_output(bytes: usize, most: Option<usize>) -> Result<()> {
    match most {
        Some(most) if bytes > most => {
            let message = format!(
                "the answer has {bytes} bytes, limit is {most}; request less, or raise \
                 `max-output-bytes`"
            );
            Err(Error::new(ErrorKind::TooLarge, message).with_parameter("max-output-bytes"))
        }
        _ => Ok(()),
    }
}

fn english() -> Result<Language> {
    Language::parse("en").ok_or_else(|| Error::new(ErrorKind::Internal, "`en` is not a language"))
}
