//! Documents and annotations as NIF, a NIF reader, and chunks as JSON Lines.
//!
//! Programs use the crate `glossweave`, which re-exports all items for programs. The other public
//! items are for the crates of Glossweave, and may change in any version.

pub mod chunk_lines;
pub mod nif;
