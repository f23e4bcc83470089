//! Users and tokens.

use std::mem::MaybeUninit;

use glossweave::acl::Token;

use crate::engine::open;
use crate::guard::{guard, require};
use crate::{GwBuffer, GwError, GwSession, GwStatus, GwStr};

/// Logs in a user, and writes a token, 64 hexadecimal digits, for `gw_engine_session_of`. The token does
/// not expire. Any session may be used. Free the token with `gw_buffer_free`. Returns
/// `GW_STATUS_UNAUTHENTICATED` if the password is wrong or the user does not exist, without a difference
/// between the two, and `GW_STATUS_THROTTLED` after five failures in a row, with the time to wait
/// (`retry_after` of the error).
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
