//! The stored rows of users, tokens, API keys, invitations and accounts.

use std::borrow::Cow;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize, de, ser};

use super::{Role, Scope};
use crate::store::Row;
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, ErrorKind, Result};

/// A user. The field names are short, because every call with a token reads such a row.
#[derive(Serialize, Deserialize)]
pub(super) struct UserRow<'a> {
    /// The number, which is never assigned to another user.
    #[serde(rename = "n")]
    pub number: u64,
    #[serde(rename = "r")]
    pub role: Role,
    #[serde(rename = "c", with = "moment_as_seconds")]
    pub created: Timestamp,
    /// The hash of the password, or empty if the user has none.
    #[serde(rename = "p", borrow)]
    pub password: Cow<'a, str>,
    /// The key of the account at an OpenID provider.
    #[serde(rename = "a", borrow, default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Cow<'a, str>>,
}

impl UserRow<'_> {
    /// Returns the hash of the password, or `None` if the user has none.
    pub fn hash(&self) -> Option<&str> {
        Some(self.password.as_ref()).filter(|hash| !hash.is_empty())
    }
}

/// A token and its user.
#[derive(Serialize, Deserialize)]
pub(super) struct TokenRow<'a> {
    #[serde(rename = "u", borrow)]
    pub user: Cow<'a, str>,
    #[serde(rename = "n")]
    pub number: u64,
}

/// An API key.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct KeyRow<'a> {
    /// The hash of the secret.
    #[serde(rename = "h", borrow)]
    pub hash: Cow<'a, str>,
    #[serde(rename = "s")]
    pub scopes: Vec<Scope>,
    #[serde(rename = "c", with = "moment_as_seconds")]
    pub created: Timestamp,
    #[serde(rename = "e", with = "maybe_as_seconds", default)]
    pub expires: Option<Timestamp>,
    /// The time of the last use.
    #[serde(rename = "l", with = "maybe_as_seconds", default)]
    pub used: Option<Timestamp>,
}

impl KeyRow<'_> {
    pub fn is_valid(&self, now: Timestamp) -> bool {
        self.expires.is_none_or(|moment| now < moment)
    }
}

/// The user and the name of an API key. The key of the row is the hash of the secret.
#[derive(Serialize, Deserialize)]
pub(super) struct KeyHashRow<'a> {
    #[serde(rename = "u", borrow)]
    pub user: Cow<'a, str>,
    #[serde(rename = "n")]
    pub number: u64,
    #[serde(rename = "k", borrow)]
    pub name: Cow<'a, str>,
}

/// An invitation. The key of the row is the hash of its code.
#[derive(Serialize, Deserialize)]
pub(super) struct InvitationRow<'a> {
    #[serde(rename = "k", borrow)]
    pub name: Cow<'a, str>,
    #[serde(rename = "r")]
    pub role: Role,
    #[serde(rename = "c", with = "moment_as_seconds")]
    pub created: Timestamp,
    #[serde(rename = "e", with = "maybe_as_seconds", default)]
    pub expires: Option<Timestamp>,
}

/// An account at an OpenID provider and its user.
#[derive(Serialize, Deserialize)]
pub(super) struct AccountRow<'a> {
    #[serde(rename = "u", borrow)]
    pub user: Cow<'a, str>,
    #[serde(rename = "n")]
    pub number: u64,
    /// The signing time of the token that set the role of the user.
    #[serde(rename = "t", with = "moment_as_seconds")]
    pub changed: Timestamp,
    /// The time when the user was removed.
    #[serde(rename = "x", with = "maybe_as_seconds", default)]
    pub removed: Option<Timestamp>,
}

/// The owner of a resource.
#[derive(Deserialize)]
pub(super) struct OwnedRow<'a> {
    #[serde(rename = "o", borrow)]
    pub owner: Cow<'a, str>,
}

pub(super) fn read<'a, T: Deserialize<'a>>(row: &'a Row, what: &str) -> Result<T> {
    serde_json::from_slice(&row.value).map_err(|error| {
        Error::new(ErrorKind::Storage, format!("the row of {what} is damaged")).because(error)
    })
}

pub(super) fn write(row: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(row)
        .map_err(|error| Error::new(ErrorKind::Internal, "a row cannot be written").because(error))
}

/// Returns a time as rows store it, in seconds since 1970.
pub(crate) fn seconds(moment: Timestamp) -> u64 {
    let since = SystemTime::from(moment).duration_since(SystemTime::UNIX_EPOCH);
    since.map(|since| since.as_secs()).unwrap_or_default()
}

/// Returns the time for a number of [`seconds`].
pub(crate) fn moment(seconds: u64) -> Timestamp {
    let moment = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds));
    Timestamp::from(moment.unwrap_or(SystemTime::UNIX_EPOCH))
}

mod moment_as_seconds {
    use super::{Deserialize, Timestamp, de, moment, seconds, ser};

    pub fn serialize<S: ser::Serializer>(this: &Timestamp, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(seconds(*this))
    }

    pub fn deserialize<'de, D: de::Deserializer<'de>>(from: D) -> Result<Timestamp, D::Error> {
        u64::deserialize(from).map(moment)
    }
}

mod maybe_as_seconds {
    use super::{Deserialize, Serialize, Timestamp, de, moment, seconds, ser};

    pub fn serialize<S: ser::Serializer>(
        this: &Option<Timestamp>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        this.map(seconds).serialize(to)
    }

    pub fn deserialize<'de, D: de::Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Timestamp>, D::Error> {
        Ok(Option::deserialize(from)?.map(moment))
    }
}
