//! The languages of the text on which a model was trained.

use glossweave_base::error::{Error, Result};
use glossweave_document::recognizer::{Passage, PassageExt};

/// Primary subtags, for example `en`. An empty list means that the languages are unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Languages(Vec<String>);

impl Languages {
    /// Creates the list from subtags that a host specifies.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `language`, if an item is not a primary
    /// subtag.
    pub fn new(subtags: &[String]) -> Result<Languages> {
        let is_subtag = |subtag: &str| {
            (2..=3).contains(&subtag.len()) && subtag.bytes().all(|byte| byte.is_ascii_lowercase())
        };
        if let Some(wrong) = subtags.iter().find(|subtag| !is_subtag(subtag)) {
            let expected = "a primary subtag such as `en`";
            return Err(Error::no_such("language", wrong, expected).with_parameter("language"));
        }
        Ok(Languages(subtags.to_vec()))
    }

    /// Parses a list with one language per line.
    pub fn from_lines<'l>(lines: impl Iterator<Item = &'l str>) -> Languages {
        Languages(lines.map(str::to_owned).collect())
    }

    /// Returns the list with one language per line.
    pub fn to_lines(&self) -> String {
        self.0.iter().map(|language| format!("{language}\n")).collect()
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Returns `true` if a passage may be in one of the languages, or if the languages are unknown. When
    /// the passage does not specify a language, the language is identified.
    pub fn include(&self, passage: &Passage<'_>) -> bool {
        self.0.is_empty() || self.0.iter().any(|language| passage.may_be_in(language))
    }
}
