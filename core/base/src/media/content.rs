//! The media types of stored content.

use super::essence;
use crate::error::{Error, ErrorKind, Result, Side};

/// The accepted media types for content of any kind, because the URL of the request specifies the kind.
const CONTENT: &[&str] = &[
    "text/plain",
    "application/sparql-query",
    "application/xslt+xml",
    "application/json",
    "text/json",
    "text/xml",
    "application/xml",
];

/// Checks the media type of a query, stylesheet, template or pipeline.
///
/// # Errors
///
/// Returns `ErrorKind::Unsupported` if the media type is not one of these.
pub fn check_content(media_type: &str) -> Result<()> {
    let bare = essence(media_type);
    if CONTENT.iter().any(|name| name.eq_ignore_ascii_case(bare)) {
        return Ok(());
    }
    Err(Error::unknown(ErrorKind::Unsupported, "content in", bare, CONTENT).with_side(Side::Input))
}
