//! The options of reconciliation.

use std::fmt;
use std::str::FromStr;

use glossweave_base::error::{Error, Result};
use glossweave_base::text::Language;
use glossweave_base::{option_values, options, request_options};

/// The maximum number of languages.
const LANGUAGES: usize = 16;

/// A version of the Reconciliation Service API.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ApiVersion {
    /// Version 0.2, the final report of the community group, which is used by OpenRefine.
    #[default]
    V0_2,
    /// The draft of version 1.0.
    Draft1_0,
}

impl FromStr for ApiVersion {
    type Err = Error;

    /// Parses `0.2` or `1.0-draft`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `version`, if the version is unknown.
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

/// The kind of suggestions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suggested {
    /// Entities of the dataset.
    Entity,
    /// Classes and broader concepts of entities.
    Type,
    /// Properties of entities.
    Property,
}

impl FromStr for Suggested {
    type Err = Error;

    /// Parses `entity`, `type` or `property`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `suggested`, if the word is unknown.
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
        /// The API version of queries and responses.
        pub version: ApiVersion => "version": Word(&["0.2", "1.0-draft"]) default "0.2",
        /// The languages of names and descriptions, in order of preference. When an entity has no name in
        /// these languages, its name in another language is used.
        pub languages: Vec<Language> => "languages": List with read_languages,
    }
}

fn read_languages(languages: &mut Vec<Language>, value: &str) -> Result<()> {
    let tags = options::list(value);
    options::check_entries("languages", &tags, LANGUAGES)?;
    *languages = tags.iter().map(|tag| tag.parse()).collect::<Result<_>>()?;
    Ok(())
}
