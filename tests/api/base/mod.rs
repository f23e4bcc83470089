//! The public items of the crate `glossweave-base`, as a program uses them.

mod provider;
mod token_usage;
mod trace;
