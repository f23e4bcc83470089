//! The treatment of references to unknown entities.

use std::str::FromStr;

use glossweave_base::error::Error;

/// The treatment of references to unknown entities in XML. These are external entities, which are
/// never read, and undeclared entities if the document may have external declarations. If there are
/// no external declarations, a reference to an undeclared entity is always an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownEntities {
    /// Replace them by an empty text. Each adds a warning.
    #[default]
    Omit,
    /// Replace them by U+FFFD. Each adds a warning.
    Replace,
    /// Return an error of `ErrorKind::Malformed` at the first one.
    Refuse,
}

impl UnknownEntities {
    /// Returns the replacement text of a reference.
    pub fn text(self) -> &'static str {
        match self {
            UnknownEntities::Replace => "\u{FFFD}",
            UnknownEntities::Omit | UnknownEntities::Refuse => "",
        }
    }
}

glossweave_base::option_values!(UnknownEntities);

impl FromStr for UnknownEntities {
    type Err = Error;

    /// Parses `omit`, `replace` or `refuse`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `unknown-entities`, for any other word.
    fn from_str(word: &str) -> Result<UnknownEntities, Error> {
        match word {
            "omit" => Ok(UnknownEntities::Omit),
            "replace" => Ok(UnknownEntities::Replace),
            "refuse" => Ok(UnknownEntities::Refuse),
            _ => {
                let known = "one of omit, replace, refuse";
                let error = Error::no_such("mode for unknown entities", word, known);
                Err(error.with_parameter("unknown-entities"))
            }
        }
    }
}
