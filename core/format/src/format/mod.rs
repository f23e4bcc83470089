//! Formats: decoding of bytes to documents, and encoding of documents with annotations to bytes.

mod annotate;
mod apple_strings;
mod decode;
mod decode_options;
mod document_format;
mod docx;
mod drawing;
mod encode;
mod encode_options;
mod encoded;
mod epub;
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
mod rule_set;
mod schema_check;
mod signature;
mod source_formats;
mod standoff;
mod strings;
mod stringsdict;
mod subtitle;
mod table;
mod template;
mod translate;
mod unknown;
mod verify;
pub mod web_annotation;
mod xcstrings;
mod xliff;
mod xlsx;
mod xml;
mod yaml;

pub use crate::document::Columns;
pub use decode::decode;
pub use decode_options::DecodeOptions;
pub use encode::encode;
pub use encode_options::{EncodeOptions, OnParent};
pub use encoded::{Encoded, Placement};
#[doc(hidden)]
pub use exchange::{AnnotatedText, embedded_document, unplaced};
#[doc(hidden)]
pub use exchange::{ColumnRow, ColumnTag, column_rows};
pub use export::{Exported, export};
pub use export_options::ExportOptions;
#[doc(hidden)]
pub use export_texts::export_texts;
#[doc(hidden)]
pub use marked_text::{CodeReader, SpelledCode};
pub use markup_profile::MarkupProfile;
#[doc(hidden)]
pub use package::{in_encoding as part_in_encoding, in_utf8 as part_in_utf8};
pub use rule_set::RuleSet;
#[doc(hidden)]
pub use strings::{MessagePart, Notations, Placeholder, placeholders};
#[doc(hidden)]
pub use verify::decode_like;

pub use glossweave_markup::schema::Schema;
pub use glossweave_markup::{InvalidBytes, UnknownEntities};
