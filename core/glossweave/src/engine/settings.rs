//! The settings of an engine, as plain data.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use glossweave_base::allowance::number_of_bytes;
use glossweave_base::error::{Error, Result};
use glossweave_base::text::truth;
use glossweave_net as network;
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
    /// The longest answer of a service in bytes, if a request does not say. If it is not given, an answer
    /// is as long as the memory of the call allows.
    pub max_output_bytes: Option<usize>,
    /// The folder of users and of what they store. They are kept in memory if there is none.
    pub store: Option<PathBuf>,
    /// The point at which a change in that folder may be acknowledged.
    pub durability: Durability,
    /// The number of bytes that are kept free on the disk of that folder.
    pub store_reserve: u64,
    /// An admin that exists from the start.
    pub admin: Admin,
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
    /// The dataset that entities are found in if a request names none.
    pub dataset: Option<String>,
    /// The file of a trained tagger. It becomes the recognizer `trained`.
    pub tagger: Option<PathBuf>,
    /// Prefixes of paths, separated by commas, for which markup is converted only if a call asks for it
    /// (e-Internationalization, rule 5).
    pub i18n_blacklist: String,
    /// The settings of pipelines.
    pub pipeline: PipelineSettings,
}

/// The settings of pipelines.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PipelineSettings {
    /// The time that all steps together may take, in milliseconds. It is checked between steps.
    pub milliseconds: u64,
    /// The URLs that the engine is called by from outside, separated by commas, the version segment
    /// included. Steps that go there run in the engine.
    pub base_urls: String,
}

impl Default for PipelineSettings {
    fn default() -> PipelineSettings {
        PipelineSettings { milliseconds: 60_000, base_urls: String::new() }
    }
}

/// The hosts that may be called over HTTP, and the limits of a call; see [`network`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HttpSettings {
    /// Hosts that may be called at public addresses: a list separated by commas, such as
    /// `dbpedia.org,example.org:8080`.
    pub hosts: String,
    /// Hosts that may be called at any address, in the same form.
    pub private_hosts: String,
    /// The time that a call may take in all, in milliseconds.
    pub milliseconds: u64,
    /// The largest answer, in bytes, decompressed.
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

/// The settings of queries about the entities of a request from stored templates.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LinkSettings {
    /// The number of entities that are queried at once.
    pub concurrency: usize,
    /// The time that all of them may take, in milliseconds.
    pub milliseconds: u64,
}

impl Default for LinkSettings {
    fn default() -> LinkSettings {
        LinkSettings { concurrency: 4, milliseconds: 30_000 }
    }
}

/// The settings of stored stylesheets; see [`xslt::Options`] and [`xslt::Limits`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct XsltSettings {
    /// The processor of all stylesheets. If it is not given, it follows from the version of each.
    pub processor: Option<Processor>,
    /// The program that runs Saxon in place of this process. If it is not given, or the path is empty,
    /// Saxon runs in this process. See [`xslt::Options::worker`].
    pub worker: Option<PathBuf>,
    /// The time that a run may take, in milliseconds.
    pub milliseconds: u64,
    /// The memory that it may hold at once, in bytes.
    pub memory: usize,
    /// The size of its results, in bytes.
    pub output: usize,
    /// The maximum depth of the elements of a source.
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

/// The limits of the evaluation of a query; see [`rdf::Limits`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct QueryLimits {
    /// The time that it may run, in milliseconds.
    pub milliseconds: u64,
    /// The memory that it may hold at once, in bytes.
    pub memory: usize,
    /// The size of its result, in bytes.
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

/// An admin that is created when an engine is opened. An admin of that name keeps the password. A user
/// who is no admin becomes one only if the password is the same. The name is reserved either way.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Admin {
    /// `true` if the admin is to be created.
    pub create: bool,
    /// The name of the admin.
    pub username: Option<String>,
    /// The password of the admin. It is read, never written.
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
    /// The names that [`Settings::set`] accepts.
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

    /// Sets a setting by its name:
    ///
    /// - `prefix` to an IRI;
    /// - `max-bytes`, `call-memory`, `all-calls-memory`, `max-output-bytes`, `max-query-bytes`,
    ///   `max-content-bytes`, `max-dataset-bytes`, `quota-bytes`, `quota-datasets` and `quota-uploads` to
    ///   a number;
    /// - `dataset` to the name of a stored one;
    /// - `tagger` to the path of a tagger;
    /// - `query-milliseconds`, `query-memory` (bytes) and `query-result` (bytes) to a number;
    /// - `store` to the path of a folder, `store-reserve` to a number of bytes, `durability` to `flush` or
    ///   `periodic`;
    /// - `saxon` to the path of a library;
    /// - `xslt-processor` to `libxslt` or `saxon`, `xslt-worker` to the path of a program,
    ///   `xslt-milliseconds`, `xslt-memory` (bytes), `xslt-output` (bytes) and `xslt-depth` to a number;
    /// - `http-hosts` and `http-private-hosts` to a list of hosts separated by commas, `http-milliseconds`
    ///   and `http-response` (bytes) to a number;
    /// - `link-concurrency` and `link-milliseconds` to a number;
    /// - `i18n.blacklist` to prefixes of paths separated by commas;
    /// - `pipeline-milliseconds` to a number, `base-urls` to URLs separated by commas;
    /// - `admin.create` to `true` or `false`, `admin.username` and `admin.password` to a text.
    ///
    /// ```
    /// use glossweave::Settings;
    /// let mut settings = Settings::default();
    /// settings.set("max-bytes", "1000")?;
    /// assert_eq!(settings.max_bytes, 1000);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for a name or value that is not known.
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

    /// Returns the settings of the environment of the process: `GLOSSWEAVE_` and a name in capital
    /// letters, with `_` for `.` and `-`, as in `GLOSSWEAVE_ADMIN_PASSWORD`.
    ///
    /// ```
    /// let settings = glossweave::Settings::from_environment()?;
    /// assert!(!settings.admin.create);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for a value that is not known.
    pub fn from_environment() -> Result<Settings> {
        Settings::default().with_environment()
    }

    /// Returns these settings, with those of the environment of the process in their place.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Settings::from_environment`].
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
