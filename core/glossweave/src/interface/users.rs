//! Users, tokens and the audit log.

use serde_json::json as object;

use super::answers::{empty, json, page};
use super::input::Input;
use crate::service::Answer;
use glossweave_base::error::{Error, Result};
use glossweave_store::acl::{Action, Role, Token, Users};

fn users<'c>(input: &Input<'c>) -> Users<'c> {
    let users = input.session.users();
    match input.call.address {
        Some(address) => users.from_address(address),
        None => users,
    }
}

/// Registers a user.
pub(super) fn create(input: &Input<'_>) -> Result<Answer> {
    input.check_names(&["username", "password", "invitation"])?;
    let (name, password) = (input.required("username")?, input.required("password")?);
    let mut users = users(input);
    if let Some(code) = input.parameter("invitation").filter(|code| !code.is_empty()) {
        users = users.with_invitation(Token::from_text(code));
    }
    let user = users.create(name, password)?;
    Ok(json(&user).created(format!("{}/{}", input.path, user.username)))
}

/// Returns a token if the password is correct.
pub(super) fn authenticate(input: &Input<'_>) -> Result<Answer> {
    input.check_names(&[])?;
    let name = input.required_header("x-auth-username")?;
    let password = input.required_header("x-auth-password")?;
    let token = users(input).authenticate(name, password)?;
    Ok(json(&object!({"token": token.to_text()})).secret())
}

/// Returns the users.
pub(super) fn list(input: &Input<'_>) -> Result<Answer> {
    page(input, &input.page()?, |page| users(input).list(page), |user| &user.username)
}

/// Returns a page of the audit log.
pub(super) fn audit_log(input: &Input<'_>) -> Result<Answer> {
    page(input, &input.page()?, |page| users(input).read_audit_log(page), |entry| &entry.id)
}

/// Returns a user.
pub(super) fn read(input: &Input<'_>, name: &str) -> Result<Answer> {
    let user = users(input).read(name)?;
    input.check_names(&[])?;
    Ok(json(&user))
}

/// Changes a password, a role, or both. The permission is checked before the parameters.
pub(super) fn update(input: &Input<'_>, name: &str) -> Result<Answer> {
    let (users, password) = (users(input), input.parameter("password"));
    // API keys of admins can also change a role, if nothing else changes.
    let action = match input.parameter("role") {
        Some(_) if password.is_none() => Action::ChangeRole,
        _ => Action::Update,
    };
    users.check(action, name)?;
    input.check_names(&["password", "role"])?;
    let role = input.parameter("role").map(str::parse::<Role>).transpose()?;
    Ok(json(&users.update(name, password, role)?))
}

/// Deletes a user, and all resources of the user if the call asks for it.
pub(super) fn delete(input: &Input<'_>, name: &str) -> Result<Answer> {
    users(input).check(Action::Delete, name)?;
    input.check_names(&["resources"])?;
    match input.parameter("resources") {
        None | Some("") => users(input).delete(name)?,
        Some("delete") => input.session.delete_user(name)?,
        Some(_) => {
            let message = "expected `delete` as `resources`, to delete all that the user owns";
            return Err(Error::invalid(message).with_parameter("resources"));
        }
    }
    Ok(empty(204))
}
