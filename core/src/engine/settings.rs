//! What an engine is set to: plain data.

use serde::{Deserialize, Serialize};

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
