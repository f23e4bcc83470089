//! Checks of names and expiry times for API keys and invitations.

use super::access::AuthContext;
use super::name::{LONGEST, has_shape_of_name};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::shown;
use glossweave_base::error::{Error, Result};

/// Checks the name of an API key or an invitation. Returns `ErrorKind::Invalid`, with the parameter
/// `name`, if it is not valid.
pub(super) fn check_label(name: &str) -> Result<()> {
    if name.is_empty() {
        return Err(Error::invalid("`name` is missing").with_parameter("name"));
    }
    if !has_shape_of_name(name) {
        let message = format!(
            "expected a name of 1 to {LONGEST} letters, digits, `.`, `_` and `-` that begins with a \
             letter, found {}",
            shown(name)
        );
        return Err(Error::invalid(message).with_parameter("name"));
    }
    Ok(())
}

/// Checks that a time is in the future. Returns `ErrorKind::Invalid`, with the parameter `expires`,
/// if it is not.
pub(super) fn check_expiry(access: &AuthContext, expires: Option<Timestamp>) -> Result<()> {
    match expires {
        Some(moment) if moment <= access.now() => {
            let message = format!("expected a time in the future, found {moment}");
            Err(Error::invalid(message).with_parameter("expires"))
        }
        _ => Ok(()),
    }
}
