//! Functions for the unit tests of the crate.

#![allow(dead_code, clippy::unwrap_used, reason = "functions that the tests of some crates use")]

use crate::{Docx, Epub, Idml, Kind, OpenDocument, Pptx, Xlsx};
use glossweave_format_base::Formats;

/// The formats that the tests use.
pub const FORMATS: Formats = Formats(&[&[
    &OpenDocument(Kind::Text),
    &Docx,
    &Epub,
    &OpenDocument(Kind::Spreadsheet),
    &OpenDocument(Kind::Presentation),
    &Idml,
    &Pptx,
    &Xlsx,
]]);

glossweave_testing::format_functions!();
