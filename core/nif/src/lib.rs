//! Documents and annotations as NIF and as Web Annotations, and NIF read again.
//!
//! A host uses the crate `glossweave`, which re-exports all that is public here. What is hidden in these
//! pages is for the other crates of Glossweave alone and may change with any version.

pub mod nif;
pub mod web_annotation;
