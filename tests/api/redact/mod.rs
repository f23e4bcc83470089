//! The public items of the crate `glossweave-redact`, as a program uses them.

mod key;
mod options;
mod restore;
