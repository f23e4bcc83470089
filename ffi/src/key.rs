//! API keys.

use std::mem::MaybeUninit;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{guard, require};
use crate::request::api_key_options;
use crate::{GwBuffer, GwError, GwParams, GwSession, GwStatus, GwStr};

/// Creates an API key, with which programs act as the user within its scopes: `gw_engine_session_of` takes
/// its secret in place of a token. Only that user may, logged in with the password. `params` have `name`,
/// `scopes` (some of `read`, `enrich`, `write`, `admin`, separated by commas) and, if it expires, `expires`
/// (a moment as in RFC 3339). The key is written as JSON: `name`, `scopes`, `created`, `expires`,
/// `last_used`, and `secret`, which nobody can read again. Conflict if the name is taken or the user has
/// 100 keys. Free it with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_key_create(
    session: Option<&GwSession>,
    username: GwStr,
    params: Option<&GwParams>,
    key: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (users, out) = (open(session)?.users(), require(key, "key")?);
        let options = api_key_options(params)?;
        let new = users.create_key(username.get("username")?, &options)?;
        json(Some(out), serde_json::to_vec(&new))
    })
}

/// Writes an API key as JSON, without its secret. Only its user and admins may ask, logged in with the
/// password. Returns NotFound if there is none that has not expired. Free it with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_key_read(
    session: Option<&GwSession>,
    username: GwStr,
    name: GwStr,
    key: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (users, out) = (open(session)?.users(), require(key, "key")?);
        let found = users.read_key(username.get("username")?, name.get("name")?)?;
        json(Some(out), serde_json::to_vec(&found))
    })
}

/// Writes the API keys of a user as an array of JSON, in the order of their names, for the callers of
/// `gw_key_read`. Free it with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_key_list(
    session: Option<&GwSession>,
    username: GwStr,
    keys: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (users, out) = (open(session)?.users(), require(keys, "keys")?);
        json(Some(out), serde_json::to_vec(&users.list_keys(username.get("username")?)?))
    })
}

/// Revokes an API key, which stops working at once, for the callers of `gw_key_read`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_key_revoke(
    session: Option<&GwSession>,
    username: GwStr,
    name: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || open(session)?.users().revoke_key(username.get("username")?, name.get("name")?))
}
