//! The C API. It translates and adds nothing: the rules that hold for every function are in
//! docs/c.md, the functions in include/glossweave.h, which is made from this crate.

// Every function here is called from C, which gives no promise that Rust could check. What a
// pointer must be is said once, in docs/c.md.
#![allow(unsafe_code, clippy::missing_safety_doc)]
#![deny(clippy::undocumented_unsafe_blocks)]

mod annotation;
mod backup;
mod batch;
mod bytes;
mod check;
mod chunk;
mod dataset;
mod dictionary;
mod document;
mod engine;
mod entity;
mod error;
mod filter;
mod format;
mod guard;
mod invitation;
mod its;
mod job;
mod key;
mod language;
mod link;
mod log;
mod mention_model;
mod model;
mod nif;
mod params;
mod part;
mod progress;
mod protocol;
mod provider;
mod ranking_weights;
mod reconciliation;
mod redact;
mod remote;
mod reply;
mod resolver;
mod resource;
mod service;
mod status;
mod tagger;
mod training;
mod translation;
mod user;
mod web_annotation;
mod xliff;
mod xslt;

pub use annotation::*;
pub use backup::*;
pub use batch::*;
pub use bytes::*;
pub use check::*;
pub use chunk::*;
pub use dataset::*;
pub use dictionary::*;
pub use document::*;
pub use engine::*;
pub use entity::*;
pub use error::*;
pub use filter::*;
pub use format::*;
pub use invitation::*;
pub use its::*;
pub use job::*;
pub use key::*;
pub use language::*;
pub use link::*;
pub use log::*;
pub use mention_model::*;
pub use model::*;
pub use nif::*;
pub use params::*;
pub use part::*;
pub use progress::*;
pub use protocol::*;
pub use provider::*;
pub use ranking_weights::*;
pub use reconciliation::*;
pub use redact::*;
pub use remote::*;
pub use reply::*;
pub use resolver::*;
pub use resource::*;
pub use service::*;
pub use status::*;
pub use tagger::*;
pub use translation::*;
pub use user::*;
pub use web_annotation::*;
pub use xliff::*;
pub use xslt::*;

/// The version of the interface. A library serves programs that were compiled for the same number.
pub const GW_ABI_VERSION: u32 = 1;

/// The version of the library that this header came with: the first number of `0.1.0`.
pub const GW_VERSION_MAJOR: u32 = 0;
/// The second number.
pub const GW_VERSION_MINOR: u32 = 1;
/// The third number.
pub const GW_VERSION_PATCH: u32 = 0;

/// Returns the version of the interface that the library has; compare it with `GW_ABI_VERSION`.
#[unsafe(no_mangle)]
pub extern "C" fn gw_abi_version() -> u32 {
    GW_ABI_VERSION
}

/// Returns the version of the library, such as `0.1.0`. It lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn gw_version() -> GwStr {
    env!("CARGO_PKG_VERSION").into()
}
