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
/// let settings = PipelineSettings::default().with_milliseconds(5_000);
/// assert_eq!(settings.milliseconds, 5_000);
/// ```
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

impl PipelineSettings {
    /// Sets the time that all steps together may take, in milliseconds.
    #[must_use]
    pub fn with_milliseconds(mut self, milliseconds: u64) -> PipelineSettings {
        self.milliseconds = milliseconds;
        self
    }

    /// Sets the URLs that the engine is called by from outside.
    ///
    /// ```
    /// use glossweave::engine::PipelineSettings;
    /// let settings = PipelineSettings::default()
    ///     .with_milliseconds(60_000)
    ///     .with_base_urls("https://example.org/v1,http://localhost:8080/v1");
    /// assert_eq!(settings.milliseconds, 60_000);
    /// ```
    ///
    /// A step may name the engine by its URL:
    ///
    /// ```
    /// use glossweave::engine::PipelineSettings;
    /// use glossweave::pipeline::{Pipeline, Request};
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, Format, Settings};
    /// let pipeline = PipelineSettings::default().with_base_urls("https://weave.example/v1");
    /// let engine = Engine::builder(Settings::default().with_pipeline(pipeline)).open()?;
    /// let url = "https://weave.example/v1/e-terminology/extraction?language=en";
    /// let steps = Pipeline::new().request(Request::new(url));
    /// let call = Call::for_document("One black hole.", Format::Text);
    /// let answer = engine.session(Caller::Anonymous).pipelines().apply(&steps, call)?;
    /// assert_eq!(answer.media_type, "text/turtle");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_base_urls(mut self, urls: impl Into<String>) -> PipelineSettings {
        self.base_urls = urls.into();
        self
    }
}

/// The hosts that may be called over HTTP, and the limits of a call; see [`network`].
///
/// ```
/// use glossweave::engine::HttpSettings;
/// let settings = HttpSettings::default().with_hosts("dbpedia.org").with_response(1 << 20);
/// assert_eq!(settings.hosts, "dbpedia.org");
/// ```
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
    /// Sets the hosts that may be called at public addresses.
    ///
    /// ```
    /// use glossweave::engine::HttpSettings;
    /// use glossweave::{Engine, ErrorKind, Settings};
    /// // Hosts are allowed, not URLs.
    /// let http = HttpSettings::default().with_hosts("dbpedia.org, https://example.org/sparql");
    /// let error = Engine::builder(Settings::default().with_http(http)).open().unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("http-hosts")));
    /// ```
    #[must_use]
    pub fn with_hosts(mut self, hosts: impl Into<String>) -> HttpSettings {
        self.hosts = hosts.into();
        self
    }

    /// Sets the hosts that may be called at any address.
    ///
    /// ```
    /// use glossweave::engine::HttpSettings;
    /// let settings = HttpSettings::default()
    ///     .with_hosts("dbpedia.org")
    ///     .with_private_hosts("localhost:3030")
    ///     .with_milliseconds(10_000);
    /// assert_eq!(settings.private_hosts, "localhost:3030");
    /// ```
    #[must_use]
    pub fn with_private_hosts(mut self, hosts: impl Into<String>) -> HttpSettings {
        self.private_hosts = hosts.into();
        self
    }

    /// Sets the time that a call may take in all, in milliseconds.
    #[must_use]
    pub fn with_milliseconds(mut self, milliseconds: u64) -> HttpSettings {
        self.milliseconds = milliseconds;
        self
    }

    /// Sets the size of the largest answer.
    #[must_use]
    pub fn with_response(mut self, bytes: usize) -> HttpSettings {
        self.response = bytes;
        self
    }

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
/// let settings = LinkSettings::default().with_concurrency(2);
/// assert_eq!(settings.concurrency, 2);
/// ```
///
/// ```
/// use glossweave::engine::LinkSettings;
/// let settings = LinkSettings::default().with_concurrency(2).with_milliseconds(5_000);
/// assert_eq!((settings.concurrency, settings.milliseconds), (2, 5_000));
/// ```
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

impl LinkSettings {
    /// Sets the number of entities that are queried at once.
    #[must_use]
    pub fn with_concurrency(mut self, entities: usize) -> LinkSettings {
        self.concurrency = entities;
        self
    }

    /// Sets the time that all of them may take, in milliseconds.
    #[must_use]
    pub fn with_milliseconds(mut self, milliseconds: u64) -> LinkSettings {
        self.milliseconds = milliseconds;
        self
    }
}

