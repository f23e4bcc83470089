//! The fields of a stored row that are used for access control.

use std::borrow::Cow;

use serde::Deserialize;

use crate::acl::{ResourceKind, Visibility, seconds};
use crate::store::Row;
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The fields that are used for access control, without the content.
#[derive(Deserialize)]
pub(super) struct Head<'a> {
    #[serde(rename = "o", borrow)]
    pub owner: Cow<'a, str>,
    #[serde(rename = "v")]
    pub visibility: Visibility,
    /// The time when the resource expires, in seconds since 1970.
    #[serde(rename = "x", default)]
    pub expires: Option<u64>,
}

impl<'a> Head<'a> {
    pub fn read(kind: ResourceKind, row: &'a Row) -> Result<Head<'a>> {
        serde_json::from_slice(&row.value).map_err(|error| damaged(kind, error))
    }

    pub fn is_there(&self, now: Timestamp) -> bool {
        is_there(self.expires, now)
    }
}

pub(super) fn is_there(expires: Option<u64>, now: Timestamp) -> bool {
    expires.is_none_or(|expires| seconds(now) < expires)
}

/// Returns the error for a row that cannot be parsed.
pub(super) fn damaged(kind: ResourceKind, error: serde_json::Error) -> Error {
    let message = format!("the row of a {} is damaged", kind.name());
    Error::new(ErrorKind::Storage, message).because(error)
}
