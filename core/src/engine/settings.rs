//! What an engine is set to: plain data.

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::format::number_of_bytes;

/// The settings of an engine.
///
/// ```
/// use glossweave::Settings;
/// let settings: Settings = serde_json::from_str(r#"{"max_bytes": 1000}"#).unwrap();
/// assert_eq!(settings.prefix, Settings::default().prefix);
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// What the IRIs of documents begin with where a request says nothing.
    pub prefix: String,
    /// The largest document that a request may bring, in bytes.
    pub max_bytes: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { prefix: "http://example.org/glossweave/".to_owned(), max_bytes: 32 << 20 }
    }
}

impl Settings {
    /// The names that [`Settings::set`] knows.
    pub const NAMES: &[&str] = &["prefix", "max-bytes"];

    /// Sets one of them by its name: `prefix` to an IRI, `max-bytes` to a number. Kind Invalid for
    /// a name or value that is not known.
    ///
    /// ```
    /// use glossweave::Settings;
    /// let mut settings = Settings::default();
    /// settings.set("max-bytes", "1000")?;
    /// assert_eq!(settings.max_bytes, 1000);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "prefix" => self.prefix = value.to_owned(),
            "max-bytes" => self.max_bytes = number_of_bytes(value)?,
            _ => return Err(Error::no_option(name, Settings::NAMES)),
        }
        Ok(())
    }
}
