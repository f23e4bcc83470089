//! Users and tokens.

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, LINK};
use glossweave::acl::{Page, Role};
use glossweave::{Error, Result};
use serde_json::json;

use crate::handler::resource::next;
use crate::request::Ask;
use crate::response::Answer;

/// Registers a user.
pub fn create(ask: &mut Ask) -> Result<Answer> {
    only(ask, &["username", "password"])?;
    let (name, password) = (ask.required("username")?, ask.required("password")?);
    let user = ask.session().users().create(name, password)?;
    let place = format!("{}/{}", ask.uri.path(), user.username);
    Ok(Answer::json(StatusCode::CREATED, &user).created(place))
}

/// Gives a token to who knows the password.
pub fn authenticate(ask: &mut Ask) -> Result<Answer> {
    only(ask, &[])?;
    let name = ask.required_header("x-auth-username")?;
    let password = ask.required_header("x-auth-password")?;
    let mut users = ask.session().users();
    if let Some(address) = ask.address {
        users = users.from_address(address);
    }
    let token = users.authenticate(name, password)?;
    let answer = Answer::json(StatusCode::OK, &json!({"token": token.to_text()}));
    Ok(answer.with_header(CACHE_CONTROL, "no-store"))
}

/// The users.
pub fn list(ask: &mut Ask) -> Result<Answer> {
    only(ask, &["limit", "after"])?;
    let mut page = Page::default();
    ask.query.iter().try_for_each(|(name, value)| page.set(name, value))?;
    let users = ask.session().users().list(&page)?;
    let answer = Answer::json(StatusCode::OK, &users);
    let next = next(ask, &page, users.last().map(|user| user.username.as_str()), |page| {
        Ok(ask.session().users().list(page)?.is_empty())
    })?;
    Ok(next.into_iter().fold(answer, |answer, link| answer.with_header(LINK, link)))
}

/// A user.
pub fn read(ask: &mut Ask) -> Result<Answer> {
    let user = ask.session().users().read(ask.last())?;
    only(ask, &[])?;
    Ok(Answer::json(StatusCode::OK, &user))
}

/// Changes a password, a role, or both. Who may not is told that, whatever the parameters are.
pub fn update(ask: &mut Ask) -> Result<Answer> {
    ask.session().users().read(ask.last())?;
    only(ask, &["password", "role"])?;
    let password = ask.parameter("password");
    let role = ask.parameter("role").map(str::parse::<Role>).transpose()?;
    let user = ask.session().users().update(ask.last(), password, role)?;
    Ok(Answer::json(StatusCode::OK, &user))
}

/// Removes a user, with all that the user owns where the call says so.
pub fn delete(ask: &mut Ask) -> Result<Answer> {
    ask.session().users().read(ask.last())?;
    only(ask, &["resources"])?;
    match ask.parameter("resources") {
        None | Some("") => ask.session().users().delete(ask.last())?,
        Some("delete") => ask.session().delete_user(ask.last())?,
        Some(_) => {
            let message = "`resources` says what becomes of what the user owns, expected `delete`";
            return Err(Error::invalid(message).with_parameter("resources"));
        }
    }
    Ok(Answer::empty(StatusCode::NO_CONTENT))
}

/// Refuses parameters of other names: who misspells `role` is told. Kind Invalid.
fn only(ask: &Ask, names: &[&str]) -> Result<()> {
    match ask.query.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        None => Ok(()),
        Some((name, _)) => {
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let message = format!("no parameter of this name, expected {known}");
            Err(Error::invalid(message).with_parameter(name))
        }
    }
}
