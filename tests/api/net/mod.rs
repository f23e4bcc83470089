//! The public items of the crate `glossweave-net`, as programs use them.

mod chat;
mod crate_root;
mod hosts;
mod request;
mod service;
