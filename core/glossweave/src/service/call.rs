//! Calls of services, and their answers.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use url::form_urlencoded;

use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, Skipped};
use glossweave_base::media::{Format, is_form};
use glossweave_base::trace::TraceContext;
use glossweave_link::Failure;

/// The method of a [`Call`] (RFC 9110, clause 9.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Reads a resource or a list.
    Get,
    /// Calls a service, or creates a resource.
    #[default]
    Post,
    /// Changes a resource.
    Put,
    /// Deletes a resource.
    Delete,
}

impl FromStr for Method {
    type Err = Error;

    /// Reads a name such as `GET`. An empty name is `POST`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `method`, for other methods.
    fn from_str(name: &str) -> Result<Method, Error> {
        match name {
            "GET" => Ok(Method::Get),
            "POST" | "" => Ok(Method::Post),
            "PUT" => Ok(Method::Put),
            "DELETE" => Ok(Method::Delete),
            _ => {
                let message = "expected `GET`, `POST`, `PUT` or `DELETE` as method";
                Err(Error::invalid(message).with_parameter("method"))
            }
        }
    }
}

/// A call of a service or of another part of the HTTP interface.
///
/// ```
/// use glossweave::service::Call;
/// let call = Call::new("/e-entity/dictionary/documents?dataset=places")
///     .with_parameter("outformat", "json-ld")
///     .with_header("Content-Type", "text/html")
///     .with_body("<p>To Cork!");
/// assert_eq!(call.header("content-type"), Some("text/html"));
/// ```
#[non_exhaustive]
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Call {
    /// The method. Services and pipelines are called with [`Method::Post`], which is the default.
    pub method: Method,
    /// The path below the version segment, with or without parameters after a `?`.
    pub path: String,
    /// More parameters, decoded. They take precedence over parameters in the path. If a name is
    /// repeated, the last value is used.
    pub parameters: Vec<(String, String)>,
    /// The headers. The services use `Content-Type`, `Accept`, headers with credentials, and, for
    /// pipelines, `Host`, because their requests may contain URLs of the engine. `traceparent` and
    /// `tracestate` are also sent to remote services. Other parts of the interface also use
    /// `If-Match`, `If-None-Match`, `Accept-Language`, `Prefer`, `X-Auth-Username` and
    /// `X-Auth-Password`.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
    /// The address of the client, for which failed log-ins are counted. Hosts that serve a network
    /// should set it.
    pub address: Option<IpAddr>,
    /// The memory allowance of the pipeline, if the call is one of its steps.
    pub(crate) memory: Option<Allowance>,
}

impl Call {
    /// Creates a `POST` call without parameters, headers and a body.
    pub fn new(path: impl Into<String>) -> Call {
        Call { path: path.into(), ..Call::default() }
    }

    /// Sets the method.
    pub fn with_method(self, method: Method) -> Call {
        Call { method, ..self }
    }

    /// Creates a call for a document in a format, without a path.
    ///
    /// ```
    /// use glossweave::Format;
    /// use glossweave::service::Call;
    /// let call = Call::for_document("<p>To Cork!", Format::Html);
    /// assert_eq!(call.body, b"<p>To Cork!");
    /// assert_eq!(call.parameters, [("informat".to_owned(), "html".to_owned())]);
    /// ```
    pub fn for_document(document: impl Into<Vec<u8>>, format: Format) -> Call {
        Call::default().with_body(document).with_parameter("informat", format.name())
    }

