//! The options of reconciliation.

use std::fmt;
use std::str::FromStr;

use glossweave_base::error::{Error, Result};
use glossweave_base::text::Language;

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

/// The options of reconciliation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReconciliationOptions {
    /// The version of the API, of which queries are and answers will be. The default is 0.2.
    pub version: ApiVersion,
    /// The languages in which names and descriptions are wanted, the most wanted first. Others are returned if there
    /// is none in these.
    pub languages: Vec<Language>,
}

impl ReconciliationOptions {
    /// The names that [`ReconciliationOptions::set`] accepts.
    pub const NAMES: &[&str] = &["version", "languages"];

    /// Sets an option by name: `version` to `0.2` or `1.0-draft`, `languages` to up to 16 language tags, separated by
    /// commas.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as the parameter, for an unknown name or value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "version" => self.version = value.parse()?,
            "languages" => {
                let tags = value.split(',').map(str::trim).filter(|tag| !tag.is_empty());
                let languages = tags.map(str::parse).collect::<Result<Vec<Language>>>();
                let languages = languages.map_err(|error| error.with_parameter(name))?;
                if languages.len() > LANGUAGES {
                    let message = format!("more than {LANGUAGES} languages");
                    return Err(Error::invalid(message).with_parameter(name));
                }
                self.languages = languages;
            }
            _ => return Err(Error::no_option(name, ReconciliationOptions::NAMES)),
        }
        Ok(())
    }
}
