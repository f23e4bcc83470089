//! Prints the rows of the case table with the answers of the Rust API, as JSON. The tests of other
//! bindings use it.

#![allow(clippy::print_stdout, reason = "that is what it is for")]

use harness::cases::all;
use serde_json::Value;

fn main() {
    let answers: Value = all().iter().map(|case| case.answered()).collect();
    println!("{answers}");
}
