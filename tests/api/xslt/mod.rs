//! The public items of the crate `glossweave-xslt`, as a program uses them.

mod converters;
mod options;
mod program;
mod request;
mod saxon;
mod stylesheet;
mod worker;
