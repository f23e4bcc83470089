//! Runs of pipelines.

use std::collections::HashSet;
use std::mem;
use std::time::{Duration, Instant};

use super::chain_options::ChainOptions;
use super::endpoint::{Target, bases_at};
use super::http_step;
use super::parts::{Handoff, Parts};
use super::round_trip::RoundTrip;
use super::stats::{Timing, wrap};
use super::step::{FirstBody, Step, steps};
use super::stored::{STEPS, check_body, check_count, check_variables, requests};
use super::{Pipeline, Request, StoredPipeline};
use crate::service::{Answer, Body, Call, GraphInput, I18n, Outcome, Parameters, Services, Short};
use glossweave_base::allowance::Allowance;
use glossweave_base::call_limits;
use glossweave_base::error::{Error, ErrorKind, Result, SkippedExt};
use glossweave_base::media::Format;
use glossweave_base::trace::{SpanKind, SpanValue, span};
use glossweave_net::NetworkExt;
use glossweave_rdf as rdf;
use glossweave_rdf::{Graph, IndexedGraph};
use glossweave_store::acl::Caller;
use glossweave_store::resource::{Collection, CollectionExt};

/// The state that all pipelines of a call share.
pub(super) struct Run<'p, 'a> {
    collection: &'p Collection<'a, StoredPipeline>,
    parts: &'p Parts<'a>,
    passing: Handoff,
    /// The URLs of the engine, including the URLs that the caller uses.
    bases: Vec<String>,
    started: Instant,
    left: usize,
    /// The number of finished steps and the number of all steps of the outermost pipeline. `None`
    /// before it starts.
    progress: Option<(usize, usize)>,
    /// The stored pipelines that are running, starting with the outermost.
    running: Vec<String>,
    /// The memory allowance of the call, if its size is known.
    memory: Option<Allowance>,
}

impl<'p, 'a> Run<'p, 'a> {
    /// Creates the state from the outermost call, because inner calls have no host.
    pub fn new(
        collection: &'p Collection<'a, StoredPipeline>,
        parts: &'p Parts<'a>,
        passing: Handoff,
        call: &Call,
    ) -> Run<'p, 'a> {
        let mut bases = parts.bases.clone();
        bases.extend(call.header("host").into_iter().flat_map(bases_at));
        let (started, running) = (Instant::now(), Vec::new());
        Run {
            collection,
            parts,
            passing,
            bases,
            started,
            left: STEPS,
            progress: None,
            running,
            memory: None,
        }
    }

