//! The parts of the settings of an engine.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use glossweave_base::error::Result;
use glossweave_net as network;
use glossweave_rdf as rdf;
use glossweave_store::acl::Secret;
use glossweave_xslt as xslt;
use glossweave_xslt::Processor;

/// The settings of pipelines.
///
/// ```
/// use glossweave::engine::PipelineSettings;
/// let settings = PipelineSettings { milliseconds: 5_000, ..PipelineSettings::default() };
/// assert_eq!(settings.milliseconds, 5_000);
/// ```
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
///
/// ```
/// use glossweave::engine::HttpSettings;
/// let settings = HttpSettings { hosts: "dbpedia.org".into(), response: 1 << 20, ..HttpSettings::default() };
/// assert_eq!(settings.hosts, "dbpedia.org");
/// ```
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
    pub(in crate::engine) fn options(&self) -> Result<network::Options> {
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
///
/// ```
/// use glossweave::engine::LinkSettings;
/// let settings = LinkSettings { concurrency: 2, ..LinkSettings::default() };
/// assert_eq!(settings.concurrency, 2);
/// ```
///
/// ```
/// use glossweave::engine::LinkSettings;
/// let settings = LinkSettings { concurrency: 2, milliseconds: 5_000, ..LinkSettings::default() };
/// assert_eq!((settings.concurrency, settings.milliseconds), (2, 5_000));
/// ```
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
///
/// ```
/// use glossweave::engine::XsltSettings;
/// let settings = XsltSettings { milliseconds: 500, depth: 100, ..XsltSettings::default() };
/// assert_eq!(settings.depth, 100);
/// ```
///
/// ```
/// use glossweave::engine::XsltSettings;
/// use glossweave::xslt::Processor;
/// let settings = XsltSettings {
///     processor: Some(Processor::Saxon),
///     worker: Some("/usr/bin/worker".into()),
///     output: 16 << 20,
///     ..XsltSettings::default()
/// };
/// assert_eq!(settings.output, 16 << 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct XsltSettings {
    /// The processor of all stylesheets. If it is not given, it follows from the version of each.
    pub processor: Option<Processor>,
    /// The program that runs stylesheets in place of this process. If it is not given, or the path is empty,
    /// they run in this process. See [`xslt::Options::worker`].
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
    pub(in crate::engine) fn options(&self) -> xslt::Options {
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
///
/// ```
/// use glossweave::engine::QueryLimits;
/// let settings = QueryLimits { milliseconds: 500, ..QueryLimits::default() };
/// assert_eq!(settings.milliseconds, 500);
/// ```
///
/// ```
/// use glossweave::engine::QueryLimits;
/// let limits = QueryLimits { milliseconds: 2_000, memory: 64 << 20, result: 1 << 20, ..QueryLimits::default() };
/// assert_eq!(limits.memory, 64 << 20);
/// ```
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
    pub(in crate::engine) fn limits(&self) -> rdf::Limits {
        rdf::Limits::default()
            .with_time(Duration::from_millis(self.milliseconds))
            .with_memory(self.memory)
            .with_result(self.result)
    }
}

/// An admin that is created when an engine is opened. An admin of that name keeps the password. A user
/// who is no admin becomes one only if the password is the same. The name is reserved either way.
///
/// ```
/// use glossweave::engine::Admin;
/// use glossweave::{Caller, Engine, Settings};
/// let settings = Settings { admin: Admin::new("root", "correct horse"), ..Settings::default() };
/// let engine = Engine::builder(settings).open()?;
/// let users = engine.session(Caller::Anonymous).users();
/// assert!(users.authenticate("root", "correct horse").is_ok());
/// # Ok::<(), glossweave::Error>(())
/// ```
///
/// ```
/// use glossweave::engine::Admin;
/// let admin = Admin::new("root", "battery staple");
/// assert!(!format!("{admin:?}").contains("battery"));
/// ```
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

impl Admin {
    /// Returns an admin that is created.
    pub fn new(username: impl Into<String>, password: impl Into<String>) -> Admin {
        let password = Some(Secret::new(password));
        Admin { create: true, username: Some(username.into()), password }
    }
}
