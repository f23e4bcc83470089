//! What a handler gives.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, ETAG, LOCATION};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use glossweave::resource::Record;
use serde::Serialize;

/// A status, headers and a body.
#[derive(Debug)]
pub struct Answer {
    status: StatusCode,
    headers: Vec<(HeaderName, String)>,
    media_type: String,
    bytes: Vec<u8>,
}

impl Answer {
    /// An answer with a body of a media type.
    pub fn new(
        status: StatusCode,
        media_type: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
    ) -> Answer {
        let (media_type, bytes) = (media_type.into(), bytes.into());
        Answer { status, headers: Vec::new(), media_type, bytes }
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

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The response. What cannot stand in a header is left out.
    pub fn respond(self) -> Response<Body> {
        let mut response = Response::new(Body::from(self.bytes));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        let media_type = Some((CONTENT_TYPE, self.media_type)).filter(|(_, text)| !text.is_empty());
        for (name, value) in self.headers.into_iter().chain(media_type) {
            if let Ok(value) = HeaderValue::try_from(value) {
                headers.append(name, value);
            }
        }
        response
    }
}

/// The entity tag of a resource.
pub fn tag(record: &Record) -> String {
    format!("\"{}\"", record.resource.revision)
}
