//! A row of the table of routes: what the router is made of, and its description.

use axum::http::Method;
use glossweave::Result;

use crate::answer::Answer;
use crate::ask::Ask;

/// What answers a request. It may block.
pub type Handler = Box<dyn Fn(&mut Ask) -> Result<Answer> + Send + Sync>;

/// A method on a path, what answers it, and what is said about it in the description.
pub struct Route {
    /// The method.
    pub method: Method,
    /// The path below the version segment, with variable segments in braces.
    pub path: &'static str,
    /// What answers.
    pub handler: Handler,
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
    /// What it gives where all is well.
    pub gives: Gives,
    /// Who may call.
    pub callers: Callers,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// Where it stands.
    pub place: Place,
    /// What it looks like.
    pub shape: Shape,
    /// A line about it.
    pub text: &'static str,
}

/// Where a parameter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
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
pub enum Shape {
    /// Any text.
    Text,
    /// A whole number from 0.
    Number,
    /// One of some words.
    Words(&'static [&'static str]),
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
    /// One that the handler reads while it comes.
    Coming(&'static [&'static str]),
}

/// What an answer has.
#[derive(Clone, Copy, Debug)]
pub enum Gives {
    /// Status 200 with JSON of a shape.
    Json(&'static str),
    /// Status 200 with an array of a shape.
    Array(&'static str),
    /// Status 201 with JSON of a shape.
    Created(&'static str),
    /// Status 204.
    Nothing,
    /// Status 200 with a document in one of these media types.
    Document(&'static [&'static str]),
}

/// Who may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callers {
    /// Everybody: what is public is for all.
    All,
    /// Who has a token.
    Known,
    /// A token is not looked at.
    Nobody,
}

/// A parameter of the query.
pub const fn query(name: &'static str, shape: Shape, text: &'static str) -> Parameter {
    Parameter { name, place: Place::Query, shape, text }
}
