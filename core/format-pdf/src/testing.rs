//! Functions for the unit tests of the crate.

#![allow(dead_code, clippy::unwrap_used, reason = "functions that the tests of some crates use")]

use crate::Pdf;
use glossweave_format_base::Formats;

/// The formats that the tests use.
pub const FORMATS: Formats = Formats(&[&[&Pdf]]);

glossweave_testing::format_functions!();
