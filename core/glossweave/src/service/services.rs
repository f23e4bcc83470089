//! All services by path.

use std::fmt;
use std::sync::Arc;

use super::negotiate::{Output, input, offers, output};
use super::parameters::{Parameters, Short};
use super::{Answer, Blacklist, Body, Call, I18n, Operation, Outcome};
use crate::entity::Entities;
use crate::filter::Filters;
use crate::link::{LinkRequest, Links};
use crate::request::{Conversion, Enriched, Request};
use crate::term::{TerminologyRequest, Terms};
use crate::translate::{TranslationRequest, Translations};
use glossweave_base::call_limits::CallBounds;
use glossweave_base::error::{Error, ErrorKind, Result, Side, closest, shown};
use glossweave_base::media::Format;
use glossweave_document::Document;
use glossweave_format::encode;
use glossweave_link::Failure;
use glossweave_markup::Encoding;
use glossweave_rdf::{Graph, IndexedGraph, ResultFormat};
use glossweave_store::acl::{AuthContext, Caller};
use glossweave_xslt as xslt;
use glossweave_xslt::Converters;

/// The services for one caller.
#[derive(Clone)]
pub(crate) struct ServiceSet<'a> {
    pub entities: Entities<'a>,
    pub links: Links<'a>,
    pub terms: Terms<'a>,
    pub translations: Translations<'a>,
    pub filters: Filters<'a>,
    pub converters: Converters<'a>,
    pub conversion: Conversion<'a>,
}

/// The accepted media types for the result of a stylesheet if the call sets none: XML if possible,
/// and otherwise the output of the stylesheet, for example text.
const CONVERTED: &str = "text/xml, */*;q=0.5";

/// A function that creates the services for a caller.
type Open<'a> = Arc<dyn Fn(Caller) -> ServiceSet<'a> + Send + Sync + 'a>;

/// All services by path, for one caller.
#[derive(Clone)]
pub(crate) struct Services<'a> {
    caller: Caller,
    open: Open<'a>,
    access: &'a AuthContext,
    blacklist: &'a Blacklist,
    bounds: &'a CallBounds,
}

/// RDF from another service, and the format in which that service would have written it.
pub(crate) struct GraphInput {
    pub graph: Graph,
    pub format: Format,
}

/// The source of the input of a call.
pub(crate) enum Source {
    Body,
    GraphInput(GraphInput),
    /// The input is not known yet. Only the rest of the call is parsed.
    Later,
}

/// A parsed call of an enrichment service.
pub(crate) struct ParsedCall {
    operation: Operation,
    parameters: Parameters,
    pub request: Request,
    media_type: Option<String>,
}

