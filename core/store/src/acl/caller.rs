//! The caller on whose behalf something is done.

use super::{Delegation, IdToken, Token};

/// The name of the local user.
pub(super) const LOCAL: &str = "local";

/// The caller on whose behalf a session acts.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Caller {
    /// An anonymous caller, who sees and uses what is public.
    #[default]
    Anonymous,
    /// The holder of this token. The user is looked up at every call.
    Token(Token),
    /// The holder of this token of an OpenID provider. The token is checked, and the user looked up, at every call.
    IdToken(IdToken),
    /// The local user of the program that has the engine, without a password or token. The user is looked
    /// up at every call, too.
    Local,
    /// A job, which acts for the caller who submitted it, with the rights that the caller has when it runs.
    Job(Delegation),
}

impl Caller {
    /// Returns the holder of a token, of an API key, or of a token of an OpenID provider. Never fails: a text that is
    /// not a token is refused when it is used, like a token that nobody has.
    pub fn token(text: &str) -> Caller {
        match IdToken::from_text(text) {
            Some(token) => Caller::IdToken(token),
            None => Caller::Token(Token::from_text(text)),
        }
    }

    /// Returns the caller of an HTTP request, by the names and values of its headers: `X-Auth-Token`,
    /// else `Authorization: Bearer` (RFC 6750, clause 2.1); `None` if there is neither. A malformed token
    /// counts as one that nobody has, and so do two tokens: an attempt to log in is never taken for an
    /// anonymous call. Other schemes are left to proxies.
    ///
    /// A call without credentials is told from one with wrong ones.
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
        let given = if tokens > 1 { Some(&b""[..]) } else { token.or(carried) };
        given.map(|text| Caller::token(std::str::from_utf8(text).unwrap_or_default().trim()))
    }
}

fn bearer(value: &[u8]) -> Option<&[u8]> {
    let (scheme, rest) = value.split_at_checked(6)?;
    let ends = rest.first().is_none_or(|next| *next == b' ');
    (scheme.eq_ignore_ascii_case(b"bearer") && ends).then_some(rest)
}
