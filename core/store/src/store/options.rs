//! The options for opening a folder.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};

/// The time at which a change is acknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Durability {
    /// Once it is on disk: nothing that was acknowledged is ever lost.
    #[default]
    Flush,
    /// At once. It is synced to the disk within about a second; a crash loses what was not.
    Periodic,
}

impl Durability {
    /// Every durability.
    pub const ALL: &[Durability] = &[Durability::Flush, Durability::Periodic];

    /// Returns the name in settings.
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
    /// Returns `ErrorKind::Invalid` for another word.
    fn from_str(word: &str) -> Result<Durability> {
        let found = Durability::ALL.iter().find(|durability| durability.name() == word);
        found.copied().ok_or_else(|| Error::no_such("durability", word, "`flush` or `periodic`"))
    }
}

/// The options for opening a folder.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time at which a change is acknowledged.
    pub durability: Durability,
    /// The name of the program, which others are told if they try to open the folder; that of the executable if it is not given.
    pub program: Option<String>,
    /// The memory for pages of the database, in bytes.
    pub cache: u64,
    /// The number of bytes of the disk that are kept free: files beside the rows are refused below that, rows below half of
    /// it, removals below an eighth; 4 MiB are always kept, 2 MiB of them for removals.
    pub reserve: u64,
}

impl Default for Options {
    fn default() -> Options {
        let durability = Durability::Flush;
        Options { durability, program: None, cache: 64 << 20, reserve: Options::RESERVE }
    }
}

impl Options {
    /// The default number of bytes of the disk that are kept free.
    pub const RESERVE: u64 = 32 << 20;
}
