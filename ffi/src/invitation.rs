//! Invitations.

use std::mem::MaybeUninit;

use glossweave::acl::Token;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{guard, require};
use crate::request::invitation_options;
use crate::{GwBuffer, GwError, GwParams, GwSession, GwStatus, GwStr};

/// Registers a user as `gw_user_create` does, with the code of an invitation, which is used up. Returns Forbidden,
/// with the parameter `invitation`, if the code is not valid.
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

/// Creates an invitation, with whose code one user can be registered. Only admins may. `params` have `name`, and
/// may have `role` (`ROLE_USER` by default) and `expires` (a moment as in RFC 3339). It is written as JSON: `name`,
/// `role`, `created`, `expires`, and `code`, which nobody can read again. Conflict if the name is taken or there are
/// 1,000 invitations. Free it with `gw_buffer_free`.
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

/// Writes an invitation as JSON, without its code. Only admins may ask. Returns NotFound if there is none that is
/// valid. Free it with `gw_buffer_free`.
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

/// Writes the invitations that are valid as an array of JSON, in the order of their names. Only admins may ask. Free
/// it with `gw_buffer_free`.
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

/// Revokes an invitation, whose code stops working at once. Only admins may.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_invitation_revoke(
    session: Option<&GwSession>,
    name: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || open(session)?.users().revoke_invitation(name.get("name")?))
}
