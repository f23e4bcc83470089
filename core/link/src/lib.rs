//! SPARQL endpoints, and templates for queries about entities.
//!
//! Programs use the crate `glossweave`, which re-exports all items for programs. The other public
//! items are for the crates of Glossweave, and may change in any version.

pub mod describe;
mod endpoint;
mod providers;
mod run;
mod source;
mod sparql;
mod template;

pub use endpoint::{Answer, QueryEndpoint};
pub use providers::open_endpoint;
pub use providers::protocols;
pub use run::Failure;
pub use run::{Bounds, Found, run};
pub use source::{Asked, Source, endpoint};
pub use sparql::{QueryForm, SparqlEndpoint};
pub use template::{Endpoint, Template};
pub use template::{PREDEFINED_HOSTS, Pattern, install_templates, outline, read};
