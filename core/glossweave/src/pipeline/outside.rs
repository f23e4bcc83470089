//! Steps that go out over HTTP.

use std::time::Duration;

use url::Url;

use crate::provider::Network;
use crate::provider::network::Outgoing;
use crate::service::{Call, Outcome};
use glossweave_base::error::{Error, Kind, Result, Side};

/// Headers that are the business of the connection.
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

/// Sends a call to where only the settings can allow it to go, and nothing of the caller's own with
/// it: only the headers of the request.
///
/// Kinds: those of [`Network::send`]; Invalid for a header that is not a request's to set; and for an
/// answer that is no success the kind of its status.
pub(super) fn send(network: &Network, mut url: Url, call: Call, time: Duration) -> Result<Outcome> {
    if !call.parameters.is_empty() {
        url.query_pairs_mut().extend_pairs(&call.parameters);
    }
    let media_type = call.header("content-type").unwrap_or("text/plain").to_owned();
    let mut outgoing = Outgoing::post(url.as_str(), media_type, call.body).with_time(time);
    for (name, value) in call.headers {
        if CONNECTION.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
            return Err(Error::invalid(format!("the header `{name}` is not for a request to set")));
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

/// What the network tried again and gave up, as its status has it.
fn again(error: Error) -> Error {
    let status = error.code().and_then(|code| code.parse().ok());
    match (status.map(failure), error.retry_after()) {
        (None, _) => error,
        (Some(failure), None) => failure,
        (Some(failure), Some(wait)) => failure.with_retry_after(wait),
    }
}

/// What a status means here.
fn failure(status: u16) -> Error {
    let message = format!("the endpoint answered {status}");
    let error = match status {
        401 => Error::new(Kind::Unauthenticated, message),
        403 => Error::new(Kind::Forbidden, message),
        404 | 410 => Error::new(Kind::NotFound, message),
        406 => Error::unsupported(Side::Output, message),
        409 => Error::new(Kind::Conflict, message),
        412 => Error::new(Kind::PreconditionFailed, message),
        413 => Error::new(Kind::TooLarge, message),
        415 => Error::unsupported(Side::Input, message),
        429 => Error::new(Kind::Throttled, message),
        408 | 504 => Error::new(Kind::Deadline, message),
        400..=499 => Error::invalid(message),
        _ => Error::new(Kind::Unavailable, message),
    };
    error.with_code(status.to_string())
}
