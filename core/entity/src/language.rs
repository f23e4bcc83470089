//! The languages of the text that a model was trained on.

use glossweave_base::error::{Error, Result};
use glossweave_document::recognizer::Passage;
use glossweave_document::recognizer::PassageExt;

/// Primary subtags, such as `en`. If there are none, the languages are not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Languages(Vec<String>);

impl Languages {
    /// Takes languages that a host has named.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `language`, for what is not a primary subtag.
    pub fn new(subtags: &[String]) -> Result<Languages> {
        let is_subtag = |one: &str| {
            (2..=3).contains(&one.len()) && one.bytes().all(|byte| byte.is_ascii_lowercase())
        };
        if let Some(wrong) = subtags.iter().find(|one| !is_subtag(one)) {
            let expected = "a primary subtag such as `en`";
            return Err(Error::no_such("language", wrong, expected).with_parameter("language"));
        }
        Ok(Languages(subtags.to_vec()))
    }

    /// Returns the languages in lines of text.
    pub fn from_lines<'l>(lines: impl Iterator<Item = &'l str>) -> Languages {
        Languages(lines.map(str::to_owned).collect())
    }

    /// Returns a line for each language.
    pub fn to_lines(&self) -> String {
        self.0.iter().map(|one| format!("{one}\n")).collect()
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Returns `true` if a passage may be in one of the languages, or these are not known. A language that is not given is
    /// identified.
    pub fn include(&self, passage: &Passage<'_>) -> bool {
        self.0.is_empty() || self.0.iter().any(|language| passage.may_be_in(language))
    }
}
