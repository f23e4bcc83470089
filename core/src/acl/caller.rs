//! On whose behalf something is done.

use super::Token;

/// On whose behalf a session acts.
///
/// ```
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
}
