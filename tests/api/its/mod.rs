//! The public items of the crate `glossweave-its`, as programs use them.

mod analysis;
mod options;
