//! A row of the table of routes, which is used to build the router and its description.

use axum::http::Method;
use glossweave::Result;
use glossweave::provider::{self, ParameterType};
use glossweave::vocabulary::Upload;

use crate::handler::call;
use crate::request::{ASYNC, Request};
use crate::response::Response;

/// The function that handles a request. It may block.
pub type Handler = Box<dyn Fn(&mut Request) -> Result<Response> + Send + Sync>;

/// The function that opens the source for a streamed body. It returns `None` if the handler will refuse the
/// request anyway. It may block.
pub type Receiver = Box<dyn Fn(&Request) -> Result<Option<Upload>> + Send + Sync>;

/// A method of a path, with its handler and its description.
pub struct Route {
    /// The method.
    pub method: Method,
    /// The path after the version segment, with variable segments in braces.
    pub path: &'static str,
    /// The handler.
    pub handler: Handler,
    /// The receiver of a streamed body.
    pub receiver: Option<Receiver>,
    /// The name of the operation in generated clients.
    pub id: String,
    /// A one-line summary.
    pub summary: String,
    /// The group of the route.
    pub tag: &'static str,
    /// The parameters, except path parameters.
    pub parameters: Vec<Parameter>,
    /// The body of requests.
    pub body: Body,
    /// The content of the body of requests.
    pub content: Content,
    /// The body of successful responses.
    pub output: Output,
    /// The callers that can use the route.
    pub access: Access,
}

impl Route {
    /// Runs the handler within the trace of the request.
    pub fn answer(&self, request: &mut Request) -> Result<Response> {
        match request.trace.clone() {
            Some(context) => context.run(|| (self.handler)(request)),
            None => (self.handler)(request),
        }
    }
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The location in a request.
    pub location: Location,
    /// The valid values.
    pub schema: Schema,
    /// A one-line description.
    pub text: &'static str,
}

/// The location of a parameter in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// The query.
    Query,
    /// The query; required.
    Required,
    /// The headers.
    Header,
    /// The headers; required.
    RequiredHeader,
}

/// The schema of the value of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum Schema {
    /// Any string.
    String,
    /// A non-negative integer.
    Integer,
    /// One of several words.
    Enum(&'static [&'static str]),
    /// An integer in a range.
    Range(u32, u32),
    /// A number from 0 to 1.
    Fraction,
}

/// The body of a request, with its media types.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// No body.
    None,
    /// A body that is read before the handler runs.
    Whole(&'static [&'static str]),
    /// An optional body that is read before the handler runs.
    Optional(&'static [&'static str]),
    /// A body that is written to a file while it is received.
    Streamed(&'static [&'static str]),
}

/// The content of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// The bytes of a document, in any encoding.
    Bytes,
    /// Text.
    Text,
    /// A JSON object with a schema.
    Json(&'static str),
    /// An array of JSON objects with a schema.
    Array(&'static str),
    /// Any JSON.
    AnyJson,
}

/// The body of a successful response.
#[derive(Clone, Copy, Debug)]
pub enum Output {
    /// Status 200 with a JSON object of a schema.
    Json(&'static str),
    /// Status 200 with an array of JSON objects of a schema.
    Array(&'static str),
    /// Status 201 with a JSON object of a schema.
    Created(&'static str),
    /// Status 204.
    Nothing,
    /// Status 200 with content in one of these media types.
    Document(&'static [&'static str], Content),
    /// Status 200 with lines or events of a schema, which are computed while they are sent.
    Stream(&'static [&'static str], &'static str),
}

/// The callers that can use a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// All callers, with or without a token.
    Anyone,
    /// Callers with a token.
    Authenticated,
    /// All callers. A token is ignored.
    TokenIgnored,
}

impl From<&'static provider::Parameter> for Parameter {
    /// Describes a parameter of the engine as a query parameter.
    fn from(one: &'static provider::Parameter) -> Parameter {
        let schema = match one.value {
            ParameterType::Integer => Schema::Integer,
            ParameterType::Range(least, most) => Schema::Range(least, most),
            ParameterType::Fraction => Schema::Fraction,
            ParameterType::Word(words) => Schema::Enum(words),
            _ => Schema::String,
        };
        let location = if one.required { Location::Required } else { Location::Query };
        Parameter { name: one.name, location, schema, text: one.text }
    }
}

/// Creates a query parameter.
pub const fn query(name: &'static str, schema: Schema, text: &'static str) -> Parameter {
    Parameter { name, location: Location::Query, schema, text }
}

impl Route {
    /// Creates a route for all callers, without parameters and bodies. Its handler calls the library.
    pub fn new(
        method: Method,
        path: &'static str,
        id: &str,
        summary: &str,
        tag: &'static str,
    ) -> Route {
        Route {
            method,
            path,
            handler: Box::new(call::call),
            receiver: None,
            id: id.to_owned(),
            summary: summary.to_owned(),
            tag,
            parameters: Vec::new(),
            body: Body::None,
            content: Content::Bytes,
            output: Output::Nothing,
            access: Access::Anyone,
        }
    }

    /// Sets the parameters.
    pub fn with_parameters(mut self, parameters: Vec<Parameter>) -> Route {
        self.parameters = parameters;
        self
    }

    /// Returns `true` if the response is computed while it is sent.
    pub fn is_stream(&self) -> bool {
        matches!(self.output, Output::Stream(..))
    }

    /// Returns `true` if a request can become a job.
    pub fn may_be_job(&self) -> bool {
        self.parameters.iter().any(|one| one.name == ASYNC)
    }

    /// Sets the body of requests.
    pub fn with_body(mut self, body: Body) -> Route {
        self.body = body;
        self
    }

    /// Sets the content of the body of requests.
    pub fn with_content(mut self, content: Content) -> Route {
        self.content = content;
        self
    }

    /// Sets the body of successful responses.
    pub fn with_output(mut self, output: Output) -> Route {
        self.output = output;
        self
    }

    /// Restricts the route to callers with a token.
    pub fn authenticated(mut self) -> Route {
        self.access = Access::Authenticated;
        self
    }

    /// Ignores a token.
    pub fn ignoring_token(mut self) -> Route {
        self.access = Access::TokenIgnored;
        self
    }

    /// Sets the receiver of a streamed body.
    pub fn with_receiver(
        mut self,
        receiver: impl Fn(&Request) -> Result<Option<Upload>> + Send + Sync + 'static,
    ) -> Route {
        self.receiver = Some(Box::new(receiver));
        self
    }

    /// Sets the handler.
    pub fn with_handler(
        mut self,
        handler: impl Fn(&mut Request) -> Result<Response> + Send + Sync + 'static,
    ) -> Route {
        self.handler = Box::new(handler);
        self
    }
}
