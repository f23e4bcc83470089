//! Text with bytes that are invalid in its encoding.

use std::str::FromStr;

use super::xml::broken;
use super::{Decoded, Encoding, Sniff, decode};
use glossweave_base::error::{Error, Location, Result};

/// The treatment of bytes that are invalid in the encoding of plain text and of string formats.
/// HTML always replaces them by U+FFFD, as browsers do, and XML always reports an error.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InvalidBytes {
    /// Report an error with its location.
    #[default]
    Refuse,
    /// Replace them by U+FFFD.
    Replace,
}

impl InvalidBytes {
    /// The accepted words.
    #[doc(hidden)]
    pub const WORDS: &[&str] = &["refuse", "replace"];
}

glossweave_base::option_values!(InvalidBytes);

impl FromStr for InvalidBytes {
    type Err = Error;

    /// Parses `refuse` or `replace`. Returns `ErrorKind::Invalid`, with the parameter
    /// `invalid-bytes`, for any other word.
    fn from_str(word: &str) -> Result<InvalidBytes> {
        match word {
            "refuse" => Ok(InvalidBytes::Refuse),
            "replace" => Ok(InvalidBytes::Replace),
            _ => {
                let expected = InvalidBytes::WORDS.join(" or ");
                let error = Error::no_such("handling of invalid bytes", word, &expected);
                Err(error.with_parameter("invalid-bytes"))
            }
        }
    }
}

/// Decodes text like [`decode`]. If invalid bytes are to be refused, returns
/// `ErrorKind::Malformed` with their location.
pub fn decode_text(
    source: &[u8],
    declared: Option<Encoding>,
    invalid: InvalidBytes,
) -> Result<Decoded<'_>> {
    let decoded = decode(source, declared, Sniff::Nothing);
    match broken(source, &decoded).filter(|_| invalid == InvalidBytes::Refuse) {
        None => Ok(decoded),
        Some(at) => {
            let bytes = source.get(at.clone()).unwrap_or_default().iter().take(4);
            let bytes: Vec<_> = bytes.map(|byte| format!("{byte:02X}")).collect();
            let message = format!(
                "expected {}, found the bytes `{}`",
                decoded.encoding.name(),
                bytes.join(" ")
            );
            let error = Error::malformed(message).at(Location::in_source(source, at));
            Err(error.with_hint("use `replace` as `invalid-bytes` to read them as U+FFFD"))
        }
    }
}
