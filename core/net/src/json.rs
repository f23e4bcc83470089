//! Calls of services that use JSON.

use crate::service::ServiceExt;
use serde_json::Value;

use crate::{HttpRequest, HttpResponse, Service, policy};
use glossweave_base::error::{Error, ErrorKind};

/// The maximum length of a service's error message in our messages.
const SAID: usize = 200;

/// Creates a POST request with JSON.
pub fn post(url: String, body: &Value) -> HttpRequest {
    HttpRequest::post(url, "application/json", body.to_string())
        .with_header("Accept", "application/json")
}

/// Appends a path to the URL of a service, unless the URL already ends with it.
pub fn join(service: &Service, path: &str) -> String {
    let url = service.url();
    let (base, query) = url.split_at(url.find('?').unwrap_or(url.len()));
    let base = base.trim_end_matches('/');
    format!("{}{path}{query}", base.strip_suffix(path).unwrap_or(base))
}

/// Converts the error of a call: returns `ErrorKind::Throttled` if the rate limit is exceeded.
pub fn limited(error: Error) -> Error {
    if error.code() != Some("429") {
        return error;
    }
    let throttled = Error::new(ErrorKind::Throttled, error.message()).with_code("429");
    match error.retry_after() {
        Some(wait) => throttled.with_retry_after(wait),
        None => throttled,
    }
}

/// Returns the error message in a response if it contains no secrets.
pub fn message(key: Option<&str>, call: &HttpRequest, incoming: &HttpResponse) -> Option<String> {
    let answer: Value = serde_json::from_slice(incoming.bytes()).ok()?;
    let places = ["/error/message", "/explanation", "/message", "/error"];
    let text = places.iter().find_map(|place| answer.pointer(place)?.as_str())?;
    let has_key = key.is_some_and(|key| !key.is_empty() && text.contains(key));
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let shown = !has_key && !call.is_betrayed_by(text);
    let line = || line.chars().filter(|char| !char.is_control()).take(SAID).collect();
    shown.then(line).map(|line| policy::shown(line, &call.url))
}
