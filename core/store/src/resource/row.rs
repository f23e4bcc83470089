//! The stored rows of resources.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::head::{damaged, is_there};
use super::{Content, Resource, name};
use crate::acl::{AuthContext, Visibility, moment, seconds};
use crate::store::Row;
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, ErrorKind, Result};

/// A complete row. The field names are short, because rows are read at every use.
#[derive(Deserialize)]
struct Whole<'a, T> {
    #[serde(rename = "o", borrow)]
    owner: Cow<'a, str>,
    #[serde(rename = "v")]
    visibility: Visibility,
    #[serde(rename = "d", borrow, default)]
    description: Option<Cow<'a, str>>,
    #[serde(rename = "c")]
    created: u64,
    #[serde(rename = "u")]
    updated: u64,
    #[serde(rename = "x", default)]
    expires: Option<u64>,
    #[serde(rename = "t")]
    content: T,
}

/// A complete row for writing, with borrowed fields.
#[derive(Serialize)]
struct Written<'a, T> {
    o: &'a str,
    v: Visibility,
    #[serde(skip_serializing_if = "Option::is_none")]
    d: Option<&'a str>,
    c: u64,
    u: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<u64>,
    t: &'a T,
}

/// Parses a row. Returns `None` if the resource has expired.
pub(super) fn read<T: Content>(
    key: &str,
    row: &Row,
    now: Timestamp,
) -> Result<Option<Resource<T>>> {
    let whole: Whole<'_, T> =
        serde_json::from_slice(&row.value).map_err(|error| damaged(T::KIND, error))?;
    Ok(is_there(whole.expires, now).then(|| Resource {
        name: name::of_key(T::KIND, key),
        owner: whole.owner.into_owned(),
        visibility: whole.visibility,
        description: whole.description.map(Cow::into_owned),
        created: moment(whole.created),
        updated: moment(whole.updated),
        revision: row.revision,
        content: whole.content,
    }))
}

/// Returns a resource without a check of permissions. Use it only when the permission was checked
/// before. Returns `ErrorKind::Storage` if the store fails.
pub fn any<T: Content>(access: &AuthContext, name: &str) -> Result<Option<Resource<T>>> {
    let Some(key) = name::key(T::KIND, name) else { return Ok(None) };
    match access.store().read_recent(T::KIND.table(), &key)? {
        Some(row) => read(&key, &row, access.now()),
        None => Ok(None),
    }
}

pub(super) fn write<T: Content>(resource: &Resource<T>) -> Result<Vec<u8>> {
    let written = Written {
        o: &resource.owner,
        v: resource.visibility,
        d: resource.description.as_deref(),
        c: seconds(resource.created),
        u: seconds(resource.updated),
        x: resource.content.expires().map(seconds),
        t: &resource.content,
    };
    serde_json::to_vec(&written)
        .map_err(|error| Error::new(ErrorKind::Internal, "a row cannot be written").because(error))
}
