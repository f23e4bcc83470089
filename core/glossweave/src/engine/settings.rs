//! What an engine is set to: plain data.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::provider::network;
use glossweave_base::allowance::number_of_bytes;
use glossweave_base::error::{Error, Result};
use glossweave_base::text::truth;
use glossweave_rdf as rdf;
use glossweave_store::acl::Secret;
use glossweave_store::resource::Limits;
use glossweave_store::store::{Durability, SledOptions};
use glossweave_xslt as xslt;
use glossweave_xslt::Processor;

/// The settings of an engine.
///
/// ```
/// use glossweave::Settings;
/// let settings: Settings = serde_json::from_str(r#"{"max_bytes": 1000}"#).unwrap();
/// assert_eq!(settings.prefix, Settings::default().prefix);
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// What the IRIs of documents begin with where a request says nothing.
    pub prefix: String,
    /// The largest document that a request may bring, in bytes.
    pub max_bytes: usize,
    /// The bytes of memory that a call has for what its input does not bound: statements that are read,
    /// annotations that are found, values of variables, answers; 64 times its input, and at least 64 MiB,
    /// where it is not given.
    pub call_memory: Option<usize>,
    /// The bytes of memory that all calls have together for that; no bound where it is not given. The first
    /// MiB of each call does not count.
    pub all_calls_memory: Option<usize>,
    /// The longest answer of a service, in bytes, where a request says nothing of it; as long as the memory of
    /// the call allows where it is not given.
    pub max_output_bytes: Option<usize>,
    /// The folder where users and what they store are kept; memory where there is none.
    pub store: Option<PathBuf>,
    /// When a change in that folder may be acknowledged.
    pub durability: Durability,
    /// The number of bytes of the disk of that folder that are kept free.
    pub store_reserve: u64,
    /// An admin that is there from the start.
    pub admin: Admin,
    /// The largest things that may be stored.
    pub limits: Limits,
    /// What the queries of filters may take.
    pub query: QueryLimits,
    /// The library of SaxonC-HE, or the folder with it; where the environment variable
    /// SAXONC_HE_LIB says if it is not given.
    pub saxon: Option<PathBuf>,
    /// How stored stylesheets run.
    pub xslt: XsltSettings,
    /// What may be called over HTTP, and what a call may take.
    pub http: HttpSettings,
    /// How stored templates are asked about entities.
    pub link: LinkSettings,
    /// The dataset that entities are found in where a request names none.
    pub dataset: Option<String>,
    /// The file of a trained tagger, which is then the recognizer `trained`.
    pub tagger: Option<PathBuf>,
    /// Beginnings of paths, with commas between, where markup is converted only when a call says so
    /// (e-Internationalization, rule 5).
    pub i18n_blacklist: String,
    /// How pipelines run.
    pub pipeline: PipelineSettings,
}

/// How pipelines run.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PipelineSettings {
    /// How many milliseconds all steps together may take. It is looked at between them.
    pub milliseconds: u64,
    /// What the engine is called from outside: URLs with commas between, the version segment
    /// included. Steps that go there run in the engine.
    pub base_urls: String,
}

impl Default for PipelineSettings {
    fn default() -> PipelineSettings {
        PipelineSettings { milliseconds: 60_000, base_urls: String::new() }
    }
}

/// What may be called over HTTP, and what a call may take; see [`network`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HttpSettings {
    /// Hosts that may be called at public addresses: a list with commas, such as
    /// `dbpedia.org,example.org:8080`.
    pub hosts: String,
    /// Hosts that may be called wherever they are, in the same form.
    pub private_hosts: String,
    /// How many milliseconds a call may take, in all.
    pub milliseconds: u64,
    /// How many bytes its answer may have, unpacked.
    pub response: usize,
}

impl Default for HttpSettings {
    fn default() -> HttpSettings {
        let (hosts, private_hosts) = (String::new(), String::new());
        HttpSettings { hosts, private_hosts, milliseconds: 30_000, response: 64 << 20 }
    }
}

impl HttpSettings {
    pub(super) fn options(&self) -> Result<network::Options> {
        let hosts = |name: &str, list: &str| {
            list.parse::<network::Hosts>().map_err(|error| error.with_parameter(name))
        };
        Ok(network::Options::default()
            .with_hosts(hosts("http-hosts", &self.hosts)?)
            .with_private_hosts(hosts("http-private-hosts", &self.private_hosts)?)
            .with_time(Duration::from_millis(self.milliseconds))
            .with_response(self.response))
    }
}

/// How stored templates are asked about the entities of a request.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LinkSettings {
    /// How many entities are asked about at once.
    pub concurrency: usize,
    /// How many milliseconds all of them may take.
    pub milliseconds: u64,
}

impl Default for LinkSettings {
    fn default() -> LinkSettings {
        LinkSettings { concurrency: 4, milliseconds: 30_000 }
    }
}

