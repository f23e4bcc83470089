//! A request, as handlers receive it.

use std::collections::BTreeSet;
use std::net::IpAddr;

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, Method, Uri};
use glossweave::service::parse_form;
use glossweave::trace::TraceContext;
use glossweave::vocabulary::Upload;
use glossweave::{Caller, Engine, Error, Result, Session};

/// Names and values in their order.
pub type Pairs = Vec<(String, String)>;

/// The version segment before all paths of the interface.
pub const BASE: &str = "/v1";

/// The parameter that turns a request into a job.
pub const ASYNC: &str = "async";

/// The body of a request.
pub enum Content {
    /// A body in memory.
    Whole(Vec<u8>),
    /// A body that was not read yet.
    Coming,
    /// A body for a dataset, which was written to a file.
    Received(Upload),
}

/// A request and its caller.
pub struct Request {
    /// The engine to call.
    pub engine: Engine,
    /// The caller.
    pub caller: Caller,
    /// The address of the client.
    pub address: Option<IpAddr>,
    /// The method of the route.
    pub method: Method,
    /// The target of the request.
    pub uri: Uri,
    /// The variable segments of the path.
    pub segments: Pairs,
    /// The query.
    pub query: Pairs,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub content: Content,
    /// The trace of the request.
    pub trace: Option<TraceContext>,
}

impl Request {
    /// Returns the session of the caller.
    pub fn session(&self) -> Session<'_> {
        self.engine.session(self.caller.clone())
    }

    /// Returns `true` if the body is a form, and the method changes something.
    pub fn has_form(&self) -> bool {
        let is_form = |text: &str| {
            let essence = text.split(';').next().unwrap_or_default();
            essence.trim().eq_ignore_ascii_case("application/x-www-form-urlencoded")
        };
        let media_type = self.media_type().ok().flatten();
        matches!(self.method, Method::POST | Method::PUT) && media_type.is_some_and(is_form)
    }

    /// Adds the fields of a form to the query. Parameters of the query have priority. Returns
    /// `ErrorKind::Invalid` if the form is not UTF-8.
    pub fn add_fields(&mut self, form: &[u8]) -> Result<()> {
        let text =
            std::str::from_utf8(form).map_err(|_| Error::invalid("the form is not UTF-8"))?;
        let asked: BTreeSet<String> = self.query.iter().map(|(name, _)| name.clone()).collect();
        let fields = parse_form(text.trim_end())?.into_iter();
        self.query.extend(fields.filter(|(name, _)| !asked.contains(name)));
        Ok(())
    }

    /// Returns the last variable segment of the path.
    pub fn last(&self) -> &str {
        self.segments.last().map_or("", |(_, value)| value)
    }

    /// Returns a parameter of the query. If it is repeated, returns the last value.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.query.iter().rev().find(|(given, _)| given == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns a required parameter. Returns `ErrorKind::Invalid` if it is missing.
    pub fn required(&self, name: &str) -> Result<&str> {
        self.parameter(name).ok_or_else(|| missing(name))
    }

    /// Returns a header as text. Returns `ErrorKind::Invalid` if it is not UTF-8.
    pub fn header(&self, name: &str) -> Result<Option<&str>> {
        let Some(value) = self.headers.get(name) else { return Ok(None) };
        let text = std::str::from_utf8(value.as_bytes());
        text.map(Some).map_err(|_| {
            Error::invalid(format!("the header `{name}` is not UTF-8")).with_parameter(name)
        })
    }

    /// Returns a header that contains a list. The list can be split over several headers.
    pub fn list(&self, name: &HeaderName) -> Option<String> {
        let parts = self.headers.get_all(name);
        let parts: Vec<_> =
            parts.iter().map(|part| String::from_utf8_lossy(part.as_bytes())).collect();
        Some(parts.join(", ")).filter(|list| !list.is_empty())
    }

    /// Returns the media type of the body.
    pub fn media_type(&self) -> Result<Option<&str>> {
        Ok(self.header(CONTENT_TYPE.as_str())?.filter(|text| !text.trim().is_empty()))
    }

    /// Removes and returns the body if it is in memory.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        match &mut self.content {
            Content::Whole(bytes) => std::mem::take(bytes),
            Content::Coming | Content::Received(_) => Vec::new(),
        }
    }

    /// Returns `true` if the request has a body.
    pub fn has_body(&self) -> bool {
        match &self.content {
            Content::Whole(bytes) => !bytes.is_empty(),
            Content::Coming | Content::Received(_) => true,
        }
    }

    /// Removes and returns the body if it was written to a file.
    pub fn take_upload(&mut self) -> Option<Upload> {
        match std::mem::replace(&mut self.content, Content::Whole(Vec::new())) {
            Content::Received(upload) => Some(upload),
            other => {
                self.content = other;
                None
            }
        }
    }
}

fn missing(name: &str) -> Error {
    Error::invalid(format!("`{name}` is missing")).with_parameter(name)
}
