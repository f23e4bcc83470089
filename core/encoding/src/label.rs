//! Encodings by label.

use std::str::FromStr;

use super::Encoding;
use glossweave_base::error::{Error, Result, Side};

glossweave_base::option_values!(Encoding);

impl FromStr for Encoding {
    type Err = Error;

    /// Returns the encoding for a label, like [`Encoding::for_label`].
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unsupported`, with the parameter `charset`, if the Encoding Standard
    /// does not list the label.
    fn from_str(label: &str) -> Result<Encoding> {
        Encoding::for_label(label).ok_or_else(|| {
            let message =
                format!("no encoding `{label}`, expected a label of the Encoding Standard");
            Error::unsupported(Side::Input, message).with_parameter("charset")
        })
    }
}
