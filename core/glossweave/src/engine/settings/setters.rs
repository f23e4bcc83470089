//! The functions that set the settings one at a time.

use std::path::PathBuf;

use super::{
    Admin, HttpSettings, LinkSettings, OidcSettings, PipelineSettings, QueryLimits, Settings,
    XsltSettings,
};
use glossweave_store::acl::Registration;
use glossweave_store::resource::Limits;
use glossweave_store::store::{Durability, StoreLocation};

impl Settings {
    /// Returns the callers who may register users.
    ///
    /// ```
    /// use glossweave::Settings;
    /// use glossweave::acl::Registration;
    /// use glossweave::engine::OidcSettings;
    /// let provider = OidcSettings::new("https://login.example.org", "glossweave");
    /// let settings = Settings::default();
    /// assert_eq!(settings.effective_registration(), Registration::Open);
    /// let settings = settings.with_oidc(provider);
    /// assert_eq!(settings.effective_registration(), Registration::Closed);
    /// let settings = settings.with_registration(Registration::Invitation);
    /// assert_eq!(settings.effective_registration(), Registration::Invitation);
    /// ```
    pub fn effective_registration(&self) -> Registration {
        self.registration.unwrap_or(match self.oidc.issuer {
            Some(_) => Registration::Closed,
            None => Registration::Open,
        })
    }
}
