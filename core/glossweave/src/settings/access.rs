//! Settings of users and their rights.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::size::Bytes;
use super::time::Time;
use glossweave_store::acl::{Registration, Secret};

/// Settings of registration and of the audit log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct AccessSettings {
    /// The callers that may register users: `open` (all), `invitation` (holders of an invitation, and admins) or `closed`
    /// (admins). If unset: `open`, or `closed` if there is an OpenID provider.
    #[schemars(with = "Option<String>")]
    pub registration: Option<Registration>,
    /// The time for which entries of the audit log are kept. If it is 0, there is no audit log.
    #[serde(with = "Time")]
    pub audit: Duration,
}

/// Limits for each user, including files of datasets and uploads. Admins have no limits.
///
/// ```
/// use glossweave::settings::{Bytes, QuotaSettings};
/// let quotas = QuotaSettings { size: Some(Bytes::gibibytes(1)), ..QuotaSettings::default() };
/// assert_eq!(quotas.jobs, 1_000);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct QuotaSettings {
    /// The maximum size of everything that a user has stored. If unset, there is no limit.
    pub size: Option<Bytes>,
    /// The maximum number of datasets of a user. If unset, there is no limit.
    pub datasets: Option<u64>,
    /// The maximum number of uploads of a user at once, including uploads that are not loaded yet. If unset, there is no limit.
    pub uploads: Option<u64>,
    /// The maximum number of jobs of a user, including ended jobs.
    pub jobs: u64,
}

impl Default for QuotaSettings {
    fn default() -> QuotaSettings {
        QuotaSettings { size: None, datasets: None, uploads: None, jobs: 1_000 }
    }
}

/// An admin that is created when an engine is opened. If the user exists and is an admin, the
/// password stays the same. If the user is not an admin, it becomes one only if the password is the
/// same. The name is reserved in all cases.
///
/// ```
/// use glossweave::settings::AdminSettings;
/// use glossweave::{Caller, Engine, Settings};
/// let settings = Settings { admin: AdminSettings::new("root", "correct horse"), ..Settings::default() };
/// let engine = Engine::builder(settings).open()?;
/// let users = engine.session(Caller::Anonymous).users();
/// assert!(users.authenticate("root", "correct horse").is_ok());
/// # Ok::<(), glossweave::Error>(())
/// ```
///
/// ```
/// use glossweave::settings::AdminSettings;
/// let admin = AdminSettings::new("root", "battery staple");
/// assert!(!format!("{admin:?}").contains("battery"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct AdminSettings {
    /// `true` to create the admin when the engine opens.
    pub create: bool,
    /// The name of the admin.
    pub username: Option<String>,
    /// The password of the admin, if the user does not exist yet. Settings never show it.
    #[serde(skip_serializing)]
    #[schemars(with = "Option<String>")]
    pub password: Option<Secret>,
}

impl AdminSettings {
    /// Returns the settings of an admin that is created when the engine opens.
    pub fn new(username: impl Into<String>, password: impl Into<String>) -> AdminSettings {
        let password = Some(Secret::new(password));
        AdminSettings { create: true, username: Some(username.into()), password }
    }
}
