//! Sizes in bytes.

use std::fmt::{self, Display};
use std::str::FromStr;

use bytesize::ByteSize;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::shortened;
use glossweave_base::error::{Error, Result};

/// A number of bytes. It is read from a number, or from a text with a unit, such as `"512 MiB"` or `"2 GB"`.
///
/// ```
/// use glossweave::settings::Bytes;
/// assert_eq!("512 KiB".parse::<Bytes>()?, Bytes(524_288));
/// assert_eq!("2 MB".parse::<Bytes>()?, Bytes(2_000_000));
/// assert_eq!(Bytes(3 << 30).to_string(), "3 GiB");
/// assert_eq!(Bytes(1_000).to_string(), "1000");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

impl Bytes {
    /// Returns a number of MiB.
    pub const fn mebibytes(number: u64) -> Bytes {
        Bytes(number << 20)
    }

    /// Returns a number of GiB.
    pub const fn gibibytes(number: u64) -> Bytes {
        Bytes(number << 30)
    }

    /// Returns the number as a size in memory, limited to the largest `usize`.
    pub fn as_usize(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl From<usize> for Bytes {
    fn from(bytes: usize) -> Bytes {
        Bytes(bytes as u64)
    }
}

impl Display for Bytes {
    /// Writes the number with the largest unit that needs no fraction.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)];
        match units.iter().find(|(_, shift)| self.0 >> shift << shift == self.0 && self.0 > 0) {
            Some((unit, shift)) => write!(out, "{} {unit}", self.0 >> shift),
            None => Display::fmt(&self.0, out),
        }
    }
}

impl FromStr for Bytes {
    type Err = Error;

    /// Parses a size.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` for a text without a number or with an unknown unit.
    fn from_str(text: &str) -> Result<Bytes> {
        // Whole numbers are parsed first, because `ByteSize` uses floating point.
        if let Ok(bytes) = text.parse() {
            return Ok(Bytes(bytes));
        }
        let size = text.parse::<ByteSize>().ok().map(|size| size.as_u64());
        // `ByteSize` reads a number that is too large as the largest one.
        let size = size.filter(|size| *size < u64::MAX && !text.trim_start().starts_with('-'));
        let wrong = || Error::invalid(format!("expected {EXPECTED}, found `{}`", shortened(text)));
        size.map(Bytes).ok_or_else(wrong)
    }
}

pub(super) const EXPECTED: &str = "a number of bytes such as 1048576 or \"512 MiB\"";

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Bytes, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Bytes;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(EXPECTED)
            }

            fn visit_u64<E: de::Error>(self, bytes: u64) -> std::result::Result<Bytes, E> {
                Ok(Bytes(bytes))
            }

            fn visit_i64<E: de::Error>(self, bytes: i64) -> std::result::Result<Bytes, E> {
                let wrong = |_| E::invalid_value(de::Unexpected::Signed(bytes), &self);
                u64::try_from(bytes).map(Bytes).map_err(wrong)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> std::result::Result<Bytes, E> {
                text.parse().map_err(|error: Error| E::custom(error.message()))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

impl JsonSchema for Bytes {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Bytes".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["integer", "string"], "format": "bytes"})
    }
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    #[test]
    fn sizes_are_numbers_or_have_units() {
        for (text, bytes) in
            [("0", 0), ("18446744073709551615", u64::MAX), ("1 KiB", 1024), ("1.5k", 1500)]
        {
            assert_eq!(text.parse::<Bytes>().unwrap(), Bytes(bytes), "{text}");
        }
        for text in ["", "many", "-1", "-1 KiB", "1 second", "16 EiB", "99999999999999999999 GiB"] {
            let error = text.parse::<Bytes>().unwrap_err();
            assert!(error.message().ends_with(&format!("found `{text}`")), "{error}");
        }
        for bytes in [0, 1, 1023, 1024, 900_000, 32 << 20, u64::MAX] {
            assert_eq!(Bytes(bytes).to_string().parse::<Bytes>().unwrap(), Bytes(bytes));
        }
    }
}
