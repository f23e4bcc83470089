//! The names of users and API keys.

use glossweave_base::error::{Error, Result, shown};

/// The maximum number of characters of a name.
pub(super) const LONGEST: usize = 64;

/// Returns `true` if a text has the syntax of the name of a user or an API key.
pub(super) fn has_shape_of_name(name: &str) -> bool {
    let letters = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    (1..=LONGEST).contains(&name.len())
        && name.bytes().all(letters)
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// Checks the name of a user. Returns `ErrorKind::Invalid`, with the parameter `username`, if it is
/// not valid.
pub fn check_name(name: &str) -> Result<()> {
    if has_shape_of_name(name) {
        return Ok(());
    }
    let message = format!(
        "expected a user name of 1 to {LONGEST} letters, digits, `.`, `_` and `-` that begins \
         with a letter, found {}",
        shown(name),
    );
    Err(Error::invalid(message).with_parameter("username"))
}