    /// Runs the requests in the body of a call.
    pub fn own(&mut self, mut call: Call, services: &Services<'a>) -> Result<Answer> {
        let mut parameters = Parameters::of(&call, Short::Unknown);
        let body = std::mem::take(&mut call.body);
        let all = requests(&parameters.take("input").map_or(body, String::into_bytes))?;
        // The media type describes the body of the call, not the body of the first request.
        call.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("content-type"));
        self.chain(&all, call, FirstBody::Own, services)
    }

    /// Runs a stored pipeline on the body of a call.
    pub fn stored(&mut self, id: &str, call: Call, services: &Services<'a>) -> Result<Answer> {
        if self.running.iter().any(|running| running == id) {
            return Err(Error::invalid(format!("the pipeline `{id}` runs itself")));
        }
        let caller = services.caller().clone();
        let pipeline = self.collection.for_caller(caller).read_for_use(id)?;
        self.running.push(id.to_owned());
        let answer = self.chain(&pipeline.content.requests, call, FirstBody::Called, services);
        self.running.pop();
        answer
    }

    /// Runs a pipeline on the body of a call.
    pub fn typed(
        &mut self,
        pipeline: &Pipeline,
        call: Call,
        services: &Services<'a>,
    ) -> Result<Answer> {
        let requests = pipeline.requests();
        check_count(requests.len())?;
        check_variables(requests)?;
        check_body(requests)?;
        self.chain(requests, call, FirstBody::Called, services)
    }

    fn chain(
        &mut self,
        requests: &[Request],
        call: Call,
        begin: FirstBody,
        services: &Services<'a>,
    ) -> Result<Answer> {
        services.check_caller()?;
        let started = Instant::now();
        let mut options = ChainOptions::of(call, requests)?;
        let size = requests.iter().map(Request::size).sum::<usize>() + options.size();
        let usual = || services.services().conversion.allowance(size);
        let memory = self.memory.get_or_insert_with(usual).clone();
        let mut steps = steps(requests, &mut options, &self.bases, begin, &memory)?;
        let filter = end(&mut steps, &mut options, begin);
        let round_trip = match options.i18n {
            I18n::Off => None,
            _ => RoundTrip::find(&mut steps, services)?,
        };
        let mut timings = Vec::new();
        let (mut outcome, document) =
            self.all(steps, services, round_trip.is_some(), &mut timings)?;
        let failures = mem::take(&mut outcome.failures);
        let skipped = mem::take(&mut outcome.skipped);
        let mut answer = match (round_trip, document) {
            (Some(round_trip), Some(document)) => {
                let graph = graph(outcome, services)?;
                round_trip.give_back(&document, graph, services)?
            }
            _ => match filter {
                Some(filter) => filtered(outcome, &filter, &options, services)?,
                None => outcome.into_answer()?,
            },
        };
        answer.failures = failures;
        skipped.into_iter().for_each(|one| one.keep(&mut answer.skipped));
        if options.stats {
            answer = wrap(answer, &timings, started.elapsed())?;
        }
        Ok(answer)
    }

    /// Runs all steps. Keeps the document of the first step if it will be returned.
    fn all(
        &mut self,
        steps: Vec<Step>,
        services: &Services<'a>,
        keeps: bool,
        timings: &mut Vec<Timing>,
    ) -> Result<(Outcome, Option<glossweave_document::Document>)> {
        let mut document = None;
        let mut last: Option<Outcome> = None;
        let (mut failures, mut skipped) = (Vec::new(), Vec::new());
        let mut told = HashSet::new();
        let (is_outermost, total) = (self.progress.is_none(), steps.len());
        for (number, mut step) in steps.into_iter().enumerate() {
            let started = Instant::now();
            let in_step = |error: Error| error.in_step(number, &step.endpoint);
            self.left = self.left.checked_sub(1).ok_or_else(|| {
                in_step(Error::invalid(format!(
                    "more than {STEPS} steps, including the steps of nested pipelines"
                )))
            })?;
            if is_outermost {
                self.progress = Some((number, total));
            }
            self.report().map_err(in_step)?;
            let time = self.time_left().map_err(in_step)?;
            let mut handed = None;
            if let Some(outcome) = last.take() {
                // The media type of the result is used unless the request sets another one
                // (execution rule 2).
                if step.call.header("content-type").is_none() {
                    step.replace("Content-Type", &outcome.media_type);
                }
                step.check_input().map_err(|error| error.in_step(number, &step.endpoint))?;
                let body = self.pass(outcome.body);
                match body.map_err(|error| error.in_step(number, &step.endpoint))? {
                    Body::Graph(graph, format) => handed = Some(GraphInput { graph, format }),
                    Body::Bytes(bytes) => step.call.body = bytes,
                }
            }
            let Step { target, mut call, endpoint } = step;
            call.memory = self.memory.as_ref().map(Allowance::step);
            let done = span(
                SpanKind::Internal,
                || "pipeline step".to_owned(),
                || vec![("glossweave.step", SpanValue::Number(number as i64))],
                || self.one(target, call, handed, time, services),
            );
            // The step may have exceeded a limit of the call and returned another error, or no
            // error.
            let done = call_limits::limit_error().map_or(done, Err);
            let mut outcome = done.map_err(|error| error.in_step(number, &endpoint))?;
            let found = outcome.document.take();
            failures.append(&mut outcome.failures);
            // Several steps may skip the same part of the input. It is reported once.
            for one in mem::take(&mut outcome.skipped) {
                if told.insert(one.message().to_owned()) {
                    one.keep(&mut skipped);
                }
            }
            if number == 0 && keeps {
                document = found;
            }
            let media_type = outcome.media_type.clone();
            timings.push(Timing { endpoint, time: started.elapsed(), media_type });
            last = Some(outcome);
        }
        let nothing = || Error::new(ErrorKind::Internal, "a pipeline without steps");
        Ok((Outcome { failures, skipped, ..last.ok_or_else(nothing)? }, document))
    }

    fn one(
        &mut self,
        target: Target,
        mut call: Call,
        handed: Option<GraphInput>,
        time: Duration,
        services: &Services<'a>,
    ) -> Result<Outcome> {
        let said = call.headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
        let acting = Caller::from_headers(said).map(|caller| services.acting_for(caller));
        let services = acting.as_ref().unwrap_or(services);
        if let Target::Service(operation) = target {
            return services.perform(operation, call, handed);
        }
        if let Some(GraphInput { graph, format }) = handed {
            call.body = Body::Graph(graph, format).into_bytes()?;
        }
        let answer = match target {
            Target::Outside(url) => {
                let network = self.parts.network;
                return http_step::send(network, url, call, time.min(network.time()));
            }
            Target::Stored(id) => self.stored(&id, call, services)?,
            _ => self.own(call, services)?,
        };
        let Answer { bytes, media_type, failures, skipped, .. } = answer;
        Ok(Outcome { failures, skipped, ..Outcome::bytes(bytes, media_type) })
    }

    /// Reports the progress of the outermost pipeline. Returns the error of the callback.
    fn report(&self) -> Result<()> {
        match (self.parts.watch, self.progress) {
            (Some(watch), Some((done, total))) => watch(done, total),
            _ => Ok(()),
        }
    }

    /// Returns the remaining time for all steps. Returns `ErrorKind::Deadline` if the time is over.
    fn time_left(&self) -> Result<Duration> {
        let most = self.parts.time;
        let left = most.saturating_sub(self.started.elapsed());
        if left.is_zero() {
            let message =
                format!("the pipeline did not finish within {} milliseconds", most.as_millis());
            return Err(Error::new(ErrorKind::Deadline, message));
        }
        Ok(left)
    }

    /// Returns a result in the form for the next step. A graph is passed on as a graph, unless its
    /// format is RDF/XML, which cannot express every graph, or it exceeds the maximum size of an
    /// input.
    fn pass(&self, body: Body) -> Result<Body> {
        let is_handed = match &body {
            Body::Bytes(_) => false,
            Body::Graph(graph, format) => {
                let size: usize = graph.iter().map(rdf::triple_size).sum();
                self.passing == Handoff::AsIs
                    && *format != Format::RdfXml
                    && size <= self.parts.max_bytes
            }
        };
        if is_handed { Ok(body) } else { body.into_bytes().map(Body::Bytes) }
    }
}

