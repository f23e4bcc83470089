//! A row of the table of routes: what the router is made of, and its description.

use axum::http::{Method, StatusCode};
use glossweave::Result;
use glossweave::enrich::Upload;

use crate::request::Request;
use crate::response::Response;

/// The version segment before every path of the interface.
pub const BASE: &str = "/v1";

/// What answers a request. It may block.
pub type Handler = Box<dyn Fn(&mut Request) -> Result<Response> + Send + Sync>;

/// What says where a body goes that is not held; nowhere if the handler refuses the request anyway. It may
/// block.
pub type Receiver = Box<dyn Fn(&Request) -> Result<Option<Upload>> + Send + Sync>;

/// A method on a path, what answers it, and what is said about it in the description.
pub struct Route {
    /// The method.
    pub method: Method,
    /// The path below the version segment, with variable segments in braces.
    pub path: &'static str,
    /// What answers.
    pub handler: Handler,
    /// What takes the body, if the handler does not hold it.
    pub receiver: Option<Receiver>,
    /// What clients that are generated call it.
    pub id: String,
    /// A line about it.
    pub summary: String,
    /// What it belongs to.
    pub tag: &'static str,
    /// The parameters beside those in the path.
    pub parameters: Vec<Parameter>,
    /// What it takes.
    pub body: Body,
    /// The shape of what it takes.
    pub content: Content,
    /// What it gives where all is well.
    pub output: Output,
    /// Who may call.
    pub access: Access,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// Where it stands.
    pub location: Location,
    /// What it looks like.
    pub schema: Schema,
    /// A line about it.
    pub text: &'static str,
}

/// Where a parameter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// In the query.
    Query,
    /// In the query, where it must be.
    Required,
    /// In the headers.
    Header,
    /// In the headers, where it must be.
    RequiredHeader,
}

/// What a value looks like.
#[derive(Clone, Copy, Debug)]
pub enum Schema {
    /// Any text.
    String,
    /// A whole number from 0.
    Integer,
    /// One of some words.
    Enum(&'static [&'static str]),
}

/// What a request has for a body.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// None.
    None,
    /// One that is read before the handler runs, of these media types.
    Whole(&'static [&'static str]),
    /// The same, and it may be left out.
    Optional(&'static [&'static str]),
    /// One that goes to the disk while it comes.
    Streamed(&'static [&'static str]),
}

/// The shape of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Bytes: those of a document, in any encoding.
    Bytes,
    /// Text.
    Text,
    /// JSON of a shape.
    Json(&'static str),
    /// JSON of an array of a shape.
    Array(&'static str),
    /// JSON of any shape.
    AnyJson,
}

/// What an answer has.
#[derive(Clone, Copy, Debug)]
pub enum Output {
    /// Status 200 with JSON of a shape.
    Json(&'static str),
    /// Status 200 with an array of a shape.
    Array(&'static str),
    /// Status 201 with JSON of a shape.
    Created(&'static str),
    /// Status 204.
    Nothing,
    /// Status 200 with content in one of these media types.
    Document(&'static [&'static str], Content),
}

/// Who may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody: what is public is for all.
    Anyone,
    /// Who has a token.
    Authenticated,
    /// A token is not looked at.
    TokenIgnored,
}

/// A parameter of the query.
pub const fn query(name: &'static str, schema: Schema, text: &'static str) -> Parameter {
    Parameter { name, location: Location::Query, schema, text }
}

impl Route {
    /// A row that takes and gives nothing, for everybody.
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
            handler: Box::new(|_: &mut Request| Ok(Response::empty(StatusCode::NO_CONTENT))),
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

    /// Sets what the body may be.
    pub fn with_body(mut self, body: Body) -> Route {
        self.body = body;
        self
    }

    /// Sets the shape of the body.
    pub fn with_content(mut self, content: Content) -> Route {
        self.content = content;
        self
    }

    /// Sets what the answer is.
    pub fn with_output(mut self, output: Output) -> Route {
        self.output = output;
        self
    }

    /// Leaves it to those who have a token.
    pub fn authenticated(mut self) -> Route {
        self.access = Access::Authenticated;
        self
    }

    /// Looks at no token.
    pub fn ignoring_token(mut self) -> Route {
        self.access = Access::TokenIgnored;
        self
    }

    /// Sets where the body goes that is not held.
    pub fn with_receiver(
        mut self,
        receiver: impl Fn(&Request) -> Result<Option<Upload>> + Send + Sync + 'static,
    ) -> Route {
        self.receiver = Some(Box::new(receiver));
        self
    }

    /// Sets what answers.
    pub fn with_handler(
        mut self,
        handler: impl Fn(&mut Request) -> Result<Response> + Send + Sync + 'static,
    ) -> Route {
        self.handler = Box::new(handler);
        self
    }
}
