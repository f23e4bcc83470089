//! The settings of an OpenID provider.

use serde::{Deserialize, Serialize};

use glossweave_store::acl::Secret;

/// The settings of an OpenID provider, whose users may log in beside those with a password. Needs the feature `oidc`.
///
/// ```
/// use glossweave::engine::OidcSettings;
/// use glossweave::acl::Secret;
/// let settings = OidcSettings {
///     client_secret: Some(Secret::new("battery staple")),
///     username_claim: "email".into(),
///     scope: "openid profile email".into(),
///     create: false,
///     ..OidcSettings::new("https://login.example.org/realms/staff", "glossweave")
/// };
/// let settings = settings.with_roles("realm_access.roles", "glossweave-admin");
/// assert_eq!(settings.client_id.as_deref(), Some("glossweave"));
/// assert!(!format!("{settings:?}").contains("battery"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OidcSettings {
    /// The URL of the provider, as its tokens have it in `iss`: https, or http for this machine. There is no provider
    /// if it is not given.
    pub issuer: Option<String>,
    /// The name of the program at the provider. Tokens must be for it (`aud`).
    pub client_id: Option<String>,
    /// The secret of the program at the provider, for log-ins in a browser; none for a public program. It is read,
    /// never written.
    #[serde(skip_serializing)]
    pub client_secret: Option<Secret>,
    /// The scopes that a log-in in a browser asks for, separated by spaces.
    pub scope: String,
    /// The claim with the name of a new user. Tokens without it have the name in `sub`.
    pub username_claim: String,
    /// The claim with the roles: a name, or a path such as `realm_access.roles`. If it is not given, the provider has
    /// no say in the roles of users.
    pub roles_claim: Option<String>,
    /// The role that makes an admin.
    pub admin_role: Option<String>,
    /// `true` if a user is created at the first log-in.
    pub create: bool,
}

impl Default for OidcSettings {
    fn default() -> OidcSettings {
        OidcSettings {
            issuer: None,
            client_id: None,
            client_secret: None,
            scope: "openid profile".to_owned(),
            username_claim: "preferred_username".to_owned(),
            roles_claim: None,
            admin_role: None,
            create: true,
        }
    }
}

impl OidcSettings {
    /// Returns the settings of a provider, by its URL and the name of the program there.
    pub fn new(issuer: impl Into<String>, client_id: impl Into<String>) -> OidcSettings {
        let (issuer, client_id) = (Some(issuer.into()), Some(client_id.into()));
        OidcSettings { issuer, client_id, ..OidcSettings::default() }
    }

    /// Sets the claim with the roles, and the role that makes an admin.
    #[must_use]
    pub fn with_roles(
        mut self,
        claim: impl Into<String>,
        admin: impl Into<String>,
    ) -> OidcSettings {
        self.roles_claim = Some(claim.into());
        self.admin_role = Some(admin.into());
        self
    }
}
