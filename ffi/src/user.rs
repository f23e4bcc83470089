//! Users and tokens.

use std::mem::MaybeUninit;

use glossweave::acl::Token;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{guard, require};
use crate::request::{page, with_resources};
use crate::{GwBuffer, GwError, GwParams, GwSession, GwStatus, GwStr};

/// Registers a user; everybody may, unless `access.registration` says otherwise (see `gw_user_create_invited`).
/// A name is 1 to 64 letters, digits, `.`, `_` and `-` and begins with a
/// letter; a password has at least 8 characters and at most 1,024 bytes. Returns Conflict if the name is
/// taken. `user` may be NULL, or is written as JSON (`username`, `role`, `created`); free it with
/// `gw_buffer_free`.
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

/// Logs in: gives a token, 64 hexadecimal digits, to who knows the password. It does not expire;
/// `gw_engine_session_of` takes it. Whose session this is does not matter. Unauthenticated, alike
/// for a wrong password and an unknown user; Throttled after five failures in a row, with the time to
/// wait (`gw_error_retry_after`). Free the token with `gw_buffer_free`.
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

/// Writes a user as JSON. Only that user and admins may ask: Unauthenticated, Forbidden, NotFound.
/// Free it with `gw_buffer_free`.
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

/// Writes the users as an array of JSON, in the order of their names. Only admins may ask. `params`
/// may be NULL, or have `after` (the name that the list begins behind) and `limit` (how many at
/// most, 100 without it). Free it with `gw_buffer_free`.
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

/// Writes a part of the audit log as an array of JSON, the oldest entries first: `id`, `time`, `user`, `api_key`, `action`,
/// `kind`, `name`, `changed`. There is one if the engine has `access.audit`. Only admins may ask. `params` may be NULL, or
/// have `after` (the `id` of an entry, after which the part begins) and `limit` (how many at most, 100 without it). Free
/// it with `gw_buffer_free`.
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

/// Changes a password; tokens stay as they are. Only that user and admins may. `user` as for
/// `gw_user_create`.
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

/// Changes the role of a user, `ROLE_USER` or `ROLE_ADMIN`. Only admins may; Conflict for the last one.
/// `user` as for `gw_user_create`.
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

/// Removes a user, whose tokens and API keys stop working at once. Only that user and admins may. `params` may be NULL, or
/// have `resources`: with `delete`, all that the user owns is removed too. Returns Conflict for a user who owns something
/// otherwise, and for the last admin.
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

/// Makes a token, or the API key with that secret, stop working. Only admins may. Returns NotFound if it is
/// nobody's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_token_revoke(
    session: Option<&GwSession>,
    token: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || open(session)?.users().revoke(&Token::from_text(token.get("token")?)))
}

/// Makes all tokens and API keys of a user stop working. Only admins may.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_token_revoke_all(
    session: Option<&GwSession>,
    username: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || open(session)?.users().revoke_all(username.get("username")?))
}
