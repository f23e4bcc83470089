//! The public items of the crate `glossweave-xslt`, as programs use them.

mod converters;
mod options;
mod program;
mod request;
mod saxon;
mod stylesheet;
mod worker;
