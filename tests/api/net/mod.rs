//! The public items of the crate `glossweave-net`, as a program uses them.

mod chat;
mod crate_root;
mod hosts;
mod request;
mod service;
