//! On whose behalf something is done.

use super::Token;

/// On whose behalf a session acts.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
/// use glossweave::{Caller, Engine, Kind, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let stranger = engine.session(Caller::token("made up"));
/// assert_eq!(stranger.users().read("anna").unwrap_err().kind(), Kind::Unauthenticated);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Caller {
    /// Nobody in particular: sees and uses what is public.
    #[default]
    Anonymous,
    /// Whoever holds this token. Whose it is, is found out at every call.
    Token(Token),
}

impl Caller {
    /// The holder of a token. Never fails: a text that is no token at all is refused where it is
    /// used, like a token that nobody has.
    pub fn token(text: &str) -> Caller {
        Caller::Token(Token::from_text(text))
    }

    /// Who a request over HTTP is from, by the names and values of its headers: `X-Auth-Token`, else
    /// `Authorization: Bearer` (RFC 6750, clause 2.1); none where it has neither. What is no token is one
    /// that nobody has, and so are two tokens: who tries to log in is never taken for a stranger. Other
    /// schemes are left to proxies.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
    /// use glossweave::Caller;
    /// let headers: [(&str, &[u8]); 1] = [("authorization", b"bearer 4711")];
    /// assert_eq!(Caller::from_headers(headers), Some(Caller::token("4711")));
    /// assert_eq!(Caller::from_headers([("Authorization", &b"Basic YTpi"[..])]), None);
    /// ```
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
