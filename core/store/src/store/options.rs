//! The options for opening a folder as a store.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};

/// The time when a change is acknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Durability {
    /// When the change is on disk. Acknowledged changes are never lost.
    #[default]
    Flush,
    /// Immediately. The change is synced to the disk within about a second; a crash before that
    /// loses it.
    Periodic,
}

impl Durability {
    /// Every durability.
    pub const ALL: &[Durability] = &[Durability::Flush, Durability::Periodic];

    /// Returns the name that settings use.
    pub const fn name(self) -> &'static str {
        match self {
            Durability::Flush => "flush",
            Durability::Periodic => "periodic",
        }
    }
}

impl FromStr for Durability {
    type Err = Error;

    /// Parses a name.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` if the durability does not exist.
    fn from_str(word: &str) -> Result<Durability> {
        let found = Durability::ALL.iter().find(|durability| durability.name() == word);
        found.copied().ok_or_else(|| Error::no_such("durability", word, "`flush` or `periodic`"))
    }
}

/// The options for opening a folder as a store.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time when a change is acknowledged.
    pub durability: Durability,
    /// The name of this program for the error that other processes get when they open the same
    /// folder. Default: the name of the executable.
    pub program: Option<String>,
    /// The memory for cached pages of the database, in bytes.
    pub cache: u64,
    /// The disk space that is kept free, in bytes. Files next to the rows are refused if less than
    /// this would be free, rows below a half of it, and removals below an eighth. At least 4 MiB
    /// are kept free, 2 MiB of them for removals.
    pub reserve: u64,
}

impl Default for Options {
    fn default() -> Options {
        let durability = Durability::Flush;
        Options { durability, program: None, cache: 64 << 20, reserve: Options::RESERVE }
    }
}

impl Options {
    /// The default disk space that is kept free, in bytes.
    pub const RESERVE: u64 = 32 << 20;
}
