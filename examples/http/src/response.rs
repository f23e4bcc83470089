//! What a handler gives.

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, ETAG, LOCATION};
use axum::http::{HeaderName, HeaderValue, Response as HttpResponse, StatusCode};
use glossweave::resource::Record;
use serde::Serialize;

use crate::quota::Reservation;

/// A status, headers and a body.
#[derive(Debug)]
pub struct Response {
    status: StatusCode,
    headers: Vec<(HeaderName, String)>,
    media_type: String,
    bytes: Vec<u8>,
    reservation: Option<Reservation>,
}

/// Bytes on their way out, and what they take of the memory for them.
struct Reserved {
    bytes: Vec<u8>,
    _reservation: Reservation,
}

impl AsRef<[u8]> for Reserved {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Response {
    /// An answer with a body of a media type.
    pub fn new(
        status: StatusCode,
        media_type: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
    ) -> Response {
        let (media_type, bytes) = (media_type.into(), bytes.into());
        Response { status, headers: Vec::new(), media_type, bytes, reservation: None }
    }

    /// An answer with nothing in it.
    pub fn empty(status: StatusCode) -> Response {
        Response::new(status, "", Vec::new())
    }

    /// An answer in JSON.
    pub fn json(status: StatusCode, value: &impl Serialize) -> Response {
        // Nothing that is shown can fail: keys are strings.
        Response::new(status, "application/json", serde_json::to_vec(value).unwrap_or_default())
    }

    /// A stored resource, with its revision as entity tag.
    pub fn record(status: StatusCode, record: &Record) -> Response {
        Response::json(status, record).with_header(ETAG, tag(record))
    }

    /// Something new and where it is.
    pub fn created(self, location: impl Into<String>) -> Response {
        Response { status: StatusCode::CREATED, ..self }.with_header(LOCATION, location)
    }

    /// One header more.
    pub fn with_header(mut self, name: HeaderName, value: impl Into<String>) -> Response {
        self.headers.push((name, value.into()));
        self
    }

    /// The number of bytes.
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// Says what counts until it is sent.
    pub fn with_memory(self, reservation: Reservation) -> Response {
        Response { reservation: Some(reservation), ..self }
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The response. What cannot stand in a header is left out.
    pub fn into_http(self) -> HttpResponse<Body> {
        let bytes = match (self.bytes, self.reservation) {
            (bytes, Some(reservation)) if !bytes.is_empty() => {
                Bytes::from_owner(Reserved { bytes, _reservation: reservation })
            }
            (bytes, _) => bytes.into(),
        };
        let mut response = HttpResponse::new(Body::from(bytes));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        let media_type = Some((CONTENT_TYPE, with_charset(self.media_type)));
        let media_type = media_type.filter(|(_, text)| !text.is_empty());
        for (name, value) in self.headers.into_iter().chain(media_type) {
            if let Ok(value) = HeaderValue::try_from(value) {
                headers.append(name, value);
            }
        }
        response
    }
}

/// A media type of texts with its encoding, which is UTF-8 where nothing else is said: clients take
/// ISO-8859-1 or guess otherwise.
fn with_charset(media_type: String) -> String {
    match media_type.starts_with("text/") && !media_type.contains("charset=") {
        true => format!("{media_type}; charset=utf-8"),
        false => media_type,
    }
}

/// The entity tag of a resource.
pub fn tag(record: &Record) -> String {
    format!("\"{}\"", record.resource.revision)
}
