//! Invitations.

use std::mem::MaybeUninit;

use glossweave::acl::Token;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{guard, require};
use crate::request::invitation_options;
use crate::{GwBuffer, GwError, GwParams, GwSession, GwStatus, GwStr};

/// Registers a user like `gw_user_create`, and uses up an invitation. `invitation` is its code. Returns
/// `GW_STATUS_FORBIDDEN`, with the parameter `invitation`, if the code is not valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_user_create_invited(
    session: Option<&GwSession>,
    username: GwStr,
    password: GwStr,
    invitation: GwStr,
    user: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let code = Token::from_text(invitation.get("invitation")?);
        let users = open(session)?.users().with_invitation(code);
        let (name, password) = (username.get("username")?, password.get("password")?);
        json(user, serde_json::to_vec(&users.create(name, password)?))
    })
}

/// Creates an invitation, whose code allows one user to register. Only admins can create invitations.
/// `params` contains `name` (required), `role` (by default, `ROLE_USER`) and `expires` (a time as in RFC
/// 3339). Writes the invitation as JSON with `name`, `role`, `created`, `expires` and `code`, which cannot
/// be read again. Free the bytes with `gw_buffer_free`. Returns `GW_STATUS_CONFLICT` if the name is already
/// in use or there are 1,000 invitations.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_invitation_create(
    session: Option<&GwSession>,
    params: Option<&GwParams>,
    invitation: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (users, out) = (open(session)?.users(), require(invitation, "invitation")?);
        let options = invitation_options(params)?;
        json(Some(out), serde_json::to_vec(&users.create_invitation(&options)?))
    })
}

/// Writes an invitation as JSON, without its code. Only admins can read it. Free the bytes with
/// `gw_buffer_free`. Returns `GW_STATUS_NOT_FOUND` if there is no valid invitation with this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_invitation_read(
    session: Option<&GwSession>,
    name: GwStr,
    invitation: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (users, out) = (open(session)?.users(), require(invitation, "invitation")?);
        json(Some(out), serde_json::to_vec(&users.read_invitation(name.get("name")?)?))
    })
}

/// Writes the valid invitations as a JSON array, sorted by name. Only admins can list them. Free the bytes
/// with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_invitation_list(
    session: Option<&GwSession>,
    invitations: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (users, out) = (open(session)?.users(), require(invitations, "invitations")?);
        json(Some(out), serde_json::to_vec(&users.list_invitations()?))
    })
}

/// Revokes an invitation, whose code stops working immediately. Only admins can revoke it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_invitation_revoke(
    session: Option<&GwSession>,
    name: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || open(session)?.users().revoke_invitation(name.get("name")?))
}
