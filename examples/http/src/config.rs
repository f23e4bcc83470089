//! The settings of the service, from a file, the environment and flags, in this order.

use std::ffi::OsString;
use std::net::{IpAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

use axum::http::{HeaderValue, Uri};
use clap::{Arg, ArgAction, Command};
use glossweave::engine::Builder;
use glossweave::provider::ProviderKind;
use glossweave::settings::{Bytes, Setting, SettingType, SettingsSources, Time};
use glossweave::{Engine, Error, ErrorKind, Result, Settings};
use ipnet::IpNet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::body::BodyLimits;
use crate::provider_config::{ProviderConfig, TranslationSystem};

/// The settings of the server: the settings of the engine, the table `server`, and tables of providers.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The settings of the HTTP service.
    pub server: Server,
    /// The settings of the engine.
    pub engine: Settings,
    /// Recognizers in addition to the recognizers of the engine: the tables `recognizer`.
    pub recognizers: Vec<ProviderConfig>,
    /// Term bases: the tables `term-base`.
    pub term_bases: Vec<ProviderConfig>,
    /// Endpoints that replace the endpoints at URLs in templates: the tables `endpoint`.
    pub endpoints: Vec<ProviderConfig>,
    /// Translation systems: the tables `translator`.
    pub translators: Vec<TranslationSystem>,
    /// The file from which the settings were read.
    pub file: Option<PathBuf>,
    /// `true` if the program only checks the settings.
    pub checks_only: bool,
}

impl Config {
    /// Returns a builder of the engine with the providers. Returns the errors of opening them.
    pub(crate) fn builder(&self) -> Result<Builder> {
        let mut builder = Engine::builder(self.engine.clone());
        let time = &self.engine.network.time.as_millis().to_string();
        for (kind, all) in [
            (ProviderKind::Recognizer, &self.recognizers),
            (ProviderKind::TermFinder, &self.term_bases),
            (ProviderKind::Endpoint, &self.endpoints),
        ] {
            builder = all.iter().try_fold(builder, |builder, one| one.add(builder, kind, time))?;
        }
        self.translators.iter().try_fold(builder, |builder, one| one.add(builder, time))
    }
}

/// The settings of the HTTP service: the table `server`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Server {
    /// The address and port to listen on. Port 0 selects a free one.
    pub listen: String,
    /// Origins whose pages may call the service, separated by commas, or `*` for all. By default, no other
    /// origin may call it.
    pub cors: String,
    /// The number of requests that are processed at once. If 0, four for each core, at least 8.
    pub workers: usize,
    /// The number of requests that can wait for a worker. Further requests are refused with 503.
    pub queue: usize,
    /// The number of heavy requests that are processed at once, in addition to `server.workers`:
    /// stylesheets, queries, pipelines, large documents, and requests that wait for remote services. If 0,
    /// four for each core, at least 8.
    pub heavy_workers: usize,
    /// The number of datasets that are loaded at once.
    pub uploads: usize,
    /// The number of open connections.
    pub connections: usize,
    /// The share of workers, queues, uploads, connections and memory that one address or one token may use,
    /// in percent: at most 100, and at least one of each.
    pub share: usize,
    /// The number of requests per minute from one address or one token. If 0, there is no limit.
    pub requests_per_minute: u32,
    /// Addresses and networks of proxies whose `X-Forwarded-For` is trusted, separated by commas, for example `10.0.0.0/8`.
    pub proxies: String,
    /// Host names that are accepted in requests of the Model Context Protocol, separated by commas. If
    /// empty, the names of this machine are used.
    pub mcp_hosts: String,
    /// The memory for the bodies and responses of all requests at once. The results computed from them may
    /// use the same amount again.
    pub memory: Bytes,
    /// The time limit for the head of a request, and for idle connections.
    #[serde(with = "Time")]
    pub header_time: Duration,
    /// The time limit until the next byte of a body or a response is transferred.
    #[serde(with = "Time")]
    pub pause_time: Duration,
    /// The time limit for a body, except datasets.
    #[serde(with = "Time")]
    pub body_time: Duration,
    /// The time that running requests have to finish when the service stops.
    #[serde(with = "Time")]
    pub stop_time: Duration,
    /// The URL of an OpenTelemetry collector that receives traces and metrics, for example `http://localhost:4318`. Requires
    /// the feature `otlp`.
    pub otlp: Option<String>,
    /// The share of requests without `traceparent` whose traces are exported, from 0 to 1.
    pub otlp_sampled: f64,
    /// The minimum severity of logged events: `error`, `warn`, `info`, `debug`, `trace` or `off`.
    pub log: String,
}

