//! Tokens that an OpenID provider has signed.

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::Role;
use super::token::hex;
use glossweave_base::clock::Timestamp;
use glossweave_base::error::Result;

/// The maximum number of bytes of a token.
const LONGEST: usize = 16 << 10;

/// A token that an OpenID provider has signed (a JSON Web Token). It is verified when it is used.
#[derive(Clone)]
pub struct IdToken(Arc<str>);

impl IdToken {
    /// Returns the token in a text. Returns `None` unless the text has the form of a token: three
    /// parts in the base64url alphabet, with at most 16 KiB.
    pub(super) fn from_text(text: &str) -> Option<IdToken> {
        let has_shape = text.len() <= LONGEST
            && text.bytes().filter(|byte| *byte == b'.').count() == 2
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        has_shape.then(|| IdToken(text.into()))
    }

    /// Returns the text of the token.
    #[doc(hidden)]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl PartialEq for IdToken {
    fn eq(&self, other: &IdToken) -> bool {
        bool::from(self.0.as_bytes().ct_eq(other.0.as_bytes()))
    }
}

impl Eq for IdToken {}

impl fmt::Debug for IdToken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("IdToken(…)")
    }
}

/// The claims of a valid token, limited to the claims that Glossweave uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The URL of the provider.
    pub issuer: String,
    /// The identifier of the account, which the provider never assigns to another account.
    pub subject: String,
    /// The name for a new user.
    pub username: String,
    /// The role, or `None` if the provider does not assign roles.
    pub role: Option<Role>,
    /// The time when the token was signed.
    pub issued: Timestamp,
}

impl Claims {
    /// Returns the key of the row of the account.
    pub(super) fn key(&self) -> String {
        // The length separates the issuer from the subject.
        let text = format!("{} {}{}", self.issuer.len(), self.issuer, self.subject);
        hex(&Sha256::digest(text.as_bytes()))
    }
}

/// The verification of tokens.
pub trait VerifyIdToken: Send + Sync {
    /// Returns the claims of a token. Returns `ErrorKind::Unauthenticated` if it is not valid at
    /// the time `now`, and `ErrorKind::Unavailable` if the keys of the provider are missing.
    fn verify(&self, token: &str, now: SystemTime) -> Result<Claims>;

    /// Returns `true` if a user is created for a new account.
    fn creates_users(&self) -> bool;
}
