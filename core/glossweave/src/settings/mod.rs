//! Settings of an engine.
//!
//! Each setting is one field of a struct. Its name in files, in the environment, in flags and in
//! the bindings is the path of the field with `-` instead of `_`, for example `limits.source`.
//! Sizes ([`Bytes`]) are read from numbers and from texts such as `"512 MiB"`, durations from texts
//! such as `"30s"`.
//!
//! A program sets fields, or uses [`SettingsSources`] to read them:
//!
//! ```
//! use glossweave::settings::{LimitSettings, SettingsSources};
//! use glossweave::settings::Bytes;
//! use glossweave::{Engine, Settings};
//! let limits = LimitSettings { source: Bytes::mebibytes(8), ..LimitSettings::default() };
//! let engine = Engine::builder(Settings { limits, ..Settings::default() }).open()?;
//!
//! let mut sources = SettingsSources::default();
//! sources.add_text("[limits]\nsource = \"8 MiB\"\n")?;
//! sources.add_environment()?;
//! sources.set("jobs.threads", "4")?;
//! let settings = sources.settings()?;
//! assert_eq!(settings.limits, engine.settings().limits);
//! # Ok::<(), glossweave::Error>(())
//! ```

mod access;
mod batch;
mod files;
mod jobs;
mod limits;
mod models;
mod network;
mod oidc;
mod path;
mod schema;
mod size;
mod sources;
mod store;
mod time;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use access::{AccessSettings, AdminSettings, QuotaSettings};
pub use batch::BatchSettings;
pub use files::FileSettings;
pub use jobs::JobSettings;
pub use limits::{LimitSettings, SparqlSettings, XsltSettings};
pub use models::ModelSettings;
pub use network::{InternationalizationSettings, LinkSettings, NetworkSettings, PipelineSettings};
pub use oidc::OidcSettings;
pub use schema::{Setting, SettingType};
pub use size::Bytes;
pub use sources::SettingsSources;
pub use store::StoreSettings;
pub use time::Time;

use glossweave_base::error::Result;
use glossweave_store::acl::Registration;
use glossweave_store::job::JobLimits;
use glossweave_store::resource::Limits;

/// The settings of an engine.
///
/// ```
/// use glossweave::Settings;
/// use glossweave::settings::{Bytes, NetworkSettings};
/// let network = NetworkSettings { hosts: "dbpedia.org".into(), ..NetworkSettings::default() };
/// let settings = Settings { prefix: "http://example.org/pages/".into(), network, ..Settings::default() };
/// assert_eq!(settings.network.hosts, "dbpedia.org");
///
/// let settings: Settings = serde_json::from_str(r#"{"limits": {"source": "1 KiB"}}"#).unwrap();
/// assert_eq!(settings.limits.source, Bytes(1024));
/// assert_eq!(settings.prefix, Settings::default().prefix);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// The prefix of the IRIs of documents if a request sets none.
    pub prefix: String,
    /// The dataset in which entities are searched if a request names none.
    pub dataset: Option<String>,
    /// `true` to record in annotations the tool and its version, the dataset and its revision, and
    /// the time.
    pub provenance: bool,
    /// The store of users and their resources.
    pub store: StoreSettings,
    /// Files of datasets that several engines share.
    pub files: FileSettings,
    /// Limits of calls and of stored resources.
    pub limits: LimitSettings,
    /// Limits for each user. Admins have none.
    pub quotas: QuotaSettings,
    /// Registration and the audit log.
    pub access: AccessSettings,
    /// An admin that is created when the engine opens.
    pub admin: AdminSettings,
    /// An OpenID provider whose users may log in.
    pub oidc: OidcSettings,
    /// Trained models.
    pub models: ModelSettings,
    /// Calls over HTTP: remote recognizers, translators, endpoints, steps of pipelines.
    pub network: NetworkSettings,
    /// Limits of the SPARQL queries of filters.
    pub sparql: SparqlSettings,
    /// Stored stylesheets.
    pub xslt: XsltSettings,
    /// Queries that stored templates run for entities.
    pub links: LinkSettings,
    /// Conversion of markup (e-Internationalization).
    pub i18n: InternationalizationSettings,
    /// Pipelines.
    pub pipelines: PipelineSettings,
    /// Jobs.
    pub jobs: JobSettings,
    /// Batches.
    pub batches: BatchSettings,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            prefix: "http://example.org/glossweave/".to_owned(),
            dataset: None,
            provenance: false,
            store: StoreSettings::default(),
            files: FileSettings::default(),
            limits: LimitSettings::default(),
            quotas: QuotaSettings::default(),
            access: AccessSettings::default(),
            admin: AdminSettings::default(),
            oidc: OidcSettings::default(),
            models: ModelSettings::default(),
            network: NetworkSettings::default(),
            sparql: SparqlSettings::default(),
            xslt: XsltSettings::default(),
            links: LinkSettings::default(),
            i18n: InternationalizationSettings::default(),
            pipelines: PipelineSettings::default(),
            jobs: JobSettings::default(),
            batches: BatchSettings::default(),
        }
    }
}

impl Settings {
    /// Returns settings from names and values as text, for example `("limits.source", "8 MiB")`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`SettingsSources::set`] and [`SettingsSources::settings`].
    ///
    /// ```
    /// use glossweave::Settings;
    /// let settings = Settings::from_pairs([("jobs.threads", "4"), ("store.durability", "periodic")])?;
    /// assert_eq!(settings.jobs.threads, 4);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn from_pairs<N: AsRef<str>, V: AsRef<str>>(
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Settings> {
        let mut sources = SettingsSources::default();
        for (name, value) in pairs {
            sources.set(name.as_ref(), value.as_ref())?;
        }
        sources.settings()
    }

    /// Returns the callers who may register users.
    ///
    /// ```
    /// use glossweave::Settings;
    /// use glossweave::acl::Registration;
    /// use glossweave::settings::{AccessSettings, OidcSettings};
    /// let oidc = OidcSettings::new("https://login.example.org", "glossweave");
    /// let settings = Settings::default();
    /// assert_eq!(settings.effective_registration(), Registration::Open);
    /// let settings = Settings { oidc, ..settings };
    /// assert_eq!(settings.effective_registration(), Registration::Closed);
    /// let access = AccessSettings { registration: Some(Registration::Invitation), ..Default::default() };
    /// let settings = Settings { access, ..settings };
    /// assert_eq!(settings.effective_registration(), Registration::Invitation);
    /// ```
    pub fn effective_registration(&self) -> Registration {
        self.access.registration.unwrap_or(match self.oidc.issuer {
            Some(_) => Registration::Closed,
            None => Registration::Open,
        })
    }

    pub(crate) fn job_limits(&self) -> JobLimits {
        let JobSettings { size, kept, .. } = self.jobs;
        JobLimits { bytes: size.as_usize(), jobs: self.quotas.jobs, kept }
    }

    pub(crate) fn resource_limits(&self) -> Limits {
        let (limits, quotas) = (&self.limits, &self.quotas);
        Limits {
            query: limits.query.as_usize(),
            content: limits.content.as_usize(),
            dataset: limits.dataset.as_usize(),
            quota_bytes: quotas.size.map(|size| size.0),
            quota_datasets: quotas.datasets,
            quota_uploads: quotas.uploads,
        }
    }
}

/// Returns the start of a value for a message.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
