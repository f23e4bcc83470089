//! The public items of the crate `glossweave-redact`, as programs use them.

mod key;
mod options;
mod restore;