impl Default for Server {
    fn default() -> Server {
        Server {
            listen: "127.0.0.1:8080".to_owned(),
            cors: String::new(),
            workers: 0,
            queue: 256,
            heavy_workers: 0,
            uploads: 4,
            connections: 4_096,
            share: 50,
            requests_per_minute: 0,
            proxies: String::new(),
            mcp_hosts: String::new(),
            memory: Bytes::mebibytes(512),
            header_time: Duration::from_secs(30),
            pause_time: Duration::from_secs(30),
            body_time: Duration::from_secs(300),
            stop_time: Duration::from_secs(30),
            otlp: None,
            otlp_sampled: 1.0,
            log: "info".to_owned(),
        }
    }
}

/// Returns a number of threads, or the default if it is 0. The default is more than one per core, because
/// some threads wait for remote services.
fn threads(number: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if number == 0 { (cores * 4).max(8) } else { number }
}

impl Server {
    pub(crate) fn light_threads(&self) -> usize {
        threads(self.workers)
    }

    pub(crate) fn heavy_threads(&self) -> usize {
        threads(self.heavy_workers)
    }

    /// Returns the number of datasets that may be received at once. It is much larger than the number of
    /// datasets loaded at once, because a client may send a dataset slowly.
    pub(crate) fn max_receiving(&self) -> usize {
        self.uploads.max(1).saturating_mul(16)
    }

    /// Returns the share of one client in percent. Returns `ErrorKind::Invalid`, with the parameter
    /// `server.share`, if it exceeds 100.
    pub(crate) fn share(&self) -> Result<usize> {
        if self.share <= 100 {
            return Ok(self.share);
        }
        let message =
            format!("expected a percentage up to 100 as `server.share`, found `{}`", self.share);
        Err(Error::invalid(message).with_parameter("server.share"))
    }

    /// Returns the origins whose pages may call the service. Returns `ErrorKind::Invalid`, with the
    /// parameter `server.cors`, if one is not valid.
    pub(crate) fn origins(&self) -> Result<Vec<HeaderValue>> {
        let origins = self.cors.split(',').map(str::trim).filter(|origin| !origin.is_empty());
        let header = |origin: &str| {
            let is_origin = ["*", "null"].contains(&origin)
                || origin.parse::<Uri>().is_ok_and(|uri| {
                    uri.scheme().is_some() && uri.authority().is_some() && !origin.ends_with('/')
                });
            is_origin.then(|| HeaderValue::from_str(origin).ok()).flatten().ok_or_else(|| {
                let message = format!(
                    "expected origins as `server.cors`, such as `https://example.org`, found `{origin}`"
                );
                Error::invalid(message).with_parameter("server.cors")
            })
        };
        origins.map(header).collect()
    }

    /// Returns the networks of proxies; a single address is a network too. Returns `ErrorKind::Invalid`,
    /// with the parameter `server.proxies`, if one is not valid.
    pub(crate) fn proxies(&self) -> Result<Vec<IpNet>> {
        let all = self.proxies.split(',').map(str::trim).filter(|one| !one.is_empty());
        let network = |text: &str| {
            let address = text.parse().map(|one: IpAddr| IpNet::from(one.to_canonical()));
            address.or_else(|_| text.parse()).map_err(|_| {
                let message =
                    format!("expected addresses or networks as `server.proxies`, found `{text}`");
                Error::invalid(message).with_parameter("server.proxies")
            })
        };
        all.map(network).collect()
    }

    /// Returns the share of requests that start a sampled trace; 0 if traces are not exported. Returns
    /// `ErrorKind::Invalid`, with the parameter `server.otlp-sampled`, if it is not from 0 to 1, and
    /// `ErrorKind::Unsupported` if the program cannot export.
    pub(crate) fn sampled(&self) -> Result<f64> {
        if !(0.0..=1.0).contains(&self.otlp_sampled) {
            let found = self.otlp_sampled;
            let message =
                format!("expected a number from 0 to 1 as `server.otlp-sampled`, found `{found}`");
            return Err(Error::invalid(message).with_parameter("server.otlp-sampled"));
        }
        if self.otlp.is_some() && !cfg!(feature = "otlp") {
            let message = "the program was built without the feature `otlp`";
            return Err(Error::new(ErrorKind::Unsupported, message).with_parameter("server.otlp"));
        }
        Ok(if self.otlp.is_some() { self.otlp_sampled } else { 0.0 })
    }

    pub(crate) fn body_limits(&self, max_bytes: usize) -> BodyLimits {
        let setting = Some("limits.source");
        BodyLimits { max_bytes, setting, idle: self.pause_time, total: self.body_time }
    }
}

const ABOUT: &str = "\
Serves the content enrichment interface over HTTP.

Settings are read from the file, the environment and these flags; later sources override earlier \
ones. The variable of a setting is GLOSSWEAVE_ and its name in capital letters, with _ for . and \
-, for example GLOSSWEAVE_ADMIN_PASSWORD.";

