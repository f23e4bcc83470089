//! The parts that document formats share: the trait [`DocumentFormat`], the insertion of annotations and translations
//! into sources, and the verification of results.
//!
//! Programs use the crate `glossweave`, which re-exports the stable items of this crate. The other public items are
//! used by other crates of Glossweave and may change with any version.

pub mod annotate;
mod decode;
mod document_format;
mod encode;
mod encode_options;
mod encoded;
#[cfg(test)]
mod example;
mod export;
mod export_options;
mod formats;
pub mod fragment;
mod icu_message;
pub mod its;
pub mod json_tree;
pub mod json_writer;
mod marked_text;
pub mod markup_profile;
pub mod new_file;
pub mod overlap_limit;
#[cfg(feature = "packages")]
pub mod package;
mod part_tree;
mod plain;
mod schema_check;
mod signature;
pub mod strings;
pub mod translate;
pub mod unknown;
mod verify;

pub use document_format::DocumentFormat;
pub use encode_options::{EncodeOptions, OnParent, profile_of};
pub use encoded::{Encoded, Placement, PlacementExt};
pub use export_options::ExportOptions;
pub use formats::Formats;
pub use marked_text::{CodeReader, SpelledCode};
pub use markup_profile::MarkupProfile;
pub use part_tree::PartTree;
pub use plain::PlainText;
pub use strings::{MessagePart, Placeholder, placeholders};

pub use glossweave_markup::schema::Schema;
pub use glossweave_markup::{InvalidBytes, UnknownEntities};
