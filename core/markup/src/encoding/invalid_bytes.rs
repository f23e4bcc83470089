//! Text with bytes that are invalid in its encoding.

use std::str::FromStr;

use super::xml::broken;
use super::{Decoded, Encoding, Sniff};
use glossweave_base::error::{Error, Location, Result};

/// The handling of bytes that are invalid in the encoding of plain text and of formats of strings. In HTML they always become
/// U+FFFD, as in browsers, and in XML they are always an error.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InvalidBytes {
    /// They are an error with its place.
    #[default]
    Refuse,
    /// They become U+FFFD.
    Replace,
}

impl InvalidBytes {
    /// The words that it is parsed from.
    #[doc(hidden)]
    pub const WORDS: &[&str] = &["refuse", "replace"];
}

glossweave_base::option_values!(InvalidBytes);

impl FromStr for InvalidBytes {
    type Err = Error;

    /// Parses `refuse` or `replace`. Returns `ErrorKind::Invalid` with the parameter `invalid-bytes` for another word.
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

impl Encoding {
    /// Decodes text as [`Encoding::decode`] does. Returns `ErrorKind::Malformed` with its place for bytes that are invalid in
    /// the encoding, if they are to be refused.
    #[doc(hidden)]
    pub fn decode_text(
        source: &[u8],
        declared: Option<Encoding>,
        invalid: InvalidBytes,
    ) -> Result<Decoded<'_>> {
        let decoded = Encoding::decode(source, declared, Sniff::Nothing);
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
                Err(error.with_hint("`invalid-bytes` as `replace` reads them as U+FFFD"))
            }
        }
    }
}