    /// Adds a parameter.
    ///
    /// ```
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// // It counts more than the one in the path.
    /// let call = Call::new("/e-terminology/extraction?language=en&outformat=turtle")
    ///     .with_parameter("outformat", "json-ld")
    ///     .with_body("One black hole.");
    /// let answer = engine.session(Caller::Anonymous).call(call)?;
    /// assert_eq!(answer.media_type, "application/ld+json");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn with_parameter(mut self, name: impl Into<String>, value: impl Into<String>) -> Call {
        self.parameters.push((name.into(), value.into()));
        self
    }

    /// Runs work within the trace of the headers, unless another trace is active.
    pub(crate) fn run_traced<T>(self, work: impl FnOnce(Call) -> T) -> T {
        let is_free = TraceContext::current().is_none();
        let parent = self.header("traceparent").filter(|_| is_free);
        match parent.and_then(|parent| TraceContext::parse(parent, self.header("tracestate"))) {
            Some(context) => context.run(|| work(self)),
            None => work(self),
        }
    }

    /// Adds a header.
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Call {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sets the body.
    pub fn with_body(mut self, body: impl Into<Vec<u8>>) -> Call {
        self.body = body.into();
        self
    }

    /// Returns the number of bytes of the body and the parameters.
    pub(crate) fn size(&self) -> usize {
        let parameters = self.parameters.iter().map(|(name, value)| name.len() + value.len());
        self.body.len() + self.path.len() + parameters.sum::<usize>()
    }

    /// Returns the value of a header. Names are case-insensitive. If a header is repeated, the last
    /// value is used.
    ///
    /// ```
    /// use glossweave::service::Call;
    /// let call = Call::new("/e-link/documents")
    ///     .with_header("Accept", "text/turtle")
    ///     .with_header("ACCEPT", "text/html");
    /// assert_eq!(call.header("accept"), Some("text/html"));
    /// assert_eq!(call.header("Content-Type"), None);
    /// ```
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut named = self.headers.iter().rev().filter(|(one, _)| one.eq_ignore_ascii_case(name));
        named.next().map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    }

    /// Returns the call without the media type of forms, because clients such as `curl -d` send
    /// this media type with any body.
    ///
    /// If one of the fields of the body is `input` or `i`, and all names of fields consist of
    /// letters, digits, `-` and `_`, the fields become parameters. Parameters of the call take
    /// precedence. Any other body is kept, in the default format.
    pub(crate) fn without_form(mut self) -> Call {
        if !self.header("content-type").is_some_and(is_form) {
            return self;
        }
        self.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("content-type"));
        let is_name = |name: &str| {
            !name.is_empty()
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        };
        let fields: Vec<(String, String)> = form_urlencoded::parse(&self.body)
            .map(|(name, value)| (name.into_owned(), value.into_owned()))
            .collect();
        let has_input = fields.iter().any(|(name, _)| matches!(name.as_str(), "input" | "i"));
        if has_input && fields.iter().all(|(name, _)| is_name(name)) {
            self.body.clear();
            let query = self.path.split_once('?').map_or("", |(_, query)| query);
            let asked: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
            let fields = fields.into_iter();
            let fields = fields.filter(|(name, _)| asked.iter().all(|(one, _)| one != name));
            let fields: Vec<_> = fields.collect();
            self.parameters.splice(0..0, fields);
        }
        self
    }
}

impl fmt::Debug for Call {
    /// Writes only the names of parameters and headers, because their values may contain keys.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |pairs: &[(String, String)]| -> Vec<String> {
            pairs.iter().map(|(name, _)| name.clone()).collect()
        };
        out.debug_struct("Call")
            .field("path", &self.path.split('?').next().unwrap_or_default())
            .field("parameters", &names(&self.parameters))
            .field("headers", &names(&self.headers))
            .field("body", &self.body.len())
            .finish()
    }
}

/// The answer to a [`Call`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The HTTP status of the success, for example 201 if a resource was created.
    pub status: u16,
    /// The other headers of the response, for example `ETag` and `Location`. Locations are below
    /// the version segment.
    pub headers: Vec<(&'static str, String)>,
    /// The body of the response.
    pub bytes: Vec<u8>,
    /// The media type. If a format has several, it is the requested one.
    pub media_type: String,
    /// The entities for which a template failed, when `partial=true` allows partial results.
    pub failures: Vec<Failure>,
    /// The skipped parts of the input: invalid strings of NIF, the first of which is an error with
    /// `strict=yes`, and warnings about a document.
    pub skipped: Vec<Skipped>,
}

impl Default for Answer {
    /// Returns an empty answer with the status 200.
    fn default() -> Answer {
        Answer {
            status: 200,
            headers: Vec::new(),
            bytes: Vec::new(),
            media_type: String::new(),
            failures: Vec::new(),
            skipped: Vec::new(),
        }
    }
}
