//! Users and tokens.

use std::mem::MaybeUninit;

use glossweave::acl::Token;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{guard, require};
use crate::request::{page, with_resources};
use crate::{GwBuffer, GwError, GwParams, GwSession, GwStatus, GwStr};

/// Registers a user. By default, anonymous callers can register users; `access.registration` can restrict
/// this (see `gw_user_create_invited`). A name consists of 1 to 64 letters, digits, `.`, `_` and `-`, and
/// begins with a letter. A password has at least 8 characters and at most 1,024 bytes. `user` may be NULL,
/// or receives JSON with `username`, `role` and `created`; free it with `gw_buffer_free`. Returns
/// `GW_STATUS_CONFLICT` if the name is already in use.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_user_create(
    session: Option<&GwSession>,
    username: GwStr,
    password: GwStr,
    user: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let users = open(session)?.users();
        let (name, password) = (username.get("username")?, password.get("password")?);
        json(user, serde_json::to_vec(&users.create(name, password)?))
    })
}

/// Logs in a user, and writes a token, 64 hexadecimal digits, for `gw_engine_session_of`. The token does
/// not expire. Any session may be used. Free the token with `gw_buffer_free`. Returns
/// `GW_STATUS_UNAUTHENTICATED` if the password is wrong or the user does not exist, without a difference
/// between the two, and `GW_STATUS_THROTTLED` after five failures in a row, with the time to wait
/// (`gw_error_retry_after`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_user_authenticate(
    session: Option<&GwSession>,
    username: GwStr,
    password: GwStr,
    token: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (users, out) = (open(session)?.users(), require(token, "token")?);
        let (name, password) = (username.get("username")?, password.get("password")?);
        out.write(users.authenticate(name, password)?.to_text().into_bytes().into());
        Ok(())
    })
}

/// Writes a user as JSON. Only the user and admins can read it. Free the bytes with `gw_buffer_free`.
/// Returns `GW_STATUS_UNAUTHENTICATED` or `GW_STATUS_FORBIDDEN` for other callers, and
/// `GW_STATUS_NOT_FOUND` if the user does not exist.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_user_read(
    session: Option<&GwSession>,
    username: GwStr,
    user: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (users, out) = (open(session)?.users(), require(user, "user")?);
        json(Some(out), serde_json::to_vec(&users.read(username.get("username")?)?))
    })
}

/// Writes the users as a JSON array, sorted by name. Only admins can list them. `params` may be NULL, or
/// contain `after` (the name after which the list begins) and `limit` (the maximum number; by default,
/// 100). Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_user_list(
    session: Option<&GwSession>,
    params: Option<&GwParams>,
    users: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, out) = (open(session)?.users(), require(users, "users")?);
        json(Some(out), serde_json::to_vec(&all.list(&page(params)?)?))
    })
}

/// Writes entries of the audit log as a JSON array, the oldest first, with `id`, `time`, `user`, `api_key`,
/// `action`, `kind`, `name` and `changed`. The log exists only if the setting `access.audit` is on. Only
/// admins can read it. `params` may be NULL, or contain `after` (the `id` of the entry after which the list
/// begins) and `limit` (the maximum number; by default, 100). Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_audit_log_read(
    session: Option<&GwSession>,
    params: Option<&GwParams>,
    entries: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (users, out) = (open(session)?.users(), require(entries, "entries")?);
        json(Some(out), serde_json::to_vec(&users.read_audit_log(&page(params)?)?))
    })
}

/// Changes the password of a user. Tokens remain valid. Only the user and admins can change it. `user` has
/// the same meaning as in `gw_user_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_user_set_password(
    session: Option<&GwSession>,
    username: GwStr,
    password: GwStr,
    user: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let users = open(session)?.users();
        let (name, password) = (username.get("username")?, password.get("password")?);
        json(user, serde_json::to_vec(&users.set_password(name, password)?))
    })
}

/// Changes the role of a user to `ROLE_USER` or `ROLE_ADMIN`. Only admins can change it. `user` has the
/// same meaning as in `gw_user_create`. Returns `GW_STATUS_CONFLICT` for the last admin.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_user_set_role(
    session: Option<&GwSession>,
    username: GwStr,
    role: GwStr,
    user: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let users = open(session)?.users();
        let (name, role) = (username.get("username")?, role.get("role")?.parse()?);
        json(user, serde_json::to_vec(&users.set_role(name, role)?))
    })
}

/// Deletes a user, whose tokens and API keys stop working immediately. Only the user and admins can delete
/// it. `params` may be NULL, or contain `resources` (`delete` to delete all resources of the user too).
/// Returns `GW_STATUS_CONFLICT` if the user still owns resources and `resources` is not set, and for the
/// last admin.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_user_delete(
    session: Option<&GwSession>,
    username: GwStr,
    params: Option<&GwParams>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (session, username) = (open(session)?, username.get("username")?);
        match with_resources(params)? {
            true => session.delete_user(username),
            false => session.users().delete(username),
        }
    })
}

/// Revokes a token, or the API key with this secret. Only admins can revoke it. Returns
/// `GW_STATUS_NOT_FOUND` if there is no such token or key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_token_revoke(
    session: Option<&GwSession>,
    token: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || open(session)?.users().revoke(&Token::from_text(token.get("token")?)))
}

/// Revokes all tokens and API keys of a user. Only admins can revoke them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_token_revoke_all(
    session: Option<&GwSession>,
    username: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || open(session)?.users().revoke_all(username.get("username")?))
}
