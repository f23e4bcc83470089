//! API keys of users.

use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use glossweave::Result;
use glossweave::acl::{Action, ApiKeyOptions};

use crate::handler::{check_names, check_options};
use crate::request::Request;
use crate::response::Response;

/// Creates a key. Only this response contains its secret.
pub fn create(request: &mut Request) -> Result<Response> {
    let users = request.session().users();
    users.check(Action::ManageKeys, request.first())?;
    check_options(request, ApiKeyOptions::PARAMETERS)?;
    let mut options = ApiKeyOptions::default();
    request.query.iter().try_for_each(|(name, value)| options.set(name, value))?;
    let new = users.create_key(request.first(), &options)?;
    let location = format!("{}/{}", request.uri.path(), new.key.name);
    let response = Response::json(StatusCode::CREATED, &new).created(location);
    Ok(response.with_header(CACHE_CONTROL, "no-store"))
}

/// Returns the keys of a user.
pub fn list(request: &mut Request) -> Result<Response> {
    let keys = request.session().users().list_keys(request.first())?;
    check_names(request, &[])?;
    Ok(Response::json(StatusCode::OK, &keys))
}

/// Returns a key.
pub fn read(request: &mut Request) -> Result<Response> {
    let key = request.session().users().read_key(request.first(), request.last())?;
    check_names(request, &[])?;
    Ok(Response::json(StatusCode::OK, &key))
}

/// Revokes a key.
pub fn revoke(request: &mut Request) -> Result<Response> {
    let users = request.session().users();
    users.read_key(request.first(), request.last())?;
    check_names(request, &[])?;
    users.revoke_key(request.first(), request.last())?;
    Ok(Response::empty(StatusCode::NO_CONTENT))
}
