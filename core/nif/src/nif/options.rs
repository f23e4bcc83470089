//! Options by name, for callers that have them as strings.

use std::str::FromStr;

use super::{Options, Shape, Tagging, Version};
use glossweave_base::allowance::number_of_bytes;
use glossweave_base::error::{Error, Result};

impl FromStr for Version {
    type Err = Error;

    /// Parses `2.0` or `2.1`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `nif-version`, for another number.
    fn from_str(number: &str) -> Result<Version> {
        match number {
            "2.0" => Ok(Version::V2_0),
            "2.1" => Ok(Version::V2_1),
            _ => {
                let error = Error::no_such("version of NIF", number, "one of 2.0, 2.1");
                Err(error.with_parameter("nif-version"))
            }
        }
    }
}

impl FromStr for Shape {
    type Err = Error;

    /// Parses `units` or `its`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `shape`, for another word.
    fn from_str(word: &str) -> Result<Shape> {
        match word {
            "units" => Ok(Shape::Units),
            "its" => Ok(Shape::Its),
            _ => {
                let error = Error::no_such("shape", word, "one of units, its");
                Err(error.with_parameter("shape"))
            }
        }
    }
}

impl Options {
    /// The option names that [`Options::set`] accepts.
    pub const NAMES: &[&str] =
        &["prefix", "nif-version", "language", "fallback-language", "shape", "max-output-bytes"];

    /// Sets an option by its name: `prefix` to an IRI, `nif-version` to a number that parses as
    /// [`Version`], `language` to the tag of all texts, `fallback-language` to the tag of texts for
    /// which the document declares none, `shape` to the name of a [`Shape`], or `max-output-bytes`
    /// to a number. The language that was set last counts.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` for an unknown name or value. A prefix is checked only when it is
    /// used.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "prefix" => self.prefix = value.to_owned(),
            "nif-version" => self.version = value.parse()?,
            "language" => self.language = Tagging::Fixed(value.parse()?),
            "fallback-language" => {
                let fallback = value.parse().map_err(|error: Error| error.with_parameter(name))?;
                self.language = Tagging::Document { fallback: Some(fallback) };
            }
            "shape" => self.shape = value.parse()?,
            "max-output-bytes" => {
                let bytes = number_of_bytes(value).map_err(|error| error.with_parameter(name))?;
                self.max_output_bytes = Some(bytes);
            }
            _ => return Err(Error::no_option(name, Options::NAMES)),
        }
        Ok(())
    }
}
