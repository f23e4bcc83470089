//! The settings of an OpenID provider.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use glossweave_store::acl::Secret;

/// The settings of an OpenID provider, whose users may log in in addition to users with a password.
/// Requires the feature `oidc`.
///
/// ```
/// use glossweave::settings::OidcSettings;
/// use glossweave::Secret;
/// let settings = OidcSettings {
///     client_secret: Some(Secret::new("battery staple")),
///     username_claim: "email".into(),
///     scope: "openid profile email".into(),
///     roles_claim: Some("realm_access.roles".into()),
///     admin_role: Some("glossweave-admin".into()),
///     create: false,
///     ..OidcSettings::new("https://login.example.org/realms/staff", "glossweave")
/// };
/// assert_eq!(settings.client_id.as_deref(), Some("glossweave"));
/// assert!(!format!("{settings:?}").contains("battery"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct OidcSettings {
    /// The URL of the provider, as tokens contain it in `iss`: https, or http for this machine. If unset, there is no provider.
    pub issuer: Option<String>,
    /// The client ID at the provider. Tokens must contain it in `aud`.
    pub client_id: Option<String>,
    /// The client secret for log-ins in a browser. Settings never show it. If unset, the client is public.
    #[serde(skip_serializing)]
    #[schemars(with = "Option<String>")]
    pub client_secret: Option<Secret>,
    /// The scopes that a log-in in a browser requests, separated by spaces.
    pub scope: String,
    /// The claim that contains the name of a new user. If a token lacks it, `sub` is used.
    pub username_claim: String,
    /// The claim that contains the roles: a name, or a path such as `realm_access.roles`. If unset, the provider does not
    /// control the roles of users.
    pub roles_claim: Option<String>,
    /// The role that makes a user an admin.
    pub admin_role: Option<String>,
    /// `true` to create a user at the first log-in.
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
    /// Returns the settings of a provider with its URL and the client ID of the program.
    pub fn new(issuer: impl Into<String>, client_id: impl Into<String>) -> OidcSettings {
        let (issuer, client_id) = (Some(issuer.into()), Some(client_id.into()));
        OidcSettings { issuer, client_id, ..OidcSettings::default() }
    }
}
