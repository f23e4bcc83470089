//! The tests of the C interface, in one program: linking is a large part of what a test program costs.

mod c;
mod careless;
#[allow(unsafe_code, reason = "calls of the C interface")]
mod drive;
mod guarded;
mod header;
mod install;
mod null;
mod profile;
mod status;
