//! The routes of invitations.

use axum::http::Method;
use glossweave::acl::InvitationOptions;

use crate::route::{Output, Parameter, Route};

/// Returns the routes of invitations.
pub(super) fn invitations() -> Vec<Route> {
    let (all, one) = ("/invitations", "/invitations/{invitationName}");
    let row = |method, path, id: &str, summary: &str| {
        Route::new(method, path, id, summary, "users").authenticated()
    };
    let options = InvitationOptions::PARAMETERS.iter().map(Parameter::from).collect();
    vec![
        row(
            Method::POST,
            all,
            "createInvitation",
            "Creates an invitation, for admins; its code is returned once.",
        )
        .with_parameters(options)
        .with_output(Output::Created("NewInvitation")),
        row(Method::GET, all, "listInvitations", "The invitations, for admins.")
            .with_output(Output::Array("Invitation")),
        row(Method::GET, one, "readInvitation", "An invitation, for admins.")
            .with_output(Output::Json("Invitation")),
        row(Method::DELETE, one, "revokeInvitation", "Revokes an invitation, for admins."),
    ]
}
