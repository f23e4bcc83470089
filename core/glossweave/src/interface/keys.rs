//! API keys of users.

use super::answers::{empty, json};
use super::input::Input;
use crate::service::Answer;
use glossweave_base::error::Result;
use glossweave_store::acl::{Action, ApiKeyOptions};

/// Creates a key. Only this answer contains its secret.
pub(super) fn create(input: &Input<'_>, user: &str) -> Result<Answer> {
    let users = input.session.users();
    users.check(Action::ManageKeys, user)?;
    let mut options = ApiKeyOptions::default();
    input.options(ApiKeyOptions::PARAMETERS, |name, value| options.set(name, value))?;
    let new = users.create_key(user, &options)?;
    Ok(json(&new).created(format!("{}/{}", input.path, new.key.name)).secret())
}

/// Returns the keys of a user.
pub(super) fn list(input: &Input<'_>, user: &str) -> Result<Answer> {
    let keys = input.session.users().list_keys(user)?;
    input.check_names(&[])?;
    Ok(json(&keys))
}

/// Returns a key.
pub(super) fn read(input: &Input<'_>, user: &str, name: &str) -> Result<Answer> {
    let key = input.session.users().read_key(user, name)?;
    input.check_names(&[])?;
    Ok(json(&key))
}

/// Revokes a key.
pub(super) fn revoke(input: &Input<'_>, user: &str, name: &str) -> Result<Answer> {
    let users = input.session.users();
    users.read_key(user, name)?;
    input.check_names(&[])?;
    users.revoke_key(user, name)?;
    Ok(empty(204))
}