impl<'a> Services<'a> {
    pub(crate) fn new(
        caller: Caller,
        open: Open<'a>,
        access: &'a AuthContext,
        blacklist: &'a Blacklist,
        bounds: &'a CallBounds,
    ) -> Services<'a> {
        Services { caller, open, access, blacklist, bounds }
    }

    /// Returns the limits of calls.
    pub(crate) fn bounds(&self) -> &'a CallBounds {
        self.bounds
    }

    pub(crate) fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Returns `ErrorKind::Unauthenticated` if the token is not valid, even if no stored resource
    /// is used, and `ErrorKind::Forbidden` for an API key without the scope.
    pub(crate) fn check_caller(&self) -> Result<()> {
        self.access.check_service(&self.caller)
    }

    /// Returns the services for another caller.
    pub(crate) fn acting_for(&self, caller: Caller) -> Services<'a> {
        Services { caller, ..self.clone() }
    }

    pub(crate) fn services(&self) -> ServiceSet<'a> {
        (self.open)(self.caller.clone())
    }

    /// Calls a service. Returns the errors of [`Session::call`](crate::Session::call), except for pipelines.
    pub fn call(&self, call: Call) -> Result<Answer> {
        let Some(operation) = Operation::of_path(&call.path) else {
            return Err(no_service(&call.path));
        };
        let limits = self.bounds.limits(call.size());
        limits.run(|| self.perform(operation, call.without_form(), None)?.into_answer())
    }

    /// Performs a call, with an earlier result instead of its body if there is one.
    pub(crate) fn perform(
        &self,
        operation: Operation,
        call: Call,
        handed: Option<GraphInput>,
    ) -> Result<Outcome> {
        self.check_caller()?;
        match &operation {
            Operation::Filter(name) => self.filter(name, call, handed),
            Operation::Converter(name) => self.convert(name, call, handed),
            Operation::XliffExtract => self.extract(call, handed.as_ref()),
            Operation::XliffMerge => self.merge(call, handed.as_ref()),
            Operation::Check => self.check(call, handed.as_ref()),
            Operation::Redact => self.redact(call, handed.as_ref()),
            Operation::Restore => self.restore(call, handed.as_ref()),
            Operation::Chunks => self.chunks(call, handed.as_ref()),
            _ => {
                let source = handed.map_or(Source::Body, Source::GraphInput);
                self.enrich(self.prepare(operation, call, source)?)
            }
        }
    }

    /// Parses a call to an enrichment service.
    pub(crate) fn prepare(
        &self,
        operation: Operation,
        mut call: Call,
        source: Source,
    ) -> Result<ParsedCall> {
        // The value of a template's placeholder may be empty.
        let is_option =
            |name: &str| !matches!(operation, Operation::Link) || LinkRequest::is_option(name);
        let mut parameters = Parameters::of(&call, Short::Known).without_empty(is_option);
        let requested =
            parameters.take("useI18n").map_or(Ok(I18n::default()), |word| word.parse())?;
        let is_elsewhere = !matches!(source, Source::Body);
        let read = input(&mut call, &mut parameters, Format::Text, is_elsewhere)?;
        if read.format.is_converted() && !self.blacklist.converts(&call.path, requested) {
            let message =
                format!("`{}` is not converted, and no service accepts it unchanged", read.format);
            return Err(Error::unsupported(Side::Input, message).with_parameter("useI18n"));
        }
        let mut request = Request::new(read.bytes, read.format);
        request.decode.charset = read.charset;
        request.memory = call.memory.take();
        match source {
            Source::GraphInput(GraphInput { graph, format }) if format == read.format => {
                request.graph = Some(graph);
            }
            Source::GraphInput(GraphInput { graph, format }) => {
                request.input = Body::Graph(graph, format).into_bytes()?;
            }
            Source::Body | Source::Later => {}
        }
        request.filter = parameters.take("filter");
        let offers = match request.filter {
            Some(_) => ResultFormat::media_types(),
            None => offers(read.format),
        };
        let Output { name, media_type } = output(&call, &mut parameters, &offers)?;
        if let Some(name) = name {
            request.set("outformat", &name)?;
        }
        Ok(ParsedCall { operation, parameters, request, media_type })
    }

    fn enrich(&self, prepared: ParsedCall) -> Result<Outcome> {
        let services = self.services();
        let ParsedCall { operation, parameters, request, media_type } = prepared;
        let (made, request, failures) = services.make(&operation, &parameters, request)?;
        services.finish(made, &request, media_type, failures)
    }

    /// Checks that a service may return a document of a format with annotations (rules 2 and 3).
    ///
    /// The permissions of the last request of a pipeline, `last`, apply to all requests.
    pub(crate) fn check_return(
        &self,
        mut prepared: ParsedCall,
        format: Format,
        last: Option<&ParsedCall>,
    ) -> Result<ParsedCall> {
        let services = self.services();
        prepared.request = prepared.request.output(format);
        prepared.request.informat = format;
        let ParsedCall { operation, parameters, request, .. } = &prepared;
        // The options for languages are read here.
        let mut request = services.read(operation, parameters, request.clone())?;
        if let Some(ParsedCall { request: last, .. }) = last {
            request.any_format |= last.any_format;
            request.any_language |= last.any_language;
        }
        services.conversion.check(&request)?;
        services.conversion.read_profile(&mut request)?;
        if request.encode.translations {
            let message = "`translations` cannot be written after several steps, only after one";
            return Err(Error::invalid(message).with_parameter("translations"));
        }
        prepared.request = request;
        Ok(prepared)
    }

    /// Writes the entities and terms of a graph into a document (rule 3).
    pub(crate) fn give_back(
        &self,
        document: &Document,
        graph: Graph,
        prepared: &ParsedCall,
    ) -> Result<Answer> {
        let nif = prepared.request.understand(graph)?;
        let Some(mut said) = nif.annotations_of(document) else {
            let message = "the document cannot be returned: no context has its text any more";
            return Err(Error::invalid(message));
        };
        said.retain(|one| one.as_entity().is_some() || one.as_term().is_some());
        let bytes = encode(document, &said, &prepared.request.encode)?.bytes;
        let usual = prepared.request.outformat.media_type();
        let media_type = prepared.media_type.clone().unwrap_or_else(|| usual.to_owned());
        let encoding = document.source().encoding();
        let media_type = written(media_type, encoding, prepared.request.outformat);
        let (_, skipped) = nif.into_parts();
        Ok(Answer { bytes, media_type, skipped, ..Answer::default() })
    }

    fn filter(&self, name: &str, mut call: Call, handed: Option<GraphInput>) -> Result<Outcome> {
        let filters = self.services().filters;
        let mut parameters = Parameters::of(&call, Short::Unknown);
        check_i18n(&mut parameters)?;
        let read = input(&mut call, &mut parameters, Format::Turtle, handed.is_some())?;
        let wanted = output(&call, &mut parameters, &ResultFormat::media_types())?;
        refuse(&parameters, &["informat", "outformat", "input"])?;
        let results: ResultFormat = match &wanted.name {
            Some(name) => name.parse().map_err(|error: Error| error.with_parameter("outformat"))?,
            None => ResultFormat::default(),
        };
        let bytes = match handed {
            Some(GraphInput { graph, format }) if format == read.format => {
                filters.apply_to(name, &IndexedGraph::from_graph(graph)?, results)?
            }
            Some(GraphInput { graph, format }) => {
                let input = Body::Graph(graph, format).into_bytes()?;
                filters.apply(name, &input, read.format, results)?
            }
            None => filters.apply(name, &read.bytes, read.format, results)?,
        };
        let media_type = wanted.media_type.unwrap_or_else(|| results.media_type().to_owned());
        Ok(Outcome::bytes(bytes, media_type))
    }

    fn convert(&self, name: &str, mut call: Call, handed: Option<GraphInput>) -> Result<Outcome> {
        let mut parameters = Parameters::of(&call, Short::Unknown);
        check_i18n(&mut parameters)?;
        let read = input(&mut call, &mut parameters, Format::Xml, handed.is_some())?;
        let mut request = xslt::Request::new(read.bytes, read.format);
        if let Some(GraphInput { graph, format }) = handed {
            request.input = Body::Graph(graph, format).into_bytes()?;
        }
        request.charset = read.charset;
        let accept = call.header("accept").map(str::to_owned);
        let wanted = parameters.take_format("outformat").or(accept);
        let wanted = wanted.filter(|wanted| wanted.trim() != "*/*");
        request.set("outformat", wanted.as_deref().unwrap_or(CONVERTED))?;
        for (name, value) in parameters.iter() {
            request.set(name, value)?;
        }
        let reply = self.services().converters.apply(name, &request)?;
        let media_type = match reply.encoding.eq_ignore_ascii_case("UTF-8") {
            true => reply.media_type,
            false => format!("{}; charset={}", reply.media_type, reply.encoding),
        };
        Ok(Outcome::bytes(reply.bytes, media_type))
    }
}

