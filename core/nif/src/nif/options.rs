//! Options by name, for callers that pass strings.

use std::str::FromStr;

use super::{Shape, Tagging, Version};
use glossweave_base::error::{Error, Result};
use glossweave_base::options::OptionValue;

impl FromStr for Version {
    type Err = Error;

    /// Parses `2.0` or `2.1`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `nif-version`, for any other version.
    fn from_str(number: &str) -> Result<Version> {
        Version::read(number).map_err(|error| error.with_parameter("nif-version"))
    }
}

impl FromStr for Shape {
    type Err = Error;

    /// Parses `units` or `its`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `shape`, for any other word.
    fn from_str(word: &str) -> Result<Shape> {
        Shape::read(word).map_err(|error| error.with_parameter("shape"))
    }
}

pub(super) fn read_language(tagging: &mut Tagging, value: &str) -> Result<()> {
    *tagging = Tagging::Fixed(value.parse()?);
    Ok(())
}

pub(super) fn read_fallback(tagging: &mut Tagging, value: &str) -> Result<()> {
    *tagging = Tagging::Document { fallback: Some(value.parse()?) };
    Ok(())
}
