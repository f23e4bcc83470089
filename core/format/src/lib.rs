//! Document formats: decoding bytes into documents, and encoding documents with annotations and translations.
//!
//! Programs use the crate `glossweave`, which re-exports the stable items of this crate. The other public items are
//! used by other crates of Glossweave and may change with any version.

mod annotate;
mod apple_strings;
mod decode;
mod document_format;
mod docx;
mod drawing;
mod encode;
mod encode_options;
mod encoded;
mod epub;
#[cfg(test)]
mod example;
mod exchange;
mod export;
mod export_options;
mod export_texts;
mod fluent;
mod formats;
mod fragment;
mod html;
mod icu_message;
mod idml;
mod its;
mod its_spelling;
mod json;
pub mod json_writer;
mod markdown;
mod marked_text;
mod markup_profile;
mod new_file;
mod opc;
mod open_document;
mod overlap_limit;
mod package;
mod pdf;
mod plain;
mod po;
mod pptx;
mod profile_writer;
mod properties;
mod schema_check;
mod signature;
mod source_formats;
mod standoff;
mod strings;
mod stringsdict;
mod subtitle;
mod table;
mod template;
#[cfg(test)]
mod tests;
mod translate;
mod unknown;
mod verify;
mod vocabulary;
pub mod web_annotation;
mod xcstrings;
mod xliff;
mod xlsx;
mod xml;
mod yaml;

pub use decode::decode;
pub use encode::encode;
pub use encode_options::{EncodeOptions, OnParent};
pub use encoded::{Encoded, Placement};
pub use exchange::{AnnotatedText, embedded_document, unplaced};
pub use export::export;
pub use export_options::ExportOptions;
pub use export_texts::export_texts;
pub use marked_text::{CodeReader, SpelledCode, code_reader, marked_text, marked_texts};
pub use markup_profile::MarkupProfile;
pub use package::{in_encoding as part_in_encoding, in_utf8 as part_in_utf8};
pub use strings::{MessagePart, Placeholder, placeholders};
pub use verify::decode_like;

pub use glossweave_markup::schema::Schema;
pub use glossweave_markup::{InvalidBytes, UnknownEntities};
