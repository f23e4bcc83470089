//! e-Link: SPARQL endpoints, stored templates of queries, and the service that adds what these find about the
//! entities of documents.

mod links;
mod request;
#[cfg(test)]
mod tests;

#[doc(inline)]
pub use glossweave_link::{
    Answer, Endpoint, Failure, QueryEndpoint, QueryForm, SparqlEndpoint, Template, open_endpoint,
};
pub use links::Links;
pub(crate) use links::Parts;
pub use request::{LinkReply, LinkRequest};
