//! Errors as RFC 9457 has them.

use axum::http::StatusCode;
use axum::http::header::{ACCEPT_ENCODING, ALLOW, RETRY_AFTER, WWW_AUTHENTICATE};
use glossweave::error::Side;
use glossweave::{Error, Kind};
use serde_json::{Map, Value, json};

use crate::coding::CODINGS;
use crate::response::Answer;

/// The media type of an error.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// The status of an error.
pub fn status(error: &Error) -> StatusCode {
    match error.kind() {
        Kind::Invalid | Kind::Malformed => StatusCode::BAD_REQUEST,
        Kind::Unsupported => match error.side() {
            Some(Side::Output) => StatusCode::NOT_ACCEPTABLE,
            Some(Side::Input) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            None => StatusCode::BAD_REQUEST,
        },
        Kind::NotFound => StatusCode::NOT_FOUND,
        Kind::Unauthenticated => StatusCode::UNAUTHORIZED,
        Kind::Forbidden => StatusCode::FORBIDDEN,
        Kind::Conflict => StatusCode::CONFLICT,
        // Who knows when to come back is here; who does not is somebody else.
        Kind::Unavailable if error.retry_after().is_some() => StatusCode::SERVICE_UNAVAILABLE,
        Kind::Unavailable => StatusCode::BAD_GATEWAY,
        Kind::Deadline => StatusCode::GATEWAY_TIMEOUT,
        Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Kind::Throttled => StatusCode::TOO_MANY_REQUESTS,
        Kind::PreconditionFailed => StatusCode::PRECONDITION_FAILED,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// An error as an answer to a request for a path.
pub fn answer(error: &Error, path: &str) -> Answer {
    let status = status(error);
    let mut answer = write(status, error.kind().name(), detail(error, status), path, facts(error));
    if status == StatusCode::UNAUTHORIZED {
        answer = answer.with_header(WWW_AUTHENTICATE, "Bearer realm=\"glossweave\"");
    }
    match (status, error.retry_after()) {
        (StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS, wait) => {
            let seconds = wait.map_or(1, |wait| wait.as_millis().div_ceil(1000).max(1));
            answer.with_header(RETRY_AFTER, seconds.to_string())
        }
        _ => answer,
    }
}

/// What leads nowhere.
pub fn not_found(path: &str) -> Answer {
    let detail = "nothing is here".to_owned();
    write(StatusCode::NOT_FOUND, Kind::NotFound.name(), detail, path, Map::new())
}

/// A method that a path does not have.
pub fn wrong_method(path: &str, allowed: &str) -> Answer {
    let detail = format!("expected one of the methods {allowed}");
    let status = StatusCode::METHOD_NOT_ALLOWED;
    write(status, Kind::Invalid.name(), detail, path, Map::new()).with_header(ALLOW, allowed)
}

/// A body that is packed in a way that is not known.
pub fn wrong_coding(path: &str) -> Answer {
    let detail = format!("expected one of the codings {CODINGS} as `Content-Encoding`");
    let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
    let facts = Map::from_iter([("parameter".to_owned(), json!("Content-Encoding"))]);
    let answer = write(status, Kind::Unsupported.name(), detail, path, facts);
    answer.with_header(ACCEPT_ENCODING, CODINGS)
}

/// A body that did not come in time.
pub fn too_slow(path: &str) -> Answer {
    let detail = "the body did not come in time".to_owned();
    write(StatusCode::REQUEST_TIMEOUT, Kind::Deadline.name(), detail, path, Map::new())
}

/// What goes wrong inside is nobody's business outside: the log has it.
fn detail(error: &Error, status: StatusCode) -> String {
    match status {
        StatusCode::INTERNAL_SERVER_ERROR => {
            "the service failed; its log has more under the id of this request".to_owned()
        }
        _ => error.to_string(),
    }
}

fn facts(error: &Error) -> Map<String, Value> {
    let mut facts = Map::new();
    if let Some(location) = error.location() {
        facts.insert("line".to_owned(), json!(location.line()));
        facts.insert("column".to_owned(), json!(location.column()));
    }
    if let Some(step) = error.step() {
        facts.insert("step".to_owned(), json!(step));
    }
    if let Some(parameter) = error.parameter() {
        facts.insert("parameter".to_owned(), json!(parameter));
    }
    if let Some(code) = error.code() {
        facts.insert("code".to_owned(), json!(code));
    }
    facts
}

fn write(
    status: StatusCode,
    kind: &str,
    detail: String,
    path: &str,
    facts: Map<String, Value>,
) -> Answer {
    let mut problem = Map::new();
    problem.insert("type".to_owned(), json!("about:blank"));
    problem.insert("title".to_owned(), json!(status.canonical_reason().unwrap_or("Error")));
    problem.insert("status".to_owned(), json!(status.as_u16()));
    problem.insert("detail".to_owned(), json!(detail));
    problem.insert("instance".to_owned(), json!(path));
    problem.insert("kind".to_owned(), json!(kind));
    problem.extend(facts);
    Answer::new(status, MEDIA_TYPE, Value::Object(problem).to_string())
}