impl ServiceSet<'_> {
    /// Reads the options of a service, except formats.
    fn read(
        &self,
        operation: &Operation,
        parameters: &Parameters,
        request: Request,
    ) -> Result<Request> {
        Ok(match operation {
            Operation::Link => link(parameters, request)?.request,
            Operation::Terminology(_) => {
                let TerminologyRequest { wanted, mut request } = terminology(parameters, request)?;
                request.decode.language = request.decode.language.or(wanted.source);
                request
            }
            Operation::Translation(_) => {
                let asked = TranslationRequest::from_pairs(request, parameters.iter())?;
                let TranslationRequest { wanted, mut request } = asked;
                request.decode.language = request.decode.language.or(wanted.source);
                request
            }
            _ => entity(parameters, request)?,
        })
    }

    fn make(
        &self,
        operation: &Operation,
        parameters: &Parameters,
        request: Request,
    ) -> Result<(Enriched, Request, Vec<Failure>)> {
        match operation {
            Operation::Link => {
                let mut asked = link(parameters, request)?;
                let (made, failures) = self.links.make(&mut asked)?;
                Ok((made, asked.request, failures))
            }
            Operation::Terminology(name) => {
                let TerminologyRequest { wanted, mut request } = terminology(parameters, request)?;
                let made = self.terms.make(name, &wanted, &mut request)?;
                Ok((made, request, Vec::new()))
            }
            Operation::Translation(name) => {
                let asked = TranslationRequest::from_pairs(request, parameters.iter())?;
                let TranslationRequest { wanted, mut request } = asked;
                let translated = self.translations.make(name, &wanted, &mut request)?;
                Ok((translated.with_warning(), request, Vec::new()))
            }
            Operation::Entity(name) => {
                let mut request = entity(parameters, request)?;
                let made = self.entities.make(name, &mut request)?;
                Ok((made, request, Vec::new()))
            }
            Operation::Filter(_)
            | Operation::Redact
            | Operation::Restore
            | Operation::Converter(_)
            | Operation::XliffExtract
            | Operation::XliffMerge
            | Operation::Check
            | Operation::Chunks => {
                Err(Error::new(ErrorKind::Internal, "this service enriches nothing"))
            }
        }
    }

    /// Creates the outcome: a graph if RDF is requested, and bytes otherwise.
    fn finish(
        &self,
        made: Enriched,
        request: &Request,
        media_type: Option<String>,
        failures: Vec<Failure>,
    ) -> Result<Outcome> {
        if request.filter.is_none() && request.outformat.is_rdf() {
            let format = request.outformat;
            let media_type = media_type.unwrap_or_else(|| format.media_type().to_owned());
            let (graph, document, skipped) = made.into_graph()?;
            let body = Body::Graph(graph, format);
            let most = request.encode.max_output_bytes;
            return Ok(Outcome { body, media_type, failures, skipped, document, most });
        }
        let encoding = made.document.as_ref().map(|document| document.source().encoding());
        let is_document = request.filter.is_none();
        let reply = self.conversion.answer(made, request)?;
        let media_type = media_type.unwrap_or_else(|| reply.media_type().to_owned());
        let media_type = match encoding.filter(|_| is_document && !request.outformat.exports()) {
            Some(encoding) => written(media_type, encoding, request.outformat),
            None => media_type,
        };
        let skipped = reply.skipped;
        Ok(Outcome { failures, skipped, ..Outcome::bytes(reply.bytes, media_type) })
    }
}

