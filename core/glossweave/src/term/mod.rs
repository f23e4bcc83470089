//! e-Terminology: term bases, the extraction of terms, and the service that finds the terms of documents.

#[cfg(feature = "engine")]
mod request;
#[cfg(feature = "engine")]
mod terms;

#[doc(inline)]
pub use glossweave_term::{
    Concept, ConceptField, Definition, Detail, Extraction, Tbx, TbxStyle, TermBase,
    TermBaseBuilder, TermCandidate, TermEntry, TermMatch, TermOptions, TermSense, TermStatus,
    TermTarget, extract_terms, open_term_base,
};
#[cfg(feature = "engine")]
pub use request::TerminologyRequest;
#[cfg(feature = "engine")]
pub use terms::Terms;
