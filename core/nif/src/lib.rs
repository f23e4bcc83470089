//! Documents and annotations as NIF and as chunks in JSON Lines, and a reader for NIF.
//!
//! A program uses the crate `glossweave`, which re-exports what programs need. Other public items are for the other crates
//! of Glossweave, and may change with any version.

pub mod chunk_lines;
pub mod nif;
