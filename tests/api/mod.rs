//! The public items of the library, as programs use them through the crate `glossweave`.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

mod base;
mod document;
mod entity;
mod format;
mod its;
mod link;
mod markup;
mod net;
mod nif;
mod rdf;
mod redact;
mod store;
mod term;
mod translate;
mod vocabulary;
mod xslt;
