//! Options that are strings.

use std::str::FromStr;

use glossweave::error::Side;
use glossweave::{Error, Format, Result};

/// Parses a word, for example as a format, a language or an encoding. The parameter of an error is the
/// keyword.
pub fn read<T: FromStr<Err = Error>>(keyword: &str, word: &str) -> Result<T> {
    word.parse().map_err(|error: Error| error.with_parameter(keyword))
}

/// Parses an optional word.
pub fn read_given<T: FromStr<Err = Error>>(keyword: &str, word: Option<&str>) -> Result<Option<T>> {
    word.map(|word| read(keyword, word)).transpose()
}

/// Parses the format of an output.
pub fn read_outgoing(keyword: &str, word: &str) -> Result<Format> {
    read(keyword, word).map_err(|error| error.with_side(Side::Output))
}
