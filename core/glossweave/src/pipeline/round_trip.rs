//! Documents that a pipeline returns with annotations (execution rule 7).

use super::endpoint::Target;
use super::step::Step;
use crate::service::{Answer, Operation, ParsedCall, Services, Source};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::Document;
use glossweave_rdf::Graph;

/// A round trip: the last request, with the options for writing the document.
pub(super) struct RoundTrip(ParsedCall);

impl RoundTrip {
    /// Returns a round trip if the last request returns the document of the first request. In this
    /// case all formats between them are Turtle. A single request does not need a round trip.
    ///
    /// Returns, with the step, the errors of reading requests, and `ErrorKind::Invalid` if a
    /// request violates the rules for returned documents (e-Internationalization, rules 2 and 3).
    pub fn find(steps: &mut [Step], services: &Services<'_>) -> Result<Option<RoundTrip>> {
        let [first, .., last] = &*steps else { return Ok(None) };
        let (Some(first), Some(last)) = (enriching(first), enriching(last)) else {
            return Ok(None);
        };
        // Errors of a request are reported when it runs.
        let Ok(begins) = outline(first, None, services) else { return Ok(None) };
        let format = begins.request.informat;
        let Ok(ends) = outline(last, Some(format), services) else { return Ok(None) };
        let returns = format.returns() && ends.request.outformat == format;
        if !returns || ends.request.filter.is_some() {
            return Ok(None);
        }
        let check = |number: usize, step: &Step, last: Option<&ParsedCall>| {
            let Some(one) = enriching(step) else { return Ok(None) };
            let check = |prepared| services.check_return(prepared, format, last).map(Some);
            let prepared = outline(one, Some(format), services).and_then(check);
            prepared.map_err(|error| error.in_step(number, &step.endpoint))
        };
        let count = steps.len();
        let Some(step) = steps.last() else { return Ok(None) };
        let last = check(count - 1, step, None)?;
        for (number, step) in steps.iter().enumerate().take(count - 1) {
            check(number, step, last.as_ref())?;
        }
        for (number, step) in steps.iter_mut().enumerate() {
            let turtle = || Format::Turtle.name().to_owned();
            step.call.parameters.push(("outformat".to_owned(), turtle()));
            if number > 0 {
                step.call.parameters.push(("informat".to_owned(), turtle()));
                step.replace("Content-Type", Format::Turtle.media_type());
            }
            step.replace("Accept", Format::Turtle.media_type());
        }
        Ok(last.map(RoundTrip))
    }

    /// Writes the document with the annotations of a graph. Returns `ErrorKind::Invalid` if no
    /// context of the graph belongs to the document, and the errors of writing it.
    pub fn give_back(
        &self,
        document: &Document,
        graph: Graph,
        services: &Services<'_>,
    ) -> Result<Answer> {
        services.give_back(document, graph, &self.0)
    }
}

fn enriching(step: &Step) -> Option<(&Step, &Operation)> {
    match &step.target {
        Target::Service(operation) if operation.enriches() => Some((step, operation)),
        _ => None,
    }
}

/// Parses a request, as if its input had the given format.
fn outline(
    (step, operation): (&Step, &Operation),
    format: Option<Format>,
    services: &Services<'_>,
) -> Result<ParsedCall> {
    let mut call = crate::service::Call::new(step.call.path.clone());
    call.parameters.clone_from(&step.call.parameters);
    call.headers.clone_from(&step.call.headers);
    if let Some(format) = format {
        call.parameters.push(("informat".to_owned(), format.name().to_owned()));
    }
    services.prepare(operation.clone(), call, Source::Later)
}
