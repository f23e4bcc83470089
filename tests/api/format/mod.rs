//! The public items of the crate `glossweave-format`, as programs use them.

mod decode;
mod encode;
mod encode_options;
mod encoded;
mod export_options;
mod marked_text;
mod markup_profile;
mod web_annotation_options;
mod web_annotation_write;
