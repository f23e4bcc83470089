//! The caller of a request, from its headers.

use axum::http::HeaderMap;
use glossweave::Caller;

/// Returns the caller, which is anonymous if the headers contain no credentials.
pub fn read(headers: &HeaderMap) -> Caller {
    let all = headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    Caller::from_headers(all).unwrap_or_default()
}
