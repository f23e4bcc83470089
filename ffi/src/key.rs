//! API keys.

use std::mem::MaybeUninit;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{guard, require};
use crate::request::api_key_options;
use crate::{GwBuffer, GwError, GwParams, GwSession, GwStatus, GwStr};

/// Creates an API key, with which a program acts as the user within the scopes of the key: pass its secret
/// to `gw_engine_session_of` instead of a token. Only the user can create a key, in a session opened with
/// the password. `params` contains `name`, `scopes` (any of `read`, `enrich`, `write`, `admin`, separated
/// by commas), and `expires` (a time as in RFC 3339) if the key expires. Writes the key as JSON with
/// `name`, `scopes`, `created`, `expires`, `last_used` and `secret`, which cannot be read again. Free the
/// bytes with `gw_buffer_free`. Returns `GW_STATUS_CONFLICT` if the name is already in use or the user has
/// 100 keys.
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

/// Writes an API key as JSON, without its secret. Only its user and admins can read it, in a session opened
/// with the password. Free the bytes with `gw_buffer_free`. Returns `GW_STATUS_NOT_FOUND` if the user has
/// no such key, or the key expired.
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

/// Writes the API keys of a user as a JSON array, sorted by name. The same callers as for `gw_key_read` can
/// list them. Free the bytes with `gw_buffer_free`.
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

/// Revokes an API key, which stops working immediately. The same callers as for `gw_key_read` can revoke
/// it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_key_revoke(
    session: Option<&GwSession>,
    username: GwStr,
    name: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || open(session)?.users().revoke_key(username.get("username")?, name.get("name")?))
}
