//! Names of resources, and the keys of their rows.

use crate::acl::{Naming, ResourceKind};
use glossweave_base::error::{Error, ErrorKind, Result, shown};

/// The maximum number of characters in a name.
const LONGEST: usize = 128;

/// Returns the key of a row, or `None` if the name is not valid. Numbers are padded with zeros,
/// because stores sort keys by bytes.
pub(super) fn key(kind: ResourceKind, name: &str) -> Option<String> {
    match kind.naming() {
        Naming::Chosen => is_name(name).then(|| name.to_owned()),
        Naming::Given => {
            let shaped = name.len() <= 20
                && !name.starts_with('0')
                && name.bytes().all(|byte| byte.is_ascii_digit());
            shaped.then(|| name.parse().ok()).flatten().map(numbered)
        }
    }
}

/// Returns the key for a number.
pub(super) fn numbered(number: u64) -> String {
    format!("{number:020}")
}

/// Returns the name for a key.
pub(super) fn of_key(kind: ResourceKind, key: &str) -> String {
    match kind.naming() {
        Naming::Chosen => key.to_owned(),
        Naming::Given => key.trim_start_matches('0').to_owned(),
    }
}

/// Returns the key after which a part of a list begins. Returns `ErrorKind::Invalid`, with the
/// parameter `after`, if the name is not valid.
pub(super) fn after(kind: ResourceKind, name: &str) -> Result<String> {
    let expected = match kind.naming() {
        Naming::Chosen => "a name",
        Naming::Given => "a number",
    };
    key(kind, name).ok_or_else(|| {
        let message = format!("expected {expected} to start after, found {}", shown(name));
        Error::invalid(message).with_parameter("after")
    })
}

/// Checks the name of a resource. Returns `ErrorKind::Invalid`, with the parameter `name`, if it is
/// not valid.
pub(super) fn check(name: &str) -> Result<()> {
    if is_name(name) {
        return Ok(());
    }
    let message = format!(
        "expected a name of 1 to {LONGEST} letters, digits, `.`, `_` and `-`, found {}",
        shown(name),
    );
    Err(Error::invalid(message).with_parameter("name"))
}

fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    // In a path, `.` and `..` have a special meaning (RFC 3986, 5.2.4).
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(fits) && !matches!(name, "." | "..")
}

/// The parameters of every service. Stored resources cannot define parameters with these names.
const RESERVED: &[&str] =
    &["input", "informat", "outformat", "prefix", "nif-version", "filter", "useI18n"];
/// The short names of these parameters, which enrichment services accept too.
const SHORT: &[&str] = &["i", "f", "o", "p"];
/// The additional parameters of the call of a pipeline.
const OF_CALLS: &[&str] = &["any-format", "any-language", "output", "stats"];
/// The parameters of the service for stylesheets.
const PLAIN: &[&str] = &["input", "informat", "outformat"];

/// Checks the name of a parameter. Returns `ErrorKind::Invalid` if a service already has a
/// parameter with this name.
pub fn check_parameter(kind: ResourceKind, name: &str) -> Result<()> {
    let is_reserved = match kind {
        ResourceKind::Converter => PLAIN.contains(&name),
        ResourceKind::Template => RESERVED.contains(&name) || SHORT.contains(&name),
        ResourceKind::Pipeline => RESERVED.contains(&name) || OF_CALLS.contains(&name),
        _ => RESERVED.contains(&name),
    };
    if !is_reserved {
        return Ok(());
    }
    let message = format!("the parameter `{name}` of a {} needs another name", kind.name());
    Err(Error::invalid(message))
}

/// Returns the error for a name that is taken.
pub(super) fn taken(name: &str) -> Error {
    let message = format!("the name {} is taken", shown(name));
    Error::new(ErrorKind::Conflict, message).with_parameter("name")
}

/// Returns the error for a new owner who does not exist.
pub(super) fn no_owner(name: &str) -> Error {
    Error::invalid(format!("no user {}", shown(name))).with_parameter("newOwner")
}
