//! e-Link: statements that stored templates find about the entities of a document.

mod explore;
mod links;
mod request;
mod run;
mod source;
#[cfg(test)]
mod tests;

pub use links::Links;
pub(crate) use links::Parts;
pub use request::{Failure, LinkReply, LinkRequest};
pub(crate) use source::Graphs;
