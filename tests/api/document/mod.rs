//! The public items of the crate `glossweave-document`, as programs use them.

mod annotation;
mod annotation_body;
mod annotation_category;
mod annotation_field;
mod annotation_provenance;
mod annotation_serde;
mod chunk;
mod chunk_options;
mod columns;
mod decode_options;
mod heading;
mod insertion;
mod its_resolver;
mod map;
mod notation;
mod page_map;
mod plural;
mod recognizer;
mod recognizer_recognize;
mod rule_set;
mod section;
mod source;
mod unit;
mod whole;
