//! Log-in at an OpenID provider.

use std::sync::Arc;

#[cfg(feature = "oidc")]
use super::Engine;
use crate::settings::OidcSettings;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_net::Network;
#[cfg(feature = "oidc")]
use glossweave_store::acl::{Caller, Token};

#[cfg(feature = "oidc")]
pub use glossweave_oidc::LogIn;
#[cfg(feature = "oidc")]
pub(super) use glossweave_oidc::Provider;
#[cfg(not(feature = "oidc"))]
pub(super) use without_provider::Provider;

/// The purpose of the key that encrypts the state of a log-in.
#[cfg(feature = "oidc")]
const PURPOSE: &str = "log-in";

impl OidcSettings {
    /// Opens the provider of the settings. Returns `None` if no issuer is set. Returns
    /// `ErrorKind::Invalid`, with the setting as parameter, if required settings are missing, and
    /// `ErrorKind::Unsupported` without the feature `oidc`.
    pub(super) fn open(&self, network: &Arc<Network>) -> Result<Option<Arc<Provider>>> {
        let is_given = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.is_empty());
        if !is_given(&self.issuer) {
            if [&self.client_id, &self.roles_claim, &self.admin_role].into_iter().any(is_given) {
                let message = "`oidc.issuer` is missing";
                return Err(Error::invalid(message).with_parameter("oidc.issuer"));
            }
            return Ok(None);
        }
        self.provider(network).map(|provider| Some(Arc::new(provider)))
    }

    #[cfg(feature = "oidc")]
    fn provider(&self, network: &Arc<Network>) -> Result<Provider> {
        let OidcSettings { issuer, client_id, client_secret, .. } = self.clone();
        let OidcSettings { scope, username_claim, roles_claim, admin_role, create, .. } =
            self.clone();
        let options = glossweave_oidc::Options {
            issuer: issuer.unwrap_or_default(),
            client_id: client_id.unwrap_or_default(),
            client_secret: client_secret.filter(|secret| !secret.word().is_empty()),
            scope,
            username_claim,
            roles_claim: roles_claim.filter(|claim| !claim.is_empty()),
            admin_role: admin_role.filter(|role| !role.is_empty()),
            create,
        };
        Provider::new(options, network.clone())
    }

    #[cfg(not(feature = "oidc"))]
    fn provider(&self, _: &Arc<Network>) -> Result<Provider> {
        let message =
            "no OpenID provider is known: the library was built without the feature `oidc`";
        Err(Error::new(ErrorKind::Unsupported, message).with_parameter("oidc.issuer"))
    }
}

#[cfg(feature = "oidc")]
impl Engine {
    /// Begins a log-in in a browser. The OpenID provider redirects the browser to the URL
    /// `redirect`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::NotFound` if there is no provider, and `ErrorKind::Unavailable` if the
    /// provider does not answer.
    pub fn begin_log_in(&self, redirect: &str) -> Result<LogIn> {
        let key = self.0.access.shared_key(PURPOSE)?;
        self.provider()?.begin(redirect, &key, self.clock().now())
    }

    /// Finishes a log-in in a browser, and returns the name of the user and a new token. `kept` is
    /// the state that the browser stored; `state` and `code` come from the provider.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Engine::begin_log_in`], the errors of verifying the token of the
    /// provider, and `ErrorKind::Unauthenticated` if the log-in did not begin in this browser.
    pub fn finish_log_in(
        &self,
        redirect: &str,
        (kept, state, code): (&str, &str, &str),
    ) -> Result<(String, Token)> {
        let key = self.0.access.shared_key(PURPOSE)?;
        let now = self.clock().now();
        let claims = self.provider()?.finish(redirect, (kept, state, code), &key, now)?;
        let users = self.session(Caller::Anonymous).users();
        let (user, token) = users.authenticate_account(&claims)?;
        Ok((user.name, token))
    }

    fn provider(&self) -> Result<&Provider> {
        let none = || Error::new(ErrorKind::NotFound, "no OpenID provider is set for log-in");
        self.0.provider.as_deref().ok_or_else(none)
    }
}

#[cfg(not(feature = "oidc"))]
mod without_provider {
    use std::time::SystemTime;

    use glossweave_base::error::Result;
    use glossweave_store::acl::{Claims, VerifyIdToken};

    /// The provider of a build without the feature `oidc`. It has no values.
    pub enum Provider {}

    impl VerifyIdToken for Provider {
        fn verify(&self, _: &str, _: SystemTime) -> Result<Claims> {
            match *self {}
        }

        fn creates_users(&self) -> bool {
            match *self {}
        }
    }
}
