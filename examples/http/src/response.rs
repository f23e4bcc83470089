//! What a handler gives.

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, ETAG, LOCATION};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use glossweave::resource::Record;
use serde::Serialize;

use crate::quota::Held;

/// A status, headers and a body.
#[derive(Debug)]
pub struct Answer {
    status: StatusCode,
    headers: Vec<(HeaderName, String)>,
    media_type: String,
    bytes: Vec<u8>,
    held: Option<Held>,
}

/// Bytes on their way out, and what they take of the memory for them.
struct Sent {
    bytes: Vec<u8>,
    _held: Held,
}

impl AsRef<[u8]> for Sent {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Answer {
    /// An answer with a body of a media type.
    pub fn new(
        status: StatusCode,
        media_type: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
    ) -> Answer {
        let (media_type, bytes) = (media_type.into(), bytes.into());
        Answer { status, headers: Vec::new(), media_type, bytes, held: None }
    }

    /// An answer with nothing in it.
    pub fn empty(status: StatusCode) -> Answer {
        Answer::new(status, "", Vec::new())
    }

    /// An answer in JSON.
    pub fn json(status: StatusCode, value: &impl Serialize) -> Answer {
        // Nothing that is shown can fail: keys are strings.
        Answer::new(status, "application/json", serde_json::to_vec(value).unwrap_or_default())
    }

    /// A stored resource, with its revision as entity tag.
    pub fn record(status: StatusCode, record: &Record) -> Answer {
        Answer::json(status, record).with_header(ETAG, tag(record))
    }

    /// Something new and where it is.
    pub fn created(self, place: impl Into<String>) -> Answer {
        Answer { status: StatusCode::CREATED, ..self }.with_header(LOCATION, place)
    }

    /// One header more.
    pub fn with_header(mut self, name: HeaderName, value: impl Into<String>) -> Answer {
        self.headers.push((name, value.into()));
        self
    }

    /// The number of bytes.
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// Says what counts until it is sent.
    pub fn with_memory(self, held: Held) -> Answer {
        Answer { held: Some(held), ..self }
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The response. What cannot stand in a header is left out.
    pub fn respond(self) -> Response<Body> {
        let bytes = match (self.bytes, self.held) {
            (bytes, Some(held)) if !bytes.is_empty() => {
                Bytes::from_owner(Sent { bytes, _held: held })
            }
            (bytes, _) => bytes.into(),
        };
        let mut response = Response::new(Body::from(bytes));
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
