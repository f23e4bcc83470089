//! e-Terminology: the terms of a document.

mod describe;
mod door;
mod request;

pub use door::Terms;
pub use request::{Detail, Terminology, TerminologyRequest};
