//! Invitations to register.

use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use glossweave::Result;
use glossweave::acl::InvitationOptions;

use crate::handler::{check_names, check_options};
use crate::request::Request;
use crate::response::Response;

/// Creates an invitation. Only this response contains its code.
pub fn create(request: &mut Request) -> Result<Response> {
    let users = request.session().users();
    users.list_invitations()?;
    check_options(request, InvitationOptions::PARAMETERS)?;
    let mut options = InvitationOptions::default();
    request.query.iter().try_for_each(|(name, value)| options.set(name, value))?;
    let new = users.create_invitation(&options)?;
    let location = format!("{}/{}", request.uri.path(), new.invitation.name);
    let response = Response::json(StatusCode::CREATED, &new).created(location);
    Ok(response.with_header(CACHE_CONTROL, "no-store"))
}

/// Returns the invitations.
pub fn list(request: &mut Request) -> Result<Response> {
    let invitations = request.session().users().list_invitations()?;
    check_names(request, &[])?;
    Ok(Response::json(StatusCode::OK, &invitations))
}

/// Returns an invitation.
pub fn read(request: &mut Request) -> Result<Response> {
    let invitation = request.session().users().read_invitation(request.last())?;
    check_names(request, &[])?;
    Ok(Response::json(StatusCode::OK, &invitation))
}

/// Revokes an invitation.
pub fn revoke(request: &mut Request) -> Result<Response> {
    let users = request.session().users();
    users.read_invitation(request.last())?;
    check_names(request, &[])?;
    users.revoke_invitation(request.last())?;
    Ok(Response::empty(StatusCode::NO_CONTENT))
}
