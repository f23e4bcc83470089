//! Document formats: decoding bytes into documents, and encoding documents with annotations and translations.
//!
//! Programs use the crate `glossweave`, which re-exports the stable items of this crate. The other public items are
//! used by other crates of Glossweave and may change with any version.

mod formats;
#[cfg(test)]
mod tests;

pub use formats::{
    code_reader, decode, decode_like, embedded_document, encode, export, export_texts, marked_text,
    marked_texts,
};

pub use glossweave_format_base::package::{
    in_encoding as part_in_encoding, in_utf8 as part_in_utf8,
};
pub use glossweave_format_base::{
    CodeReader, EncodeOptions, Encoded, ExportOptions, InvalidBytes, MarkupProfile, MessagePart,
    OnParent, Placeholder, Placement, Schema, SpelledCode, UnknownEntities, placeholders,
};
pub use glossweave_format_exchange::{AnnotatedText, unplaced, web_annotation};
