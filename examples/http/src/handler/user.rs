//! Users and tokens.

use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use glossweave::acl::{Action, PageRequest, Role, Token};
use glossweave::{Error, Result};
use serde_json::json;

use crate::handler::check_names;
use crate::handler::resource::part;
use crate::request::Request;
use crate::response::Response;

/// Registers a user.
pub fn create(request: &mut Request) -> Result<Response> {
    check_names(request, &["username", "password", "invitation"])?;
    let (name, password) = (request.required("username")?, request.required("password")?);
    let mut users = request.session().users();
    if let Some(code) = request.parameter("invitation").filter(|code| !code.is_empty()) {
        users = users.with_invitation(Token::from_text(code));
    }
    let user = users.create(name, password)?;
    let location = format!("{}/{}", request.uri.path(), user.username);
    Ok(Response::json(StatusCode::CREATED, &user).created(location))
}

/// Returns a token if the password is correct.
pub fn authenticate(request: &mut Request) -> Result<Response> {
    check_names(request, &[])?;
    let name = request.required_header("x-auth-username")?;
    let password = request.required_header("x-auth-password")?;
    let mut users = request.session().users();
    if let Some(address) = request.address {
        users = users.from_address(address);
    }
    let token = users.authenticate(name, password)?;
    let response = Response::json(StatusCode::OK, &json!({"token": token.to_text()}));
    Ok(response.with_header(CACHE_CONTROL, "no-store"))
}

/// Returns the users.
pub fn list(request: &mut Request) -> Result<Response> {
    check_names(request, &["limit", "after"])?;
    let mut page = PageRequest::default();
    request.query.iter().try_for_each(|(name, value)| page.set(name, value))?;
    part(request, &page, |page| request.session().users().list(page), |user| &user.username)
}

/// Returns a page of the audit log.
pub fn audit_log(request: &mut Request) -> Result<Response> {
    check_names(request, &["limit", "after"])?;
    let mut page = PageRequest::default();
    request.query.iter().try_for_each(|(name, value)| page.set(name, value))?;
    part(request, &page, |page| request.session().users().read_audit_log(page), |entry| &entry.id)
}

/// Returns a user.
pub fn read(request: &mut Request) -> Result<Response> {
    let user = request.session().users().read(request.last())?;
    check_names(request, &[])?;
    Ok(Response::json(StatusCode::OK, &user))
}

/// Changes a password, a role, or both. The permission is checked before the parameters.
pub fn update(request: &mut Request) -> Result<Response> {
    let password = request.parameter("password");
    // API keys of admins can also change a role, if nothing else changes.
    let action = match request.parameter("role") {
        Some(_) if password.is_none() => Action::ChangeRole,
        _ => Action::Update,
    };
    request.session().users().check(action, request.last())?;
    check_names(request, &["password", "role"])?;
    let role = request.parameter("role").map(str::parse::<Role>).transpose()?;
    let user = request.session().users().update(request.last(), password, role)?;
    Ok(Response::json(StatusCode::OK, &user))
}

/// Deletes a user, and all resources of the user if the request asks for it.
pub fn delete(request: &mut Request) -> Result<Response> {
    request.session().users().check(Action::Delete, request.last())?;
    check_names(request, &["resources"])?;
    match request.parameter("resources") {
        None | Some("") => request.session().users().delete(request.last())?,
        Some("delete") => request.session().delete_user(request.last())?,
        Some(_) => {
            let message = "expected `delete` as `resources`, to delete all that the user owns";
            return Err(Error::invalid(message).with_parameter("resources"));
        }
    }
    Ok(Response::empty(StatusCode::NO_CONTENT))
}
