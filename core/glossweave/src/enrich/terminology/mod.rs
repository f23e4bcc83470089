//! e-Terminology: the terms of a document.

mod describe;
mod request;
mod terms;

pub use request::{Detail, Terminology, TerminologyRequest};
pub use terms::Terms;
