//! e-Translation: translators, translation memories, and the service that translates documents.
//!
//! For example, a translation memory translates a sentence that it contains:
//!
//! ```
//! use glossweave::translate::TranslationMemory;
//! let tmx = r#"<tmx version="1.4">
//!   <header srclang="en" creationtool="t" creationtoolversion="1" segtype="sentence"
//!     o-tmf="t" adminlang="en" datatype="plaintext"/>
//!   <body><tu>
//!     <tuv xml:lang="en"><seg>The house is very big.</seg></tuv>
//!     <tuv xml:lang="es"><seg>La casa es muy grande.</seg></tuv>
//!   </tu></body></tmx>"#;
//! let mut builder = TranslationMemory::builder();
//! builder.tmx(tmx.as_bytes())?;
//! let memory = builder.build()?;
//! let found = memory.matches("The house is big.", &"en".parse()?, &"es".parse()?, 5)?;
//! assert_eq!(found[0].target, "La casa es muy grande.");
//! assert_eq!(found[0].score, 1.0 - 5.0 / 22.0);
//! # Ok::<(), glossweave::Error>(())
//! ```

#[cfg(feature = "engine")]
mod glossary;
#[cfg(feature = "engine")]
mod request;
#[cfg(feature = "engine")]
mod translations;
#[cfg(feature = "engine")]
mod units;

#[doc(inline)]
pub use glossweave_translate::{
    Capabilities, CheckOptions, FuzzyMatch, IssueType, Origin, QualityIssue, Segment, SegmentPair,
    SegmentStatus, Srx, State, System, SystemInfo, TranslatedSegment, TranslationBatch,
    TranslationMemory, TranslationMemoryBuilder, TranslationOptions, Translator, WantedTerm,
    XliffOptions, XliffVersion, check_translation, check_translations, embedded_document,
    merge_xliff, open_translator, quality_score, to_xliff,
};
#[cfg(feature = "engine")]
pub use request::{TranslationFindings, TranslationRequest};
#[cfg(feature = "engine")]
pub use translations::Translations;
