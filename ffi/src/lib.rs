//! The C API. It translates calls and adds no behavior. docs/c.md contains the rules for all functions, and
//! include/glossweave.h, which is generated from this crate, lists the functions.

// C calls all functions here, so Rust cannot check any promise about pointers. docs/c.md specifies once
// what a pointer must be.
#![allow(unsafe_code, clippy::missing_safety_doc)]
#![deny(clippy::undocumented_unsafe_blocks)]

// The header uses the order of these modules. Each comment is the title of a group in its contents.

// Errors, text and options
mod status;

mod error;

mod log;

mod bytes;

mod params;

// Documents and NIF
mod document;

mod annotation;

mod reply;

mod part;

mod format;

mod language;

mod chunk;

mod web_annotation;

mod its;

mod resolver;

mod nif;

// Providers
mod dictionary;

#[cfg(feature = "engine")]
mod provider;

#[cfg(feature = "engine")]
mod recognizer;

#[cfg(feature = "engine")]
mod translator;

// Engines and sessions
#[cfg(feature = "engine")]
mod open;

#[cfg(feature = "engine")]
mod engine;

// Services
#[cfg(feature = "engine")]
mod entity;

#[cfg(feature = "engine")]
mod link;

#[cfg(feature = "engine")]
mod translation;

#[cfg(feature = "engine")]
mod service_reply;

#[cfg(feature = "engine")]
mod xliff;

#[cfg(feature = "engine")]
mod check;

#[cfg(feature = "engine")]
mod vocabulary;

#[cfg(feature = "redact")]
mod redact;

// Pipelines, batches and jobs
#[cfg(feature = "engine")]
mod service;

#[cfg(feature = "engine")]
mod batch;

#[cfg(feature = "engine")]
mod job;

// Stored resources
#[cfg(feature = "engine")]
mod resource;

#[cfg(feature = "engine")]
mod stored_document;

#[cfg(feature = "engine")]
mod dataset;

#[cfg(feature = "engine")]
mod filter;

#[cfg(feature = "engine")]
mod xslt;

#[cfg(feature = "engine")]
mod backup;

// Users
#[cfg(feature = "engine")]
mod user;

// Trained models
#[cfg(feature = "engine")]
mod tagger;

#[cfg(feature = "engine")]
mod mention_model;

#[cfg(feature = "engine")]
mod ranking_weights;

#[cfg(feature = "engine")]
mod model;

// Parts of the other files
mod callback;

mod owner;

mod guard;

mod progress;

#[cfg(feature = "engine")]
mod request;

#[cfg(feature = "engine")]
mod training;

/// cbindgen:ignore
#[cfg(target_arch = "wasm32")]
mod wasm;

use std::alloc::System;

use glossweave::CountingAllocator;

/// cbindgen:ignore
// The limits of calls apply to the memory that is in use.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator(System);

pub use annotation::*;
pub use bytes::*;
pub use callback::*;
pub use chunk::*;
pub use dictionary::*;
pub use document::*;
pub use error::*;
pub use format::*;
pub use its::*;
pub use language::*;
pub use log::*;
pub use nif::*;
pub use owner::GwOwner;
pub use params::*;
pub use part::*;
pub use progress::*;
#[cfg(feature = "redact")]
pub use redact::*;
pub use reply::*;
pub use resolver::*;
pub use status::*;
pub use web_annotation::*;
#[cfg(feature = "engine")]
pub use {
    backup::*, batch::*, check::*, dataset::*, engine::*, entity::*, filter::*, job::*, link::*,
    mention_model::*, model::*, open::*, provider::*, ranking_weights::*, recognizer::*,
    resource::*, service::*, stored_document::*, tagger::*, translation::*, translator::*, user::*,
    vocabulary::*, xliff::*, xslt::*,
};

/// The ABI version of this header. A library supports programs that were compiled with the same number.
pub const GW_ABI_VERSION: u32 = 2;

/// The major version of the library that this header belongs to: the first number of `0.2.0`.
pub const GW_VERSION_MAJOR: u32 = 0;
/// The minor version: the second number.
pub const GW_VERSION_MINOR: u32 = 2;
/// The patch version: the third number.
pub const GW_VERSION_PATCH: u32 = 0;

/// Returns the ABI version of the library. Compare it with `GW_ABI_VERSION`.
#[unsafe(no_mangle)]
pub extern "C" fn gw_abi_version() -> u32 {
    GW_ABI_VERSION
}

/// Returns the version of the library, for example `0.2.0`. The text lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn gw_version() -> GwStr {
    env!("CARGO_PKG_VERSION").into()
}
