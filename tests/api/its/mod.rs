//! The public items of the crate `glossweave-its`, as a program uses them.

mod analysis;
mod options;
