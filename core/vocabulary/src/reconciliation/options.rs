//! The options of reconciliation.

use std::fmt;
use std::str::FromStr;

use glossweave_base::error::{Error, Result};
use glossweave_base::text::Language;
use glossweave_base::{option_values, options, request_options};

/// The most languages.
const LANGUAGES: usize = 16;

/// A version of the Reconciliation Service API.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ApiVersion {
    /// 0.2, the final report of the community group, which OpenRefine speaks.
    #[default]
    V0_2,
    /// The draft of 1.0.
    Draft1_0,
}

impl FromStr for ApiVersion {
    type Err = Error;

    /// Parses `0.2` or `1.0-draft`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `version`, for another text.
    fn from_str(text: &str) -> Result<ApiVersion> {
        match text {
            "0.2" => Ok(ApiVersion::V0_2),
            "1.0-draft" => Ok(ApiVersion::Draft1_0),
            _ => {
                let error = Error::no_such("version", text, "one of 0.2, 1.0-draft");
                Err(error.with_parameter("version"))
            }
        }
    }
}

impl fmt::Display for ApiVersion {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            ApiVersion::V0_2 => "0.2",
            ApiVersion::Draft1_0 => "1.0-draft",
        })
    }
}

/// The sort of what is suggested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suggested {
    /// Things of the dataset.
    Entity,
    /// Classes and broader concepts of things.
    Type,
    /// Properties of things.
    Property,
}

impl FromStr for Suggested {
    type Err = Error;

    /// Parses `entity`, `type` or `property`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `suggested`, for another word.
    fn from_str(word: &str) -> Result<Suggested> {
        match word {
            "entity" => Ok(Suggested::Entity),
            "type" => Ok(Suggested::Type),
            "property" => Ok(Suggested::Property),
            _ => {
                let error = Error::no_such("suggestion", word, "one of entity, type, property");
                Err(error.with_parameter("suggested"))
            }
        }
    }
}

option_values!(ApiVersion);

request_options! {
    /// The options of reconciliation.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct ReconciliationOptions {
        /// The version of the API of queries and answers.
        pub version: ApiVersion => "version": Word(&["0.2", "1.0-draft"]) default "0.2",
        /// The languages of names and descriptions, in the order of preference. An entity without a name in these languages
        /// has its name in another language.
        pub languages: Vec<Language> => "languages": List with read_languages,
    }
}

fn read_languages(languages: &mut Vec<Language>, value: &str) -> Result<()> {
    let tags = options::list(value);
    options::check_entries("languages", &tags, LANGUAGES)?;
    *languages = tags.iter().map(|tag| tag.parse()).collect::<Result<_>>()?;
    Ok(())
}
