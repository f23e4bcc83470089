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

/// Options that messages name as the way out.
const OPTIONS: [&str; 4] = ["any-language", "any-format", "any-target", "max-output-bytes"];

/// Renames the parameter of an error to its keyword in Python.
pub fn renamed(error: Error) -> Error {
    let error = OPTIONS.iter().fold(error, |error, name| {
        let named = format!("`{name}`");
        match error.message().contains(&named) {
            true => {
                let keyword = named.replace('-', "_");
                let message = error.message().replace(&named, &keyword);
                error.with_message(message)
            }
            false => error,
        }
    });
    let name = match error.parameter() {
        Some("newOwner") => "owner".to_owned(),
        Some("numLinks") => "num_links".to_owned(),
        Some("source-lang") => "source".to_owned(),
        Some("target-lang") => "target".to_owned(),
        Some("templateid") => "template".to_owned(),
        // A name with a dot is a setting.
        Some(name) if name.contains('-') && !name.contains('.') => name.replace('-', "_"),
        _ => return error,
    };
    error.with_parameter(name)
}

/// Parses the format of an output.
pub fn read_outgoing(keyword: &str, word: &str) -> Result<Format> {
    read(keyword, word).map_err(|error| error.with_side(Side::Output))
}
