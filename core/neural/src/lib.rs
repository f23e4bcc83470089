//! Neural models that are opened from files. Nothing is fetched: the host names the files.
//!
//! A host uses the crate `glossweave`, which re-exports all that is public here with its feature `neural`.

mod model;
mod sentence_transformer;
#[cfg(test)]
mod tests;
mod tokenizer;

pub use sentence_transformer::SentenceTransformer;