/// How stored stylesheets run; see [`xslt::Options`] and [`xslt::Limits`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct XsltSettings {
    /// The processor of all of them; each by its version where it is not given.
    pub processor: Option<Processor>,
    /// The program that runs Saxon in place of this process; none, and an empty path, for this process.
    /// See [`xslt::Options::worker`].
    pub worker: Option<PathBuf>,
    /// How many milliseconds a run may take.
    pub milliseconds: u64,
    /// How many bytes it may hold at once.
    pub memory: usize,
    /// How many bytes its results may have.
    pub output: usize,
    /// How deep the elements of a source may nest.
    pub depth: usize,
}

impl Default for XsltSettings {
    fn default() -> XsltSettings {
        let xslt::Limits { time, memory, output, depth, .. } = xslt::Limits::default();
        let milliseconds = time.as_millis() as u64;
        XsltSettings { processor: None, worker: None, milliseconds, memory, output, depth }
    }
}

impl XsltSettings {
    pub(super) fn options(&self) -> xslt::Options {
        let limits = xslt::Limits::default()
            .with_time(Duration::from_millis(self.milliseconds))
            .with_memory(self.memory)
            .with_output(self.output)
            .with_depth(self.depth);
        let mut options = xslt::Options::default().with_limits(limits);
        options.worker = self.worker.clone().filter(|path| !path.as_os_str().is_empty());
        match self.processor {
            Some(processor) => options.with_processor(processor),
            None => options,
        }
    }
}

/// What the evaluation of a query may take; see [`rdf::Limits`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct QueryLimits {
    /// How many milliseconds it may run.
    pub milliseconds: u64,
    /// How many bytes it may hold at once.
    pub memory: usize,
    /// How many bytes its result may have.
    pub result: usize,
}

impl Default for QueryLimits {
    fn default() -> QueryLimits {
        let rdf::Limits { time, memory, result, .. } = rdf::Limits::default();
        QueryLimits { milliseconds: time.as_millis() as u64, memory, result }
    }
}

impl QueryLimits {
    pub(super) fn limits(&self) -> rdf::Limits {
        rdf::Limits::default()
            .with_time(Duration::from_millis(self.milliseconds))
            .with_memory(self.memory)
            .with_result(self.result)
    }
}

/// An admin that is made when an engine is opened. An admin of the name keeps the password; a user who is
/// none becomes one only where the password is the same. The name is reserved either way.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Admin {
    /// Whether there shall be one.
    pub create: bool,
    /// The name.
    pub username: Option<String>,
    /// The password. It is read, never written.
    #[serde(skip_serializing)]
    pub password: Option<Secret>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            prefix: "http://example.org/glossweave/".to_owned(),
            max_bytes: 32 << 20,
            call_memory: None,
            all_calls_memory: None,
            max_output_bytes: None,
            store: None,
            durability: Durability::default(),
            store_reserve: SledOptions::RESERVE,
            admin: Admin::default(),
            limits: Limits::default(),
            query: QueryLimits::default(),
            saxon: None,
            xslt: XsltSettings::default(),
            http: HttpSettings::default(),
            link: LinkSettings::default(),
            dataset: None,
            tagger: None,
            i18n_blacklist: String::new(),
            pipeline: PipelineSettings::default(),
        }
    }
}

impl Settings {
    /// The names that [`Settings::set`] knows.
    pub const NAMES: &[&str] = &[
        "prefix",
        "max-bytes",
        "call-memory",
        "all-calls-memory",
        "max-output-bytes",
        "store",
        "durability",
        "store-reserve",
        "admin.create",
        "admin.username",
        "admin.password",
        "max-query-bytes",
        "max-content-bytes",
        "max-dataset-bytes",
        "quota-bytes",
        "quota-datasets",
        "quota-uploads",
        "dataset",
        "tagger",
        "query-milliseconds",
        "query-memory",
        "query-result",
        "saxon",
        "xslt-processor",
        "xslt-worker",
        "xslt-milliseconds",
        "xslt-memory",
        "xslt-output",
        "xslt-depth",
        "http-hosts",
        "http-private-hosts",
        "http-milliseconds",
        "http-response",
        "link-concurrency",
        "link-milliseconds",
        "i18n.blacklist",
        "pipeline-milliseconds",
        "base-urls",
    ];

