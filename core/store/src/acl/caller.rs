//! The caller of an operation.

use super::{Delegation, IdToken, Token};

/// The name of the local user.
pub(super) const LOCAL: &str = "local";

/// The caller on whose behalf a session acts.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Caller {
    /// An anonymous caller, who can only see and use public resources.
    #[default]
    Anonymous,
    /// The holder of this token. The user is looked up at every call.
    Token(Token),
    /// The holder of this token of an OpenID provider. At every call, the token is verified and the
    /// user is looked up.
    IdToken(IdToken),
    /// The local user of the program that runs the engine, without a password or token. The user is
    /// looked up at every call.
    Local,
    /// A job on behalf of the caller who submitted it. It has the rights that the caller has when
    /// the job runs.
    Job(Delegation),
}

impl Caller {
    /// Returns the holder of a token, an API key, or a token of an OpenID provider. The text is not
    /// checked here: calls with a malformed token fail like calls with an unknown token.
    pub fn token(text: &str) -> Caller {
        match IdToken::from_text(text) {
            Some(token) => Caller::IdToken(token),
            None => Caller::Token(Token::from_text(text)),
        }
    }

    /// Returns the caller of an HTTP request from the names and values of its headers:
    /// `X-Auth-Token` or, if it is missing, `Authorization: Bearer` (RFC 6750, clause 2.1). Returns
    /// `None` if there is neither. A malformed token, or more than one, is treated as an unknown
    /// token, so that a failed attempt to authenticate is never an anonymous call. Other schemes
    /// are ignored, because proxies use them.
    pub fn from_headers<'h>(
        headers: impl IntoIterator<Item = (&'h str, &'h [u8])>,
    ) -> Option<Caller> {
        let (mut token, mut tokens, mut carried) = (None, 0, None);
        for (name, value) in headers {
            if name.eq_ignore_ascii_case("x-auth-token") {
                (token, tokens) = (Some(value), tokens + 1);
            } else if name.eq_ignore_ascii_case("authorization") {
                carried = carried.or_else(|| bearer(value));
            }
        }
        let token = if tokens > 1 { Some(&b""[..]) } else { token.or(carried) };
        token.map(|text| Caller::token(std::str::from_utf8(text).unwrap_or_default().trim()))
    }
}

fn bearer(value: &[u8]) -> Option<&[u8]> {
    let (scheme, rest) = value.split_at_checked(6)?;
    let ends = rest.first().is_none_or(|next| *next == b' ');
    (scheme.eq_ignore_ascii_case(b"bearer") && ends).then_some(rest)
}
