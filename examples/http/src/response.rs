//! The response of a handler.

use std::any::Any;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, Response as HttpResponse, StatusCode};
use serde::Serialize;

use crate::quota::Reservation;
use crate::response_stream::ChunkStream;

/// The header that disables the buffering of a response in proxies.
pub const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// A status, headers and a body.
#[derive(Debug)]
pub struct Response {
    status: StatusCode,
    headers: Vec<(HeaderName, String)>,
    media_type: String,
    bytes: Vec<u8>,
    reservation: Option<Reservation>,
    stream: Option<ChunkStream>,
}

/// The bytes of a body with their memory reservation.
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
    /// Creates a response with a body of a media type.
    pub fn new(
        status: StatusCode,
        media_type: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
    ) -> Response {
        let (media_type, bytes) = (media_type.into(), bytes.into());
        let headers = Vec::new();
        Response { status, headers, media_type, bytes, reservation: None, stream: None }
    }

    /// Creates a response without a body.
    pub fn empty(status: StatusCode) -> Response {
        Response::new(status, "", Vec::new())
    }

    /// Creates a response whose body is computed while it is sent.
    pub fn stream(
        status: StatusCode,
        media_type: impl Into<String>,
        chunks: impl Iterator<Item = Vec<u8>> + Send + 'static,
    ) -> Response {
        let stream = Some(ChunkStream::new(chunks));
        // Proxies such as nginx would wait for more data.
        Response { stream, ..Response::new(status, media_type, Vec::new()) }
            .with_header(BUFFERING, "no")
    }

    /// Keeps a value until the body has been computed.
    pub fn keep(&mut self, kept: impl Any + Send) {
        if let Some(stream) = &mut self.stream {
            stream.keep(kept);
        }
    }

    /// Creates a JSON response.
    pub fn json(status: StatusCode, value: &impl Serialize) -> Response {
        // Serialization cannot fail, because all keys are strings.
        Response::new(status, "application/json", serde_json::to_vec(value).unwrap_or_default())
    }

    /// Adds a header.
    pub fn with_header(mut self, name: HeaderName, value: impl Into<String>) -> Response {
        self.headers.push((name, value.into()));
        self
    }

    /// Returns the number of bytes of the body.
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// Keeps a reservation until the response has been sent.
    pub fn with_memory(self, reservation: Reservation) -> Response {
        Response { reservation: Some(reservation), ..self }
    }

    /// Returns the status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Converts the response to an HTTP response. Invalid headers are omitted.
    pub fn into_http(self) -> HttpResponse<Body> {
        let body = match (self.stream, self.bytes, self.reservation) {
            (Some(stream), ..) => stream.into_body(),
            (_, bytes, Some(reservation)) if !bytes.is_empty() => {
                Bytes::from_owner(Reserved { bytes, _reservation: reservation }).into()
            }
            (_, bytes, _) => bytes.into(),
        };
        let mut response = HttpResponse::new(body);
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

/// Adds `charset=utf-8` to a text media type without a charset, because clients would assume ISO-8859-1 or
/// guess.
fn with_charset(media_type: String) -> String {
    match media_type.starts_with("text/") && !media_type.contains("charset=") {
        true => format!("{media_type}; charset=utf-8"),
        false => media_type,
    }
}
