//! The common base of the other crates of Glossweave: errors, the clock, the log, text with its offsets,
//! media types and memory-mapped files.
//!
//! A program uses the crate `glossweave`, which re-exports all items for programs. The other public items
//! are for the other crates of Glossweave, and may change with any version.

pub mod allowance;
pub mod call_limits;
pub mod cancellation;
pub mod clock;
pub mod counting_allocator;
#[cfg(feature = "csv")]
pub mod csv;
pub mod error;
pub mod log;
pub mod media;
#[cfg(feature = "files")]
pub mod mmap_file;
pub mod model_report;
pub mod options;
pub mod progress;
pub mod provider;
pub mod secret;
mod serialized;
#[cfg(feature = "files")]
pub mod spool;
pub mod text;
pub mod token_usage;
pub mod trace;
pub mod words;

pub use cancellation::Cancellation;
pub use cancellation::CancellationScope;
pub use error::{Error, ErrorKind, Location, Result};
pub use media::{Ability, Accept, Format, FormatInfo, VocabularyFormat};