/// The settings of stored stylesheets; see [`xslt::Options`] and [`xslt::Limits`].
///
/// ```
/// use glossweave::engine::XsltSettings;
/// let settings = XsltSettings::default().with_milliseconds(500).with_depth(100);
/// assert_eq!(settings.depth, 100);
/// ```
///
/// ```
/// use glossweave::engine::XsltSettings;
/// use glossweave::xslt::Processor;
/// let settings = XsltSettings::default()
///     .with_processor(Processor::Saxon)
///     .with_worker("/usr/bin/worker")
///     .with_memory(256 << 20)
///     .with_output(16 << 20);
/// assert_eq!(settings.output, 16 << 20);
/// ```
#[non_exhaustive]
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
    /// Sets the processor of all stylesheets.
    #[must_use]
    pub fn with_processor(mut self, processor: Processor) -> XsltSettings {
        self.processor = Some(processor);
        self
    }

    /// Sets the program that runs stylesheets in place of this process.
    #[must_use]
    pub fn with_worker(mut self, program: impl Into<PathBuf>) -> XsltSettings {
        self.worker = Some(program.into());
        self
    }

    /// Sets the time that a run may take, in milliseconds.
    #[must_use]
    pub fn with_milliseconds(mut self, milliseconds: u64) -> XsltSettings {
        self.milliseconds = milliseconds;
        self
    }

    /// Sets the memory that a run may hold at once.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> XsltSettings {
        self.memory = bytes;
        self
    }

    /// Sets the size of the results of a run.
    #[must_use]
    pub fn with_output(mut self, bytes: usize) -> XsltSettings {
        self.output = bytes;
        self
    }

    /// Sets the maximum depth of the elements of a source.
    #[must_use]
    pub fn with_depth(mut self, elements: usize) -> XsltSettings {
        self.depth = elements;
        self
    }

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
/// let settings = QueryLimits::default().with_milliseconds(500);
/// assert_eq!(settings.milliseconds, 500);
/// ```
///
/// ```
/// use glossweave::engine::QueryLimits;
/// let limits = QueryLimits::default().with_milliseconds(2_000).with_memory(64 << 20).with_result(1 << 20);
/// assert_eq!(limits.memory, 64 << 20);
/// ```
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
    /// Sets the time that a query may run, in milliseconds.
    #[must_use]
    pub fn with_milliseconds(mut self, milliseconds: u64) -> QueryLimits {
        self.milliseconds = milliseconds;
        self
    }

    /// Sets the memory that a query may hold at once.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> QueryLimits {
        self.memory = bytes;
        self
    }

    /// Sets the size of the result of a query.
    ///
    /// ```
    /// use glossweave::engine::QueryLimits;
    /// use glossweave::rdf::ResultFormat;
    /// use glossweave::{Caller, Engine, ErrorKind, Format, Settings};
    /// let settings = Settings::default().with_query(QueryLimits::default().with_result(10));
    /// let engine = Engine::builder(settings).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
    /// anna.filters().create(Some("all"), b"SELECT * { ?s ?p ?o }", &Default::default())?;
    /// let turtle = b"<http://example.org/cork> <http://schema.org/name> 'Cork' .";
    /// let error = anna.filters().apply("all", turtle, Format::Turtle, ResultFormat::Csv).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::TooLarge);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_result(mut self, bytes: usize) -> QueryLimits {
        self.result = bytes;
        self
    }

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
/// let settings = Settings::default().with_admin(Admin::new("root", "correct horse"));
/// let engine = Engine::builder(settings).open()?;
/// let users = engine.session(Caller::Anonymous).users();
/// assert!(users.authenticate("root", "correct horse").is_ok());
/// # Ok::<(), glossweave::Error>(())
/// ```
///
/// ```
/// use glossweave::engine::Admin;
/// let admin = Admin::default().with_create(true).with_username("root").with_password("battery staple");
/// assert!(!format!("{admin:?}").contains("battery"));
/// ```
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

impl Admin {
    /// Returns an admin that is created.
    pub fn new(username: impl Into<String>, password: impl Into<String>) -> Admin {
        let password = Some(Secret::new(password));
        Admin { create: true, username: Some(username.into()), password }
    }

    /// Creates the admin, or not.
    #[must_use]
    pub fn with_create(mut self, create: bool) -> Admin {
        self.create = create;
        self
    }

    /// Sets the name of the admin.
    #[must_use]
    pub fn with_username(mut self, name: impl Into<String>) -> Admin {
        self.username = Some(name.into());
        self
    }

    /// Sets the password of the admin.
    ///
    /// ```
    /// use glossweave::engine::Admin;
    /// use glossweave::{Engine, ErrorKind, Settings};
    /// let admin = Admin::default().with_create(true).with_username("root").with_password("short");
    /// let error = Engine::builder(Settings::default().with_admin(admin)).open().unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("admin.password")));
    /// ```
    #[must_use]
    pub fn with_password(mut self, password: impl Into<String>) -> Admin {
        self.password = Some(Secret::new(password));
        self
    }
}