/// Moves the output options of the call to the last request. Returns the filter if the request does
/// not accept a filter (execution rules 4 and 6).
fn end(steps: &mut [Step], options: &mut ChainOptions, begin: FirstBody) -> Option<String> {
    let last = steps.last_mut()?;
    let enriches = matches!(&last.target, Target::Service(operation) if operation.enriches());
    if enriches || matches!(&last.target, Target::Stored(_)) {
        last.call.parameters.append(&mut options.last);
    }
    let filter = options.filter.take();
    let is_apart = filter.is_some() && !enriches;
    if !is_apart {
        if let Some(name) = &options.outformat {
            last.call.parameters.push(("outformat".to_owned(), name.clone()));
        } else if let Some(accept) = options.accept.as_ref().filter(|_| {
            // If the requests come with the call, the format in the last request takes precedence.
            begin == FirstBody::Called || !last.says_output()
        }) {
            last.call
                .parameters
                .retain(|(name, _)| name != "outformat" && (name != "o" || !enriches));
            last.replace("Accept", accept);
        }
    }
    if is_apart {
        return filter;
    }
    last.call.parameters.extend(filter.map(|name| ("filter".to_owned(), name)));
    None
}

/// Returns the result of the last step as RDF. Returns `ErrorKind::Invalid` if it is not RDF.
fn graph(outcome: Outcome, services: &Services<'_>) -> Result<Graph> {
    match outcome.body {
        Body::Graph(graph, _) => Ok(graph),
        Body::Bytes(bytes) => match Format::in_request(&outcome.media_type) {
            Ok(format) if format.is_rdf() => {
                rdf::read(&bytes, format, Some(services.services().conversion.prefix))
            }
            _ => {
                let found = glossweave_base::error::shown(&outcome.media_type);
                Err(Error::invalid(format!("expected RDF from the last request, found {found}")))
            }
        },
    }
}

fn filtered(
    outcome: Outcome,
    filter: &str,
    options: &ChainOptions,
    services: &Services<'_>,
) -> Result<Answer> {
    let (results, asked) = options.results()?;
    let dataset = IndexedGraph::from_graph(
        graph(outcome, services).map_err(|error| error.with_parameter("filter"))?,
    )?;
    let bytes = services.services().filters.apply_to(filter, &dataset, results)?;
    let media_type = asked.unwrap_or_else(|| results.media_type().to_owned());
    Ok(Answer { bytes, media_type, ..Answer::default() })
}
