//! e-Link: SPARQL endpoints, stored templates of queries, and the service that adds the results of
//! templates for the entities of documents.
//!
//! For example, a template queries an endpoint for each entity of a text:
//!
//! ```
//! use glossweave::resource::ResourceUpdate;
//! use glossweave::service::Call;
//! use glossweave::{Caller, Engine, Settings};
//! let engine = Engine::builder(Settings::default()).open()?;
//! let users = engine.session(Caller::Anonymous).users();
//! users.create("ann", "correct horse")?;
//! let session = engine.session(Caller::Token(users.authenticate("ann", "correct horse")?));
//!
//! let facts = b"<http://example.org/Cork> <http://example.org/people> 224004 .";
//! let mut turtle = ResourceUpdate::default();
//! turtle.set("informat", "turtle")?;
//! session.datasets().create(Some("facts"), facts, &turtle)?;
//! let template = br#"{"endpoint": "dataset:facts", "query":
//!     "CONSTRUCT { <@@@entity_uri@@@> ?p ?o } WHERE { <@@@entity_uri@@@> ?p ?o }"}"#;
//! let template = session.templates().create(None, template, &ResourceUpdate::default())?.name;
//!
//! let page = "<p>To <span its-ta-ident-ref='http://example.org/Cork'>Cork</span>";
//! let call = Call::new("/e-link/documents").with_parameter("templateid", template);
//! let answer = session.call(call.with_parameter("informat", "html").with_body(page))?;
//! assert!(String::from_utf8_lossy(&answer.bytes).contains("224004"));
//! # Ok::<(), glossweave::Error>(())
//! ```

mod links;
mod request;
#[cfg(test)]
mod tests;

#[doc(inline)]
pub use glossweave_link::{Answer, Endpoint, Failure, QueryEndpoint, Template, open_endpoint};
pub use links::Links;
pub(crate) use links::Parts;
pub use request::LinkRequest;