const EXAMPLES: &str = "\
Examples:
  glossweave-http                                  at http://127.0.0.1:8080/, everything in memory
  glossweave-http --store.location data --server.listen 0.0.0.0:80
  glossweave-http --config glossweave.toml --check

The page at / is for trying everything, the page at /docs describes the interface. The settings \
are documented in
https://github.com/glossweave/glossweave/blob/main/docs/settings.md; examples/http/glossweave.toml \
is an example.";

/// Returns the tables of the server, in addition to the tables of the engine.
fn tables() -> Vec<Setting> {
    let lists = [
        ("recognizer", "A recognizer, under its name in paths. The table may be repeated."),
        ("term-base", "A term base, under its name in paths. The table may be repeated."),
        (
            "endpoint",
            "An endpoint that answers queries instead of the endpoint that a template names. The \
             table may be repeated.",
        ),
        ("translator", "A translation system. The table may be repeated."),
    ];
    let lists = lists.map(|(name, text)| Setting {
        name: name.to_owned(),
        kind: SettingType::Tables,
        default: serde_json::Value::Null,
        text: text.to_owned(),
    });
    Setting::all::<Server>("server").into_iter().chain(lists).collect()
}

/// Returns the command line, with a flag for each setting.
fn command(sources: &SettingsSources) -> Command {
    let config = Arg::new("config").long("config").env("GLOSSWEAVE_CONFIG").value_name("FILE");
    let config = config.value_parser(clap::value_parser!(PathBuf));
    let check = Arg::new("check").long("check").action(ArgAction::SetTrue);
    let flags = sources.known().iter().filter(|setting| setting.kind != SettingType::Tables);
    let flags = flags.map(|setting| {
        let table = setting.name.split_once('.').map_or("engine", |(table, _)| table);
        Arg::new(setting.name.clone())
            .long(setting.name.clone())
            .value_name(setting.kind.name().to_ascii_uppercase())
            .value_parser(clap::value_parser!(OsString))
            .help(setting.text.clone())
            .help_heading(table.to_owned())
            .hide_short_help(table != "server")
    });
    Command::new("glossweave-http")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .after_help(EXAMPLES)
        .arg(config.help("A file with settings: TOML, or JSON"))
        .arg(check.help(
            "Open everything in the settings, including a new store, report if the \
             settings are valid, and exit",
        ))
        .args(flags)
}

impl Config {
    /// Returns the settings of this process, from the file, the environment and the flags; later sources
    /// win. Ends the process if a flag is unknown, and after `--help`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`], with the wrong parameter, if a setting is wrong, and
    /// [`ErrorKind::Storage`] if the file cannot be read.
    pub fn from_process() -> Result<Config> {
        let mut sources = Config::sources();
        let matches = command(&sources).get_matches();
        let file = matches.get_one::<PathBuf>("config").cloned();
        if let Some(file) = &file {
            sources.add_file(file)?;
        }
        sources.add_environment()?;
        for Setting { name, kind, .. } in sources.known().to_vec() {
            if kind == SettingType::Tables {
                continue;
            }
            if let Some(value) = matches.get_one::<OsString>(&name) {
                sources.set_from(&format!("the flag `--{name}`"), &name, value)?;
            }
        }
        let config = Config::from_sources(&sources)?;
        Ok(Config { file, checks_only: matches.get_flag("check"), ..config })
    }

    /// Returns sources of settings that can contain the tables of the server.
    pub fn sources() -> SettingsSources {
        SettingsSources::default().with_tables(tables())
    }

    /// Reads the settings of the engine and the tables of the server.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`], with the wrong parameter, if a setting is wrong.
    pub fn from_sources(sources: &SettingsSources) -> Result<Config> {
        Ok(Config {
            server: sources.table("server")?,
            engine: sources.settings()?,
            recognizers: sources.table("recognizer")?,
            term_bases: sources.table("term-base")?,
            endpoints: sources.table("endpoint")?,
            translators: sources.table("translator")?,
            file: None,
            checks_only: false,
        })
    }

    /// Checks the settings: opens the engine and all providers, and closes them.
    ///
    /// # Errors
    ///
    /// Returns the errors of the settings, of the store and of the providers.
    pub fn check(&self) -> Result<()> {
        let listen = &self.server.listen;
        listen.to_socket_addrs().map_err(|error| {
            let message = format!(
                "expected an address with a port as `server.listen`, such as `127.0.0.1:8080`, found `{listen}`"
            );
            Error::invalid(message).with_parameter("server.listen").because(error)
        })?;
        self.server.share()?;
        self.server.origins()?;
        self.server.proxies()?;
        self.server.sampled()?;
        self.builder()?.open().map(drop)
    }
}
