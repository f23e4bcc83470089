//! Users of an OpenID provider: verification of the tokens of the provider, and log-in at the
//! provider.
//!
//! A token is a JSON Web Token (RFC 7519) with a signature (RFC 7515) by one of the keys that the
//! provider publishes (RFC 7517). The keys are located with OpenID Connect discovery, and cached.
//! The log-in uses the code flow of OpenID Connect with PKCE (RFC 7636).

mod algorithm;
mod claims;
mod jwk;
mod keys;
mod login;
mod seal;
#[cfg(test)]
mod tests;
mod token;

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::secret::Secret;
use glossweave_net::Network;
use glossweave_store::acl::{Claims, VerifyIdToken};

pub use login::LogIn;

use keys::KeyCache;

/// The options of a [`Provider`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The URL of the provider, as it is written in tokens.
    pub issuer: String,
    /// The client ID of the program at the provider. Tokens must be intended for this client.
    pub client_id: String,
    /// The client secret of the program, if there is one.
    pub client_secret: Option<Secret>,
    /// The scopes that a log-in requests, separated by spaces.
    pub scope: String,
    /// The claim with the name of a new user. If a token does not contain it, `sub` is used.
    pub username_claim: String,
    /// The claim with the roles, for example `realm_access.roles`.
    pub roles_claim: Option<String>,
    /// The role that makes a user an admin.
    pub admin_role: Option<String>,
    /// `true` to create a user for an account that has none.
    pub create: bool,
}

/// An OpenID provider.
pub struct Provider {
    options: Options,
    keys: KeyCache,
}

impl Provider {
    /// Creates a provider. No request is sent yet.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the setting as parameter, if the issuer is not an https
    /// URL (http for this machine), if the client ID is missing, or if only one of the claim and
    /// the value of roles is set.
    pub fn new(options: Options, network: Arc<Network>) -> Result<Provider> {
        let invalid = |name: &str, message: &str| {
            Err(Error::invalid(format!("`{name}` {message}")).with_parameter(name))
        };
        if options.client_id.is_empty() {
            return invalid("oidc.client-id", "is missing");
        }
        match (&options.roles_claim, &options.admin_role) {
            (Some(_), None) => return invalid("oidc.admin-role", "is missing"),
            (None, Some(_)) => return invalid("oidc.roles-claim", "is missing"),
            _ => {}
        }
        let keys = KeyCache::new(&options.issuer, network)?;
        Ok(Provider { options, keys })
    }
}

impl VerifyIdToken for Provider {
    fn verify(&self, token: &str, now: SystemTime) -> Result<Claims> {
        let claims = token::verify(token, &self.keys, now)?;
        claims::check(&claims, &self.options, now)
    }

    fn creates_users(&self) -> bool {
        self.options.create
    }
}

impl fmt::Debug for Provider {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Provider").field("options", &self.options).finish_non_exhaustive()
    }
}

/// Returns bytes in base64url without padding.
fn encode(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// Returns the bytes of base64url without padding.
fn decode(text: &str) -> Option<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD.decode(text).ok()
}

/// Returns the error for an invalid token.
fn refused(message: &str) -> Error {
    Error::new(ErrorKind::Unauthenticated, format!("the token of the provider {message}"))
}
