//! The media types that stored content comes as.

use super::essence;
use crate::error::{Error, Result, Side};

/// Whatever the content is, its kind is known by where it is sent.
const CONTENT: &[&str] = &[
    "text/plain",
    "application/sparql-query",
    "application/xslt+xml",
    "application/json",
    "text/json",
    "text/xml",
    "application/xml",
];

/// Refuses a media type that no query, stylesheet, template or pipeline comes as. Kind Unsupported.
pub fn check_content(media_type: &str) -> Result<()> {
    let bare = essence(media_type);
    if CONTENT.iter().any(|name| name.eq_ignore_ascii_case(bare)) {
        return Ok(());
    }
    let message = format!("no content in `{bare}`, expected one of {}", CONTENT.join(", "));
    Err(Error::unsupported(Side::Input, message))
}
