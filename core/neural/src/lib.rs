//! Neural models that are loaded from files: sentence encoders, and recognizers that label tokens or
//! spans. Nothing is downloaded; the host specifies the files.
//!
//! Programs should use the crate `glossweave`, which re-exports all public items with its feature
//! `neural`.

mod aggregation;
mod class_iri;
mod files;
mod labels;
mod model;
mod onnx;
mod report;
mod sentence_transformer;
mod span_classifier;
#[cfg(test)]
mod tests;
mod token_classifier;
mod tokenizer;
mod window;

pub use aggregation::Aggregation;
pub use report::check;
pub use sentence_transformer::SentenceTransformer;
pub use span_classifier::SpanClassifier;
pub use token_classifier::TokenClassifier;
