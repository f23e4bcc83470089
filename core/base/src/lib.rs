//! Errors, the clock, the log, text with its offsets, media types and memory-mapped files: the common base of
//! the other crates of Glossweave.
//!
//! A host uses the crate `glossweave`, which re-exports all that is public here. Hidden items are for the
//! other crates of Glossweave only and may change with any version.

#[doc(hidden)]
pub mod allowance;
#[doc(hidden)]
pub mod call_limits;
#[doc(hidden)]
pub mod cancellation;
pub mod clock;
#[doc(hidden)]
pub mod counting_allocator;
#[doc(hidden)]
pub mod csv;
pub mod error;
pub mod log;
#[doc(hidden)]
pub mod media;
#[doc(hidden)]
pub mod mmap_file;
#[doc(hidden)]
pub mod model_report;
#[doc(hidden)]
pub mod options;
pub mod progress;
pub mod provider;
pub mod secret;
mod serialized;
#[doc(hidden)]
pub mod spool;
pub mod text;
#[doc(hidden)]
pub mod token_usage;
pub mod trace;
#[doc(hidden)]
pub mod words;

pub use cancellation::Cancellation;
#[doc(hidden)]
pub use cancellation::CancellationScope;
pub use error::{Error, ErrorKind, Location, Result};
pub use media::{Ability, Accept, Format, FormatInfo, VocabularyFormat};
