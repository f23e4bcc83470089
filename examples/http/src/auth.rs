//! Who is calling, by the headers of a request.

use axum::http::HeaderMap;
use glossweave::Caller;

/// The caller, or nobody in particular.
pub fn read(headers: &HeaderMap) -> Caller {
    let all = headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    Caller::from_headers(all).unwrap_or_default()
}
