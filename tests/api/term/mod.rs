//! The public items of the crate `glossweave-term`, as programs use them.

mod build;
mod builder;
mod concept;
mod crate_root;
mod extract;
mod options;
mod providers;
mod source;
mod tbx;
mod term_list;
