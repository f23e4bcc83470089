//! Who is calling, by the headers of a request.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use glossweave::Caller;

/// The caller: `X-Auth-Token`, or `Authorization: Bearer`. What is no token is one that nobody has,
/// so that who tries to log in is never taken for a stranger; other schemes are left to proxies.
pub fn read(headers: &HeaderMap) -> Caller {
    let mut tokens = headers.get_all("x-auth-token").iter();
    if let Some(token) = tokens.next() {
        let only = token.to_str().ok().filter(|_| tokens.next().is_none());
        return Caller::token(only.unwrap_or_default().trim());
    }
    let bearer = headers.get_all(AUTHORIZATION).iter().find_map(|value| bearer(value.as_bytes()));
    bearer.map_or(Caller::Anonymous, |token| {
        Caller::token(std::str::from_utf8(token).unwrap_or_default().trim())
    })
}

fn bearer(value: &[u8]) -> Option<&[u8]> {
    let (scheme, rest) = value.split_at_checked(6)?;
    let ends = rest.first().is_none_or(|next| *next == b' ');
    (scheme.eq_ignore_ascii_case(b"bearer") && ends).then_some(rest)
}
