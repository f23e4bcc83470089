//! e-Terminology: term bases, the extraction of terms, and the service that finds the terms of documents.

mod request;
mod terms;

#[doc(inline)]
pub use glossweave_term::{
    Concept, ConceptField, Definition, Detail, Extraction, Tbx, TbxStyle, TermBase,
    TermBaseBuilder, TermCandidate, TermEntry, TermMatch, TermSense, TermStatus, TermTarget,
    Terminology, extract_terms,
};
pub use request::TerminologyRequest;
pub use terms::Terms;
