//! Content of datasets, and effects of their updates.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};

/// The content of a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatasetType {
    /// Names of things, for e-Entity.
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
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter `type`, for another
    /// word.
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
    /// New entries are added.
    #[default]
    Add,
    /// New entries replace the old ones.
    Replace,
    /// Named entries are removed: names with their IRI and label, everything of an IRI that comes without
    /// a label.
    Remove,
}

impl FromStr for Mode {
    type Err = Error;

    /// Parses `add`, `replace` or `remove`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter `mode`, for another
    /// word.
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
