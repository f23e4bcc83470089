//! e-Link: statements that stored templates find about the entities of a document.

mod door;
mod explore;
mod request;
mod run;
mod source;
#[cfg(test)]
mod tests;

pub use door::Links;
pub(crate) use door::Parts;
pub use request::{Failure, LinkReply, LinkRequest};
pub(crate) use source::Graphs;
