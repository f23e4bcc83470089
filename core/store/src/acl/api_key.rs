//! API keys: what their users see of them, and what is requested of a new one.

use serde::Serialize;

use super::token::as_text;
use super::{Scope, Token};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, Result};

/// The public data of an API key.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ApiKey {
    /// The name, which no other key of the user has.
    pub name: String,
    /// The uses that are allowed.
    pub scopes: Vec<Scope>,
    /// The time of its creation.
    pub created: Timestamp,
    /// The time from which it is no longer valid.
    pub expires: Option<Timestamp>,
    /// The time of its last use, to the minute.
    pub last_used: Option<Timestamp>,
}

/// A new API key with its secret, which nobody can read again.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewApiKey {
    /// The public data.
    #[serde(flatten)]
    pub key: ApiKey,
    /// The secret, which callers send in place of a token.
    #[serde(serialize_with = "as_text")]
    pub secret: Token,
}

/// The options of a new API key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApiKeyOptions {
    /// The name: 1 to 64 letters, digits, `.`, `_` and `-`, beginning with a letter.
    pub name: String,
    /// The uses that are allowed: at least one scope.
    pub scopes: Vec<Scope>,
    /// The time from which it is no longer valid; a key without one is valid until it is revoked.
    pub expires: Option<Timestamp>,
}

impl ApiKeyOptions {
    /// The names that [`ApiKeyOptions::set`] knows.
    pub const NAMES: &[&str] = &["name", "scopes", "expires"];

    /// Creates the options of a key that does not expire.
    pub fn new(name: impl Into<String>, scopes: impl IntoIterator<Item = Scope>) -> ApiKeyOptions {
        ApiKeyOptions { name: name.into(), scopes: scopes.into_iter().collect(), expires: None }
    }

    /// Sets a field by its name: `scopes` separated by commas, `expires` as in RFC 3339.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the name as parameter, if the name
    /// or the value is not known.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "name" => self.name = value.to_owned(),
            "scopes" => {
                let words = value.split(',').map(str::trim).filter(|word| !word.is_empty());
                self.scopes = words.map(str::parse).collect::<Result<_>>()?;
            }
            "expires" if value.is_empty() => self.expires = None,
            "expires" => {
                let moment = value.parse().map_err(|error: Error| error.with_parameter(name))?;
                self.expires = Some(moment);
            }
            _ => return Err(Error::no_option(name, ApiKeyOptions::NAMES)),
        }
        Ok(())
    }
}
