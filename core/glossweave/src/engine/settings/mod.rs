//! The settings of an engine, as plain data.

mod batch;
mod files;
mod jobs;
mod names;
mod oidc;
mod parts;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub use batch::BatchSettings;
pub use files::FilesSettings;
pub use jobs::JobSettings;
pub use oidc::OidcSettings;
pub use parts::{Admin, HttpSettings, LinkSettings, PipelineSettings, QueryLimits, XsltSettings};

use glossweave_store::acl::Registration;
use glossweave_store::resource::Limits;
use glossweave_store::store::{Durability, SledOptions, StoreLocation};

/// The settings of an engine.
///
/// ```
/// use glossweave::Settings;
/// use glossweave::engine::HttpSettings;
/// let http = HttpSettings { hosts: "dbpedia.org".into(), ..HttpSettings::default() };
/// let settings = Settings { prefix: "http://example.org/pages/".into(), http, ..Settings::default() };
/// assert_eq!(settings.http.hosts, "dbpedia.org");
///
/// let settings: Settings = serde_json::from_str(r#"{"max_bytes": 1000}"#).unwrap();
/// assert_eq!(settings.prefix, Settings::default().prefix);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The prefix of the IRIs of documents if a request gives none.
    pub prefix: String,
    /// The largest document of a request, in bytes.
    pub max_bytes: usize,
    /// The memory of a call in bytes, for what its input does not bound: statements that are read,
    /// annotations that are found, values of variables, answers. If it is not given, 64 times the input,
    /// and at least 64 MiB.
    pub call_memory: Option<usize>,
    /// The memory of all calls together in bytes, for the same. There is no bound if it is not given. The
    /// first MiB of each call does not count.
    pub all_calls_memory: Option<usize>,
    /// The time of a call in milliseconds. There is no limit if it is not given. That of pipelines and jobs is set by their
    /// own settings.
    pub call_milliseconds: Option<u64>,
    /// The longest answer of a service in bytes, if a request does not say. If it is not given, an answer
    /// is as long as the memory of the call allows.
    pub max_output_bytes: Option<usize>,
    /// The place of users and of what they store. They are kept in memory if there is none.
    pub store: Option<StoreLocation>,
    /// The point at which a change in that store may be acknowledged.
    pub durability: Durability,
    /// The number of bytes that are kept free on the disk of that store if it is a folder, and on that of `files`.
    pub store_reserve: u64,
    /// The place of the files of datasets, if several engines share them.
    pub files: FilesSettings,
    /// The time in milliseconds for which services do not read a row of the store again.
    pub store_cache_milliseconds: u64,
    /// An admin that exists from the start.
    pub admin: Admin,
    /// The callers who may register users. If it is not given, everybody, or only admins if there is an OpenID provider.
    pub registration: Option<Registration>,
    /// The number of days for which entries of the audit log stay; 0 if none is kept.
    pub audit_days: u64,
    /// The OpenID provider whose users may log in.
    pub oidc: OidcSettings,
    /// The maximum sizes of stored resources.
    pub limits: Limits,
    /// The limits of the queries of filters.
    pub query: QueryLimits,
    /// The library of SaxonC-HE, or the folder with it. If it is not given, the environment variable
    /// SAXONC_HE_LIB names it.
    pub saxon: Option<PathBuf>,
    /// The settings of stored stylesheets.
    pub xslt: XsltSettings,
    /// The hosts that may be called over HTTP, and the limits of a call.
    pub http: HttpSettings,
    /// The settings of queries about entities from stored templates.
    pub link: LinkSettings,
    /// `true` if annotations name the tool that made them, with its version, the dataset with its revision, and
    /// the time: see [`Provenance`](crate::annotation::Provenance).
    pub provenance: bool,
    /// The dataset that entities are found in if a request names none.
    pub dataset: Option<String>,
    /// The folder of the default models: `en.tagger`, which is the recognizer `trained`, and `en.mentions`, which
    /// tells where the names of datasets are meant. If it is not given, those of the feature `models` are used;
    /// none if it is `none`.
    pub models: Option<PathBuf>,
    /// The file of a trained tagger, which is the recognizer `trained` in place of the default one; `none` for no
    /// such recognizer.
    pub tagger: Option<PathBuf>,
    /// The file of a mention model in place of the default one. If it is `none`, the names of datasets are found
    /// wherever they stand.
    pub mention_model: Option<PathBuf>,
    /// The folder of a sentence encoder, with the files `model.onnx` and `tokenizer.json`. It tells apart the
    /// entities of one name in the datasets that are loaded with it. Needs the feature `neural`.
    pub sentence_encoder: Option<PathBuf>,
    /// The file of the weights by which the candidates of a name of datasets are ranked, as
    /// [`RankingWeights::save`](crate::entity::RankingWeights::save) writes it.
    pub ranking_weights: Option<PathBuf>,
    /// Prefixes of paths, separated by commas, for which markup is converted only if a call asks for it
    /// (e-Internationalization, rule 5).
    pub i18n_blacklist: String,
    /// The settings of pipelines.
    pub pipeline: PipelineSettings,
    /// The settings of jobs.
    pub jobs: JobSettings,
    /// The settings of batches.
    pub batch: BatchSettings,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            prefix: "http://example.org/glossweave/".to_owned(),
            max_bytes: 32 << 20,
            call_memory: None,
            all_calls_memory: None,
            call_milliseconds: None,
            max_output_bytes: None,
            store: None,
            durability: Durability::default(),
            store_reserve: SledOptions::RESERVE,
            files: FilesSettings::default(),
            store_cache_milliseconds: 0,
            admin: Admin::default(),
            registration: None,
            audit_days: 0,
            oidc: OidcSettings::default(),
            limits: Limits::default(),
            query: QueryLimits::default(),
            saxon: None,
            xslt: XsltSettings::default(),
            http: HttpSettings::default(),
            link: LinkSettings::default(),
            provenance: false,
            dataset: None,
            models: None,
            tagger: None,
            mention_model: None,
            sentence_encoder: None,
            ranking_weights: None,
            i18n_blacklist: String::new(),
            pipeline: PipelineSettings::default(),
            jobs: JobSettings::default(),
            batch: BatchSettings::default(),
        }
    }
}

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
    /// let settings = Settings { oidc: provider, ..settings };
    /// assert_eq!(settings.effective_registration(), Registration::Closed);
    /// let settings = Settings { registration: Some(Registration::Invitation), ..settings };
    /// assert_eq!(settings.effective_registration(), Registration::Invitation);
    /// ```
    pub fn effective_registration(&self) -> Registration {
        self.registration.unwrap_or(match self.oidc.issuer {
            Some(_) => Registration::Closed,
            None => Registration::Open,
        })
    }
}