/// Returns the media type of a returned document, with its encoding if that is not UTF-8.
pub(super) fn written(media_type: String, encoding: Encoding, format: Format) -> String {
    match encoding == Encoding::UTF_8 || format.is_package() {
        true => media_type,
        false => format!("{media_type}; charset={}", encoding.name()),
    }
}

/// Checks `useI18n` for services that never convert markup, where it has no effect. Returns
/// `ErrorKind::Invalid` for an invalid value.
pub(super) fn check_i18n(parameters: &mut Parameters) -> Result<()> {
    parameters.take("useI18n").map_or(Ok(()), |word| word.parse::<I18n>().map(drop))
}

fn entity(parameters: &Parameters, mut request: Request) -> Result<Request> {
    parameters.iter().try_for_each(|(name, value)| request.set(name, value))?;
    Ok(request)
}

fn link(parameters: &Parameters, request: Request) -> Result<LinkRequest> {
    let mut asked = LinkRequest::new("", request);
    parameters.iter().try_for_each(|(name, value)| asked.set(name, value))?;
    Ok(asked)
}

fn terminology(parameters: &Parameters, request: Request) -> Result<TerminologyRequest> {
    let mut asked = TerminologyRequest::new(Default::default(), request);
    parameters.iter().try_for_each(|(name, value)| asked.set(name, value))?;
    Ok(asked)
}

/// Returns `ErrorKind::Invalid` if there are unknown parameters.
fn refuse(parameters: &Parameters, known: &[&str]) -> Result<()> {
    match parameters.iter().next() {
        None => Ok(()),
        Some((name, _)) => Err(Error::no_option(name, known)),
    }
}

/// Returns `ErrorKind::NotFound` for a path without a service.
pub(crate) fn no_service(path: &str) -> Error {
    const SERVICES: &[&str] =
        &["e-entity", "e-link", "e-terminology", "e-translation", "pipelining", "toolbox"];
    const TOOLS: &[&str] =
        &["check", "chunks", "convert", "redact", "restore", "xliff", "xslt-converter"];
    let path = path.split('?').next().unwrap_or_default();
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    let (before, word, known) = match segments[..] {
        ["toolbox", tool, ..] => ("/toolbox/", tool, TOOLS),
        _ => ("/", segments.first().copied().unwrap_or_default(), SERVICES),
    };
    let fault = format!("no service at {}", shown(path));
    // The first part of the path is correct, so that a suggestion would not help.
    let meant = closest(word, known.iter().copied()).filter(|meant| *meant != word);
    match meant {
        Some(meant) => Error::new(ErrorKind::NotFound, fault)
            .with_hint(&format!("did you mean `{before}{meant}`?")),
        None => {
            let paths =
                "a path such as `/e-entity/{engine}/documents` or `/pipelining/chain/{name}`";
            Error::new(ErrorKind::NotFound, format!("{fault}, expected {paths}"))
        }
    }
}

impl fmt::Debug for Services<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Services").field("caller", &self.caller).finish_non_exhaustive()
    }
}
