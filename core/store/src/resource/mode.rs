//! The types of datasets, and the modes of their updates.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};

/// The content of a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatasetType {
    /// Names for e-Entity.
    Names,
    /// Terms of concepts, for e-Terminology.
    Terms,
}

impl FromStr for DatasetType {
    type Err = Error;

    /// Parses `names` or `terms`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter
    /// `type`, if the word is unknown.
    fn from_str(word: &str) -> Result<DatasetType> {
        match word {
            "names" => Ok(DatasetType::Names),
            "terms" => Ok(DatasetType::Terms),
            _ => Err(Error::no_such("type", word, "one of names, terms").with_parameter("type")),
        }
    }
}

/// The effect of an update on a dataset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Adds new entries.
    #[default]
    Add,
    /// Replaces the old entries with the new entries.
    Replace,
    /// Removes the given entries: names by IRI and label, or all names of an IRI if it has no
    /// label.
    Remove,
}

impl FromStr for Mode {
    type Err = Error;

    /// Parses `add`, `replace` or `remove`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter
    /// `mode`, if the word is unknown.
    fn from_str(word: &str) -> Result<Mode> {
        match word {
            "add" => Ok(Mode::Add),
            "replace" => Ok(Mode::Replace),
            "remove" => Ok(Mode::Remove),
            _ => {
                Err(Error::no_such("mode", word, "one of add, replace, remove")
                    .with_parameter("mode"))
            }
        }
    }
}
