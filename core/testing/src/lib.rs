//! Helpers for the unit tests of several crates.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

pub mod chat;
mod formats;
pub mod pdf;
mod scale;
pub mod server;
mod skip;
mod stopwatch;
pub mod zip;

pub use scale::{count, more};
pub use skip::skip;
pub use stopwatch::{PATIENCE, Stopwatch};

use std::io::Write;

use glossweave_base::mmap_file::{Sealing, u64_at};

/// Returns the content of a memory-mapped file without its checksums, for tests that change it.
pub fn opened(mut file: Vec<u8>) -> Vec<u8> {
    let last = file.len() - 12;
    file.truncate(u64_at(&file, last).unwrap() as usize);
    file
}

/// Returns the file for a content, with its checksums.
pub fn sealed(content: &[u8]) -> Vec<u8> {
    let mut file = Sealing::new(Vec::new());
    file.write_all(content).unwrap();
    file.finish().unwrap()
}
