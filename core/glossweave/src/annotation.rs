//! Annotations: entities, terms and translations at spans of a text.
//!
//! ```
//! use glossweave::annotation::{Annotation, Entity};
//! use glossweave::text::TextSpan;
//! let dublin = Entity::new("http://dbpedia.org/resource/Dublin").with_confidence(0.9);
//! let found = Annotation::entity(TextSpan::new(0, 6), dublin);
//! assert_eq!(found.span().range(), 0..6);
//! ```

#[doc(inline)]
pub use glossweave_document::annotation::{
    Annotation, Body, Category, Entity, Field, Metadata, Provenance, Term, Translation,
};
