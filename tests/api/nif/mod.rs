//! The public items of the crate `glossweave-nif`, as programs use them.

mod append;
mod check;
mod chunk_lines;
mod context_options;
mod options;
mod read;
mod skeleton;
mod uri;
mod write;
