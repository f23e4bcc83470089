//! Steps that call remote services over HTTP.

use std::time::Duration;

use url::Url;

use crate::service::{Call, Outcome};
use glossweave_base::error::{Error, ErrorKind, Result, Side};
use glossweave_net::HttpRequest;
use glossweave_net::Network;

/// The headers of the connection. Requests may not set them.
const CONNECTION: &[&str] = &[
    "host",
    "content-length",
    "transfer-encoding",
    "connection",
    "keep-alive",
    "upgrade",
    "te",
    "trailer",
    "expect",
    "proxy-authorization",
    "proxy-connection",
    "accept-encoding",
];

/// Sends a call to a remote host, if the settings allow it. Only the headers of the request are
/// sent, and no headers of the caller.
///
/// Returns the errors of [`Network::send`], `ErrorKind::Invalid` for a header that a request may
/// not set, and an error of the corresponding kind if the status is not a success.
pub(super) fn send(network: &Network, mut url: Url, call: Call, time: Duration) -> Result<Outcome> {
    if !call.parameters.is_empty() {
        url.query_pairs_mut().extend_pairs(&call.parameters);
    }
    let media_type = call.header("content-type").unwrap_or("text/plain").to_owned();
    let mut outgoing = HttpRequest::post(url.as_str(), media_type, call.body).with_time(time);
    for (name, value) in call.headers {
        if CONNECTION.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
            return Err(Error::invalid(format!("a request cannot set the header `{name}`")));
        }
        if !name.eq_ignore_ascii_case("content-type") {
            outgoing = outgoing.with_header(name, value);
        }
    }
    let incoming = network.send(&outgoing).map_err(again)?;
    if !incoming.is_success() {
        return Err(failure(incoming.status()));
    }
    let media_type = incoming.content_type().unwrap_or("application/octet-stream").to_owned();
    Ok(Outcome::bytes(incoming.into_bytes(), media_type))
}

/// Returns the error for the last status, when all retries of the network have failed.
fn again(error: Error) -> Error {
    let status = error.code().and_then(|code| code.parse().ok());
    match (status.map(failure), error.retry_after()) {
        (None, _) => error,
        (Some(failure), None) => failure,
        (Some(failure), Some(wait)) => failure.with_retry_after(wait),
    }
}

/// Returns the error for a status.
fn failure(status: u16) -> Error {
    let message = format!("the endpoint answered {status}");
    let error = match status {
        401 => Error::new(ErrorKind::Unauthenticated, message),
        403 => Error::new(ErrorKind::Forbidden, message),
        404 | 410 => Error::new(ErrorKind::NotFound, message),
        406 => Error::unsupported(Side::Output, message),
        409 => Error::new(ErrorKind::Conflict, message),
        412 => Error::new(ErrorKind::PreconditionFailed, message),
        413 => Error::new(ErrorKind::TooLarge, message),
        415 => Error::unsupported(Side::Input, message),
        429 => Error::new(ErrorKind::Throttled, message),
        408 | 504 => Error::new(ErrorKind::Deadline, message),
        400..=499 => Error::invalid(message),
        _ => Error::new(ErrorKind::Unavailable, message),
    };
    error.with_code(status.to_string())
}
