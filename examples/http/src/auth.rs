//! The caller of a request, by its headers.

use axum::http::HeaderMap;
use glossweave::Caller;

/// Returns the caller, anonymous if the headers name none.
pub fn read(headers: &HeaderMap) -> Caller {
    let all = headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    Caller::from_headers(all).unwrap_or_default()
}
