//! Requests and responses.

use std::fmt;
use std::time::Duration;

use super::hosts::HostPolicy;
use super::policy;

/// The maximum length of a media type in a message.
const LONGEST: usize = 100;

/// The method of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Get,
    Post,
}

#[cfg(feature = "client")]
impl Method {
    pub(super) fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
        }
    }
}

/// A call.
#[derive(Clone)]
pub struct HttpRequest {
    pub(super) method: Method,
    pub(super) url: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
    pub(super) time: Option<Duration>,
    pub(super) response: Option<usize>,
    pub(super) idempotent: bool,
    pub(super) reach: HostPolicy,
}

impl HttpRequest {
    /// Creates a GET request. It can be retried.
    pub fn get(url: impl Into<String>) -> HttpRequest {
        HttpRequest {
            method: Method::Get,
            url: url.into(),
            headers: Vec::new(),
            body: Vec::new(),
            time: None,
            response: None,
            idempotent: true,
            reach: HostPolicy::Settings,
        }
    }

    /// Creates a POST request with a body of a media type. It is not retried unless it is
    /// [idempotent](HttpRequest::idempotent).
    pub fn post(
        url: impl Into<String>,
        media_type: impl Into<String>,
        body: impl Into<Vec<u8>>,
    ) -> HttpRequest {
        let call = HttpRequest { method: Method::Post, body: body.into(), ..HttpRequest::get(url) };
        HttpRequest { idempotent: false, ..call.with_header("Content-Type", media_type) }
    }

    /// Adds a header. When a redirect leads to another host, only headers about the content and content
    /// negotiation are sent to it.
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> HttpRequest {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sets the time for the whole call: all attempts, the waits between them, and the body of the
    /// response. By default, the time of the network is used.
    pub fn with_time(mut self, time: Duration) -> HttpRequest {
        self.time = Some(time);
        self
    }

    /// Sets the maximum size of the decompressed response in bytes. It applies only if it is less than the
    /// limit of the network.
    pub fn with_response(mut self, bytes: usize) -> HttpRequest {
        self.response = Some(bytes);
        self
    }

    /// Marks the call as idempotent, so that it can be retried.
    pub fn idempotent(mut self) -> HttpRequest {
        self.idempotent = true;
        self
    }

    /// Sets the hosts that the call may reach.
    pub fn reaching(mut self, reach: HostPolicy) -> HttpRequest {
        self.reach = reach;
        self
    }

    /// Returns `true` if a text contains a confidential part of the call, for example a key.
    pub(crate) fn is_betrayed_by(&self, text: &str) -> bool {
        let query = self.url.split_once('?').map_or("", |(_, query)| query);
        let values =
            query.split('&').filter_map(|pair| pair.split_once('=')).map(|(_, value)| value);
        let headers = self.headers.iter().flat_map(|(_, value)| value.split(' '));
        let tells = |secret: &str| secret.len() > 3 && text.contains(secret);
        // Servers show the decoded text, which differs from the URL.
        let url = policy::parse(&self.url).ok();
        let mut decoded = url.iter().flat_map(|url| url.query_pairs());
        values.chain(headers).any(tells) || decoded.any(|(_, value)| tells(&value))
    }
}

impl fmt::Debug for HttpRequest {
    /// Formats the call without headers and the query of the URL, because they may contain keys.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        out.debug_struct("HttpRequest")
            .field("method", &self.method)
            .field("url", &self.url.split(['?', '#']).next().unwrap_or_default())
            .field("headers", &names)
            .field("body", &self.body.len())
            .field("time", &self.time)
            .field("response", &self.response)
            .field("idempotent", &self.idempotent)
            .field("reach", &self.reach)
            .finish()
    }
}

/// A response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpResponse {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) bytes: Vec<u8>,
}

impl HttpResponse {
    /// Returns the status, for example 200. It is never 429, 502, 503 or 504, which are errors.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Returns `true` if the status is a success: 200 to 299.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Returns the first value of a header. The name is not case-sensitive.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the header `Content-Type`.
    pub fn content_type(&self) -> Option<&str> {
        self.header("content-type")
    }

    /// Returns the content, decompressed.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Converts the response into its content, decompressed.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Returns the media type of the content for messages, without parameters and with a limited length.
pub fn shown_type(response: &HttpResponse) -> String {
    let media_type = response.content_type().unwrap_or("no media type");
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    media_type.escape_debug().take(LONGEST).collect()
}
