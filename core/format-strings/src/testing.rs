//! Functions for the unit tests of the crate.

#![allow(dead_code, clippy::unwrap_used, reason = "functions that the tests of some crates use")]

use crate::{
    AppleStrings, Fluent, Jsonc, Markdown, Po, Properties, Srt, Stringsdict, Table, Vtt, Xcstrings,
    Yaml,
};
use glossweave_format_base::Formats;

/// The formats that the tests use.
pub const FORMATS: Formats = Formats(&[&[
    &Po,
    &Properties,
    &Jsonc,
    &Srt,
    &Vtt,
    &Markdown,
    &Yaml,
    &AppleStrings,
    &Fluent,
    &Stringsdict,
    &Xcstrings,
    &Table(Format::Csv),
    &Table(Format::Tsv),
]]);

glossweave_testing::format_functions!();
