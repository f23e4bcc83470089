//! The public items of the crate `glossweave-markup`, as programs use them.

mod encoding;
mod encoding_invalid_bytes;
mod encoding_label;
mod schema;
mod xml;
