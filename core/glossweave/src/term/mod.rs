//! e-Terminology: term bases, the extraction of terms, and the service that finds the terms of documents.
//!
//! ```
//! use glossweave::entity::Passage;
//! use glossweave::term::{TermBase, TermStatus};
//! let table = "concept,term,language,status\n\
//!     c1,black hole,en,preferred\n\
//!     c1,frozen star,en,deprecated\n\
//!     c1,agujero negro,es,preferred\n";
//! let terms = TermBase::builder().csv(table.as_bytes())?.build()?;
//! let (english, spanish) = ("en".parse()?, "es".parse()?);
//! let text = Passage::new("Frozen stars? Black holes!");
//! let found = terms.find(&text, &english, Some(&spanish), None)?;
//! assert_eq!(found.len(), 2);
//! let first = &found[0].senses[0];
//! assert_eq!(first.status, Some(TermStatus::Deprecated));
//! assert_eq!(first.preferred, Some("black hole"));
//! assert_eq!(first.targets[0].text, "agujero negro");
//! # Ok::<(), glossweave::Error>(())
//! ```

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
