//! Problem details (RFC 9457) of errors.

use axum::http::StatusCode;
use axum::http::header::{ACCEPT_ENCODING, ALLOW, RETRY_AFTER, WWW_AUTHENTICATE};
use glossweave::error::Side;
use glossweave::{Error, ErrorKind};
use serde_json::{Map, Value, json};

use crate::coding::CODINGS;
use crate::request::BASE;
use crate::response::Response;

/// The media type of problem details.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// Returns the HTTP status of an error.
pub fn status(error: &Error) -> StatusCode {
    match error.kind() {
        ErrorKind::Invalid | ErrorKind::Malformed => StatusCode::BAD_REQUEST,
        ErrorKind::Unsupported => match error.side() {
            Some(Side::Output) => StatusCode::NOT_ACCEPTABLE,
            Some(Side::Input) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            None => StatusCode::BAD_REQUEST,
        },
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::Unauthenticated => StatusCode::UNAUTHORIZED,
        ErrorKind::Forbidden => StatusCode::FORBIDDEN,
        ErrorKind::Conflict => StatusCode::CONFLICT,
        // Only the service specifies when to retry. Remote services do not.
        ErrorKind::Unavailable if error.retry_after().is_some() => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::Unavailable => StatusCode::BAD_GATEWAY,
        ErrorKind::Storage if error.retry_after().is_some() => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::Storage if error.code() == Some("disk-full") => StatusCode::INSUFFICIENT_STORAGE,
        ErrorKind::Deadline => StatusCode::GATEWAY_TIMEOUT,
        ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::Throttled => StatusCode::TOO_MANY_REQUESTS,
        ErrorKind::PreconditionFailed => StatusCode::PRECONDITION_FAILED,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Returns the response for an error, for a request of a path.
pub fn of_error(error: &Error, path: &str) -> Response {
    let status = status(error);
    let mut response =
        problem(status, error.kind().name(), detail(error, status), path, extensions(error));
    if status == StatusCode::UNAUTHORIZED {
        response = response.with_header(WWW_AUTHENTICATE, "Bearer realm=\"glossweave\"");
    }
    match (status, error.retry_after()) {
        (StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS, wait) => {
            let seconds = wait.map_or(1, |wait| wait.as_millis().div_ceil(1000).max(1));
            response.with_header(RETRY_AFTER, seconds.to_string())
        }
        _ => response,
    }
}

/// Returns the response for an unknown path. `services` are the paths after the version, with `{…}` for
/// variable segments.
pub fn not_found(path: &str, services: &[&str]) -> Response {
    let is_path = |service: &&str| {
        service.split('/').count() == path.split('/').count()
            && service
                .split('/')
                .zip(path.split('/'))
                .all(|(known, given)| known.starts_with('{') && !given.is_empty() || known == given)
    };
    let detail = match services.iter().any(is_path) {
        true => format!("no such path; did you mean `{BASE}{path}`?"),
        false => format!("no such path; `{BASE}/openapi.json` lists the paths of services"),
    };
    problem(StatusCode::NOT_FOUND, ErrorKind::NotFound.name(), detail, path, Map::new())
}

/// Returns the response for a method that a path does not support.
pub fn wrong_method(path: &str, allowed: &str) -> Response {
    let detail = format!("expected one of the methods {allowed}");
    let status = StatusCode::METHOD_NOT_ALLOWED;
    problem(status, ErrorKind::Invalid.name(), detail, path, Map::new()).with_header(ALLOW, allowed)
}

/// Returns the response for a body in an unknown content coding.
pub fn unknown_coding(path: &str) -> Response {
    let detail = format!("expected one of the codings {CODINGS} as `Content-Encoding`");
    let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
    let extensions = Map::from_iter([("parameter".to_owned(), json!("Content-Encoding"))]);
    let response = problem(status, ErrorKind::Unsupported.name(), detail, path, extensions);
    response.with_header(ACCEPT_ENCODING, CODINGS)
}

/// Returns the response for a body that was not received in time.
pub fn timeout(path: &str) -> Response {
    let detail = "the body did not arrive in time".to_owned();
    problem(StatusCode::REQUEST_TIMEOUT, ErrorKind::Deadline.name(), detail, path, Map::new())
}

/// Returns the message of an error. Internal errors are not disclosed, and only the log contains them.
fn detail(error: &Error, status: StatusCode) -> String {
    match status {
        StatusCode::INTERNAL_SERVER_ERROR => {
            "the service failed; its log has details under the id of this request".to_owned()
        }
        // The messages contain paths of the service.
        StatusCode::SERVICE_UNAVAILABLE if error.kind() == ErrorKind::Storage => {
            let unknown = "; the change may have happened";
            let unknown = if error.message().ends_with(unknown) { unknown } else { "" };
            format!("the store cannot be used at the moment{unknown}")
        }
        StatusCode::INSUFFICIENT_STORAGE => "the disk of the service is full".to_owned(),
        _ => error.to_string(),
    }
}

fn extensions(error: &Error) -> Map<String, Value> {
    let mut extensions = Map::new();
    if let Some(location) = error.location() {
        extensions.insert("line".to_owned(), json!(location.line()));
        extensions.insert("column".to_owned(), json!(location.column()));
    }
    if let Some(step) = error.step() {
        extensions.insert("step".to_owned(), json!(step));
    }
    if let Some(parameter) = error.parameter() {
        extensions.insert("parameter".to_owned(), json!(parameter));
    }
    if let Some(code) = error.code() {
        extensions.insert("code".to_owned(), json!(code));
    }
    extensions
}

fn problem(
    status: StatusCode,
    kind: &str,
    detail: String,
    path: &str,
    extensions: Map<String, Value>,
) -> Response {
    let mut members = Map::new();
    members.insert("type".to_owned(), json!("about:blank"));
    members.insert("title".to_owned(), json!(status.canonical_reason().unwrap_or("Error")));
    members.insert("status".to_owned(), json!(status.as_u16()));
    members.insert("detail".to_owned(), json!(detail));
    members.insert("instance".to_owned(), json!(path));
    members.insert("kind".to_owned(), json!(kind));
    members.extend(extensions);
    Response::new(status, MEDIA_TYPE, Value::Object(members).to_string())
}
