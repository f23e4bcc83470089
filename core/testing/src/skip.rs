//! Tests that cannot run here.

use std::fs::File;
use std::io::Write;

/// Notes that a test is skipped, in the list that `make test` and `make test-more` read. In CI it is a failure.
#[allow(clippy::print_stderr, reason = "who runs the tests sees it")]
pub fn skip(subject: &str, why: &str) {
    assert!(std::env::var_os("CI").is_none(), "{subject}: {why}");
    eprintln!("skipped: {why}");
    if let Some(list) = std::env::var_os("GLOSSWEAVE_SKIPS") {
        let mut list = File::options().append(true).create(true).open(list).unwrap();
        writeln!(list, "{subject}: {why}").unwrap();
    }
}
