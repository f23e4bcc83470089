//! Prints the answers of the Rust API to the case table, with the rows, as JSON.

#![allow(clippy::print_stdout, reason = "that is what it is for")]

use harness::cases::all;
use serde_json::Value;

fn main() {
    let answers: Value = all().iter().map(|case| case.answered()).collect();
    println!("{answers}");
}
