//! The tests of the C API, in one program, because linking is a large part of the cost of a test program.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "clippy knows test functions only"
)]

mod c;
mod careless;
mod cpp;
#[allow(unsafe_code, reason = "calls of the C interface")]
mod drive;
mod guarded;
mod header;
mod install;
mod manual;
mod null;
mod profile;
mod status;
