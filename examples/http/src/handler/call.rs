//! Conversion of requests to calls of the library, and of their answers to responses.

use axum::http::header::{
    ACCEPT, ACCEPT_LANGUAGE, CONTENT_TYPE, HOST, IF_MATCH, IF_NONE_MATCH, LINK, LOCATION,
};
use axum::http::{HeaderName, StatusCode};
use glossweave::Result;
use glossweave::service::{Answer, Call};

use crate::request::{BASE, Request};
use crate::response::Response;
use crate::{failures_header, problem};

/// The headers with one value, which must be UTF-8.
const SINGLE: [HeaderName; 4] = [
    CONTENT_TYPE,
    HOST,
    HeaderName::from_static("x-auth-username"),
    HeaderName::from_static("x-auth-password"),
];
/// The headers with a list, which can be split over several headers.
const LISTS: [HeaderName; 5] = [
    ACCEPT_LANGUAGE,
    IF_MATCH,
    IF_NONE_MATCH,
    HeaderName::from_static("prefer"),
    HeaderName::from_static("x-forwarded-proto"),
];

/// Calls the library with the path after the version segment.
pub fn call(request: &mut Request) -> Result<Response> {
    let call = read(request)?;
    Ok(respond(request.session().call(call)?))
}

/// Returns the call of a request.
fn read(request: &mut Request) -> Result<Call> {
    let path = request.uri.path().strip_prefix(BASE).unwrap_or_default();
    let mut call = Call::new(path).with_method(request.method.as_str().parse()?);
    for name in SINGLE {
        if let Some(value) = request.header(name.as_str())?.filter(|text| !text.trim().is_empty()) {
            call = call.with_header(name.as_str(), value);
        }
    }
    for name in LISTS {
        if let Some(list) = request.list(&name) {
            call = call.with_header(name.as_str(), list);
        }
    }
    // Generated clients also list the media type of errors, which no result has.
    let accepted = request.list(&ACCEPT).map(|list| {
        let ranges = list.split(',').filter(|range| !range.contains(problem::MEDIA_TYPE));
        ranges.collect::<Vec<_>>().join(",")
    });
    if let Some(accepted) = accepted.filter(|list| !list.trim().is_empty()) {
        call = call.with_header(ACCEPT.as_str(), accepted);
    }
    call.address = request.address;
    call.parameters = std::mem::take(&mut request.query);
    call.body = request.take_bytes();
    Ok(call)
}

/// Returns the response for an answer.
fn respond(answer: Answer) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    let mut response = Response::new(status, answer.media_type, answer.bytes);
    for (name, value) in answer.headers {
        let name = HeaderName::from_static(name);
        // Locations of answers are below the version segment.
        let value = match () {
            () if name == LOCATION => format!("{BASE}{value}"),
            () if name == LINK => value.replacen("</", &format!("<{BASE}/"), 1),
            () => value,
        };
        response = response.with_header(name, value);
    }
    let lists = [
        (failures_header::FAILURES, failures_header::failures(&answer.failures)),
        (failures_header::SKIPPED, failures_header::skipped(&answer.skipped)),
    ];
    let headers = lists.into_iter().filter_map(|(name, list)| Some((name, list?)));
    headers.fold(response, |response, (name, list)| response.with_header(name, list))
}