    /// Sets one of them by its name: `prefix` to an IRI, `max-bytes`, `call-memory`, `all-calls-memory`, `max-output-bytes`, `max-query-bytes`,
    /// `max-content-bytes`, `max-dataset-bytes`, `quota-bytes`, `quota-datasets` and `quota-uploads` to a number, `dataset` to the name of a stored one, `tagger` to the path of a tagger, `query-milliseconds`, `query-memory` (bytes) and
    /// `query-result` (bytes) too, `store` to the path of a folder, `store-reserve` to a number of bytes, `saxon` to that of a library,
    /// `xslt-processor` to `libxslt` or `saxon`, `xslt-worker` to the path of a program, `xslt-milliseconds`, `xslt-memory` (bytes),
    /// `xslt-output` (bytes) and `xslt-depth` to a number, `http-hosts` and `http-private-hosts` to a
    /// list of hosts with commas, `http-milliseconds`, `http-response` (bytes), `link-concurrency` and `link-milliseconds` to a number, `i18n.blacklist` to beginnings of paths with commas, `pipeline-milliseconds` to a number, `base-urls` to URLs with commas, `durability` to `flush` or `periodic`, `admin.create` to `true` or
    /// `false`, `admin.username` and `admin.password` to a text. Kind Invalid, with the name as
    /// parameter, for a name or value that is not known.
    ///
    /// ```
    /// use glossweave::Settings;
    /// let mut settings = Settings::default();
    /// settings.set("max-bytes", "1000")?;
    /// assert_eq!(settings.max_bytes, 1000);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let bytes = || number_of_bytes(value).map_err(|error| error.with_parameter(name));
        match name {
            "prefix" => self.prefix = value.to_owned(),
            "max-bytes" => self.max_bytes = bytes()?,
            "call-memory" => self.call_memory = Some(bytes()?),
            "all-calls-memory" => self.all_calls_memory = Some(bytes()?),
            "max-output-bytes" => self.max_output_bytes = Some(bytes()?),
            "store" => self.store = Some(PathBuf::from(value)),
            "durability" => {
                self.durability =
                    value.parse().map_err(|error: Error| error.with_parameter(name))?;
            }
            "admin.create" => {
                self.admin.create = truth(name, value)?;
            }
            "store-reserve" => self.store_reserve = bytes()? as u64,
            "admin.username" => self.admin.username = Some(value.to_owned()),
            "admin.password" => self.admin.password = Some(Secret::new(value)),
            "max-query-bytes" => self.limits.query = bytes()?,
            "max-content-bytes" => self.limits.content = bytes()?,
            "max-dataset-bytes" => self.limits.dataset = bytes()?,
            "quota-bytes" => self.limits.quota_bytes = Some(bytes()? as u64),
            "quota-datasets" => self.limits.quota_datasets = Some(bytes()? as u64),
            "quota-uploads" => self.limits.quota_uploads = Some(bytes()? as u64),
            "tagger" => self.tagger = Some(PathBuf::from(value)),
            "dataset" => self.dataset = Some(value.to_owned()),
            "query-milliseconds" => self.query.milliseconds = bytes()? as u64,
            "query-memory" => self.query.memory = bytes()?,
            "query-result" => self.query.result = bytes()?,
            "saxon" => self.saxon = Some(PathBuf::from(value)),
            "xslt-processor" => {
                let processor = value.parse().map_err(|error: Error| error.with_parameter(name))?;
                self.xslt.processor = Some(processor);
            }
            "xslt-worker" => self.xslt.worker = Some(PathBuf::from(value)),
            "xslt-milliseconds" => self.xslt.milliseconds = bytes()? as u64,
            "xslt-memory" => self.xslt.memory = bytes()?,
            "xslt-output" => self.xslt.output = bytes()?,
            "xslt-depth" => self.xslt.depth = bytes()?,
            "http-hosts" => self.http.hosts = value.to_owned(),
            "http-private-hosts" => self.http.private_hosts = value.to_owned(),
            "http-milliseconds" => self.http.milliseconds = bytes()? as u64,
            "http-response" => self.http.response = bytes()?,
            "link-concurrency" => self.link.concurrency = bytes()?,
            "link-milliseconds" => self.link.milliseconds = bytes()? as u64,
            "i18n.blacklist" => self.i18n_blacklist = value.to_owned(),
            "pipeline-milliseconds" => self.pipeline.milliseconds = bytes()? as u64,
            "base-urls" => self.pipeline.base_urls = value.to_owned(),
            _ => return Err(Error::no_option(name, Settings::NAMES)),
        }
        Ok(())
    }

    /// Settings as the environment of the process has them: `GLOSSWEAVE_` and a name in capital
    /// letters, with `_` for `.` and `-`, as in `GLOSSWEAVE_ADMIN_PASSWORD`. Kind Invalid, with the
    /// name as parameter, for a value that is not known.
    ///
    /// ```
    /// let settings = glossweave::Settings::from_environment()?;
    /// assert!(!settings.admin.create);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn from_environment() -> Result<Settings> {
        Settings::default().with_environment()
    }

    /// These settings, and what the environment of the process has in their place. Kinds: those of
    /// [`Settings::from_environment`].
    pub fn with_environment(self) -> Result<Settings> {
        self.with_variables(|variable| std::env::var_os(variable))
    }

    pub(super) fn with_variables(
        self,
        value: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Settings> {
        let mut settings = self;
        for name in Settings::NAMES {
            let variable = name.to_ascii_uppercase().replace(['.', '-'], "_");
            let Some(value) = value(&format!("GLOSSWEAVE_{variable}")) else { continue };
            match (*name, value.to_str()) {
                // Paths need not be text.
                ("store", _) => settings.store = Some(PathBuf::from(value)),
                ("xslt-worker", _) => settings.xslt.worker = Some(PathBuf::from(value)),
                ("saxon", _) => settings.saxon = Some(PathBuf::from(value)),
                ("tagger", _) => settings.tagger = Some(PathBuf::from(value)),
                (name, Some(value)) => settings.set(name, value)?,
                (name, None) => {
                    let message = format!("the value of `{name}` is not UTF-8");
                    return Err(Error::invalid(message).with_parameter(name));
                }
            }
        }
        Ok(settings)
    }
}
