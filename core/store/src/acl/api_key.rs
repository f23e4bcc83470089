//! API keys: their public data, and the options of new keys.

use serde::Serialize;

use super::token::as_text;
use super::{Scope, Token};
use glossweave_base::clock::Timestamp;
use glossweave_base::{option_values, request_options};

/// The public data of an API key.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ApiKey {
    /// The name, unique among the keys of the user.
    pub name: String,
    /// The allowed uses.
    pub scopes: Vec<Scope>,
    /// The time of the creation.
    pub created: Timestamp,
    /// The time when the key expires.
    pub expires: Option<Timestamp>,
    /// The time of the last use, to the minute.
    pub last_used: Option<Timestamp>,
}

/// A new API key with its secret, which cannot be read again.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewApiKey {
    /// The public data.
    #[serde(flatten)]
    pub key: ApiKey,
    /// The secret. Callers send it instead of a token.
    #[serde(serialize_with = "as_text")]
    pub secret: Token,
}

option_values!(Scope);

request_options! {
    /// The options of a new API key.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct ApiKeyOptions {
        /// The name of the key: 1 to 64 letters, digits, `.`, `_` and `-`, beginning with a letter.
        pub name: String => "name": Text is required,
        /// The allowed uses, at least one: `read`, `enrich`, `write` or `admin`.
        pub scopes: Vec<Scope> => "scopes": List is required,
        /// The time when the key expires (RFC 3339). By default it is valid until it is revoked.
        pub expires: Option<Timestamp> => "expires": Text,
    }
}

impl ApiKeyOptions {
    /// Creates the options of a key that does not expire.
    pub fn new(name: impl Into<String>, scopes: impl IntoIterator<Item = Scope>) -> ApiKeyOptions {
        ApiKeyOptions { name: name.into(), scopes: scopes.into_iter().collect(), expires: None }
    }
}
