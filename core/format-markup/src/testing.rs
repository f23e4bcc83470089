//! Functions for the unit tests of the crate.

#![allow(dead_code, clippy::unwrap_used, reason = "functions that the tests of some crates use")]

use crate::{Html, Xliff, Xml};
use glossweave_format_base::Formats;

/// The formats that the tests use.
pub const FORMATS: Formats = Formats(&[&[&Html, &Xml, &Xliff]]);

glossweave_testing::format_functions!();
