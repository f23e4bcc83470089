//! The requests of a pipeline.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::variable;
use glossweave_base::error::{Error, ErrorKind, Result};

/// Names and values, in the order of the request.
pub type Pairs = Map<String, Value>;

/// The fields of a request object.
const FIELDS: [&str; 5] = ["method", "endpoint", "parameters", "headers", "body"];

/// The method of every request.
const POST: &str = "POST";

/// A request object of the HTTP interface.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The method, which is always `POST`.
    pub method: String,
    /// The path or URL, with or without parameters. It may contain `$NAME$`.
    pub endpoint: String,
    /// The parameters of the query: strings, which may contain `$NAME$`.
    pub parameters: Pairs,
    /// The headers: strings, which may contain `$NAME$`.
    pub headers: Pairs,
    /// The body of the first request.
    pub body: Option<String>,
}

impl Request {
    /// Creates a request without parameters, headers and a body.
    ///
    /// ```
    /// use glossweave::pipeline::Request;
    /// let request = Request::new("/e-entity/$WHO$/documents").with_parameter("language", "$LANGUAGE$");
    /// assert!(request.variables().eq(["WHO", "LANGUAGE"]));
    /// ```
    pub fn new(endpoint: impl Into<String>) -> Request {
        let (parameters, headers) = (Pairs::new(), Pairs::new());
        Request {
            method: POST.to_owned(),
            endpoint: endpoint.into(),
            parameters,
            headers,
            body: None,
        }
    }

    /// Sets a parameter.
    #[must_use]
    pub fn with_parameter(mut self, name: impl Into<String>, value: impl Into<String>) -> Request {
        self.parameters.insert(name.into(), Value::String(value.into()));
        self
    }

    /// Sets a header.
    ///
    /// ```
    /// use glossweave::pipeline::Request;
    /// let request = Request::new("/e-entity/places/documents")
    ///     .with_header("Content-Type", "text/plain")
    ///     .with_body("To Cork");
    /// assert_eq!(request.body.as_deref(), Some("To Cork"));
    /// ```
    #[must_use]
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Request {
        self.headers.insert(name.into(), Value::String(value.into()));
        self
    }

    /// Sets the body.
    #[must_use]
    pub fn with_body(mut self, body: impl Into<String>) -> Request {
        self.body = Some(body.into());
        self
    }

    /// Parses an element of an array. Returns `ErrorKind::Invalid`, with the number of the step in
    /// the message, if it is not a request.
    pub(super) fn read(step: usize, value: Value) -> Result<Request> {
        let wrong = |what: String| Error::invalid(what).in_step(step, "");
        let Value::Object(mut fields) = value else {
            return Err(wrong(format!("expected an object, found {}", sort(&value))));
        };
        if let Some(unknown) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
            let error = Error::unknown(ErrorKind::Invalid, "field", unknown, &FIELDS);
            return Err(error.in_step(step, ""));
        }
        let mut text = |name: &str| match fields.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => {
                Err(wrong(format!("expected a string as `{name}`, found {}", sort(&other))))
            }
        };
        let missing = |name: &str| wrong(format!("`{name}` is missing"));
        let method = text("method")?.ok_or_else(|| missing("method"))?;
        if method != POST {
            let found = glossweave_base::error::shown(&method);
            return Err(wrong(format!("expected the method `{POST}`, found {found}")));
        }
        let endpoint = text("endpoint")?.filter(|endpoint| !endpoint.trim().is_empty());
        let endpoint = endpoint.ok_or_else(|| missing("endpoint"))?;
        let body = text("body")?;
        let mut pairs = |name: &str| match fields.remove(name) {
            None | Some(Value::Null) => Ok(Pairs::new()),
            Some(Value::Object(pairs)) => match pairs.values().find(|value| !value.is_string()) {
                None => Ok(pairs),
                Some(other) => {
                    Err(wrong(format!("expected strings in `{name}`, found {}", sort(other))))
                }
            },
            Some(other) => {
                Err(wrong(format!("expected an object as `{name}`, found {}", sort(&other))))
            }
        };
        let parameters = pairs("parameters")?;
        let headers = pairs("headers")?;
        if let Some(name) = headers.keys().find(|name| !is_header_name(name)) {
            let name = glossweave_base::error::shown(name);
            return Err(wrong(format!("{name} cannot be the name of a header")));
        }
        Ok(Request { method, endpoint, parameters, headers, body })
    }

    /// Returns the number of bytes of text in the request.
    pub(super) fn size(&self) -> usize {
        let values = self.parameters.values().chain(self.headers.values());
        let values: usize = values.filter_map(Value::as_str).map(str::len).sum();
        self.endpoint.len() + values + self.body.as_ref().map_or(0, String::len)
    }

    /// Returns the names between `$`, in the order of the text.
    ///
    /// A pipeline runs only if all of them have values:
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::pipeline::{Pipeline, Request};
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, ErrorKind, Format, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let pipelines = engine.session(Caller::Anonymous).pipelines();
    /// let pipeline = Pipeline::new().request(Request::new("/e-entity/$WHAT$/documents"));
    /// let call = Call::for_document("To Cork", Format::Text);
    /// assert_eq!(pipelines.apply(&pipeline, call.clone()).unwrap_err().kind(), ErrorKind::Invalid);
    /// assert!(pipelines.apply(&pipeline, call.with_parameter("WHAT", "places")).is_ok());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        let values = self.parameters.values().chain(self.headers.values());
        let texts = std::iter::once(self.endpoint.as_str()).chain(values.filter_map(Value::as_str));
        texts.flat_map(variable::names)
    }
}

/// Returns `true` for a token (RFC 9110, 5.6.2), the syntax of header names.
fn is_header_name(name: &str) -> bool {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_token)
}

/// Returns the name of the type of a value for messages.
pub(super) fn sort(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
