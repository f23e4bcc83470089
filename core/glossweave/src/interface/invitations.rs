//! Invitations to register.

use super::answers::{empty, json};
use super::input::Input;
use crate::service::Answer;
use glossweave_base::error::Result;
use glossweave_store::acl::InvitationOptions;

/// Creates an invitation. Only this answer contains its code.
pub(super) fn create(input: &Input<'_>) -> Result<Answer> {
    let users = input.session.users();
    users.list_invitations()?;
    let mut options = InvitationOptions::default();
    input.options(InvitationOptions::PARAMETERS, |name, value| options.set(name, value))?;
    let new = users.create_invitation(&options)?;
    Ok(json(&new).created(format!("{}/{}", input.path, new.invitation.name)).secret())
}

/// Returns the invitations.
pub(super) fn list(input: &Input<'_>) -> Result<Answer> {
    let invitations = input.session.users().list_invitations()?;
    input.check_names(&[])?;
    Ok(json(&invitations))
}

/// Returns an invitation.
pub(super) fn read(input: &Input<'_>, name: &str) -> Result<Answer> {
    let invitation = input.session.users().read_invitation(name)?;
    input.check_names(&[])?;
    Ok(json(&invitation))
}

/// Revokes an invitation.
pub(super) fn revoke(input: &Input<'_>, name: &str) -> Result<Answer> {
    let users = input.session.users();
    users.read_invitation(name)?;
    input.check_names(&[])?;
    users.revoke_invitation(name)?;
    Ok(empty(204))
}
