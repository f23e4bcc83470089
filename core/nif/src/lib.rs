//! Documents and annotations as NIF and as chunks in JSON Lines, and a reader for NIF.
//!
//! Applications use the crate `glossweave`, which re-exports all public items of this crate. Items
//! hidden from this documentation are for the other crates of Glossweave only and may change with
//! any version.

pub mod chunk_lines;
pub mod nif;
