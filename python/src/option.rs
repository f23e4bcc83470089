//! Options that come as strings.

use std::str::FromStr;

use glossweave::error::Side;
use glossweave::{Error, Format, Result};

/// Parses a word as a format, a language, an encoding or others. An error has the keyword as its parameter.
pub fn read<T: FromStr<Err = Error>>(keyword: &str, word: &str) -> Result<T> {
    word.parse().map_err(|error: Error| error.with_parameter(keyword))
}

/// Parses a word that may be left out.
pub fn read_given<T: FromStr<Err = Error>>(keyword: &str, word: Option<&str>) -> Result<Option<T>> {
    word.map(|word| read(keyword, word)).transpose()
}

/// Parses the format of an output.
pub fn read_outgoing(keyword: &str, word: &str) -> Result<Format> {
    read(keyword, word).map_err(|error| error.with_side(Side::Output))
}
