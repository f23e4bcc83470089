//! Conversion of requests to service calls, and of their answers to responses.

use axum::http::StatusCode;
use axum::http::header::{ACCEPT, CONTENT_TYPE, HOST};
use glossweave::Result;
use glossweave::service::{Answer, Call};

use crate::request::Request;
use crate::response::Response;
use crate::route::BASE;
use crate::{failures_header, problem};

/// Returns the service call of a request.
pub fn read(request: &mut Request) -> Result<Call> {
    let path = request.uri.path().strip_prefix(BASE).unwrap_or_default();
    let mut call = Call::new(path);
    if let Some(host) = request.header(HOST.as_str())? {
        call = call.with_header(HOST.as_str(), host);
    }
    if let Some(media_type) = request.media_type()? {
        call = call.with_header(CONTENT_TYPE.as_str(), media_type);
    }
    // Generated clients also list the media type of errors, which no result has.
    let accepted = request.list(ACCEPT).map(|list| {
        let ranges = list.split(',').filter(|range| !range.contains(problem::MEDIA_TYPE));
        ranges.collect::<Vec<_>>().join(",")
    });
    if let Some(accepted) = accepted.filter(|list| !list.trim().is_empty()) {
        call = call.with_header(ACCEPT.as_str(), accepted);
    }
    call.parameters = std::mem::take(&mut request.query);
    call.body = request.take_bytes();
    Ok(call)
}

/// Returns the response for an answer.
pub fn respond(answer: Answer) -> Response {
    let response = Response::new(StatusCode::OK, answer.media_type, answer.bytes);
    let lists = [
        (failures_header::FAILURES, failures_header::failures(&answer.failures)),
        (failures_header::SKIPPED, failures_header::skipped(&answer.skipped)),
    ];
    let headers = lists.into_iter().filter_map(|(name, list)| Some((name, list?)));
    headers.fold(response, |response, (name, list)| response.with_header(name, list))
}
