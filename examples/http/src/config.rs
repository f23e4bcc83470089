//! The settings of the service: from a file, then the environment, then flags.

use std::ffi::OsString;
use std::fs;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Command, FromArgMatches};
use glossweave::engine::Builder;
use glossweave::provider::ProviderKind;
use glossweave::store::StoreLocation;
use glossweave::{Engine, Error, ErrorKind, Result, Settings};
use ipnet::IpNet;
use serde::Deserialize;

use crate::body::BodyLimits;
use crate::provider_config::{ProviderConfig, TranslationSystem};

/// The settings. In a file they are the tables `server`, `engine`, `recognizer`, `term_base`, `endpoint` and
/// `translator`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The service over HTTP.
    pub server: Server,
    /// The engine behind it.
    pub engine: Settings,
    /// Recognizers beside those of the engine.
    #[serde(rename = "recognizer")]
    pub recognizers: Vec<ProviderConfig>,
    /// Term bases.
    #[serde(rename = "term_base")]
    pub term_bases: Vec<ProviderConfig>,
    /// Endpoints that answer in place of those at the URLs in templates.
    #[serde(rename = "endpoint")]
    pub endpoints: Vec<ProviderConfig>,
    /// Translation systems.
    #[serde(rename = "translator")]
    pub translators: Vec<TranslationSystem>,
    /// The file that the settings were read from.
    #[serde(skip)]
    pub file: Option<PathBuf>,
    /// `true` if the program only checks the settings.
    #[serde(skip)]
    pub checks_only: bool,
}

impl Config {
    /// Returns a builder of the engine with the providers. Returns the errors of opening them.
    pub(crate) fn builder(&self) -> Result<Builder> {
        let mut builder = Engine::builder(self.engine.clone());
        let time = &self.engine.http.milliseconds.to_string();
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

/// The settings of the service over HTTP: fields of the file, variables of the environment, and flags.
#[derive(Args, Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Server {
    /// The address and port to listen at, 127.0.0.1:8080 by default; port 0 selects any free one.
    #[arg(long, env = "GLOSSWEAVE_LISTEN", value_name = "ADDRESS")]
    pub listen: String,
    /// Origins whose pages may call, with commas; `*` for all.
    #[arg(long, env = "GLOSSWEAVE_CORS", value_name = "ORIGINS")]
    pub cors: String,
    /// The number of requests that are processed at once.
    #[arg(long, env = "GLOSSWEAVE_WORKERS", value_name = "NUMBER")]
    pub workers: usize,
    /// The number of requests that wait for a worker; more are refused and may be repeated later.
    #[arg(long, env = "GLOSSWEAVE_QUEUE", value_name = "NUMBER")]
    pub queue: usize,
    /// The number of heavy requests that are processed at once, besides those: stylesheets, queries,
    /// pipelines, large documents, and requests that wait for remote services.
    #[arg(long, env = "GLOSSWEAVE_HEAVY_WORKERS", value_name = "NUMBER")]
    pub heavy_workers: usize,
    /// The number of datasets that are loaded at once.
    #[arg(long, env = "GLOSSWEAVE_UPLOADS", value_name = "NUMBER")]
    pub uploads: usize,
    /// The number of open connections.
    #[arg(long, env = "GLOSSWEAVE_CONNECTIONS", value_name = "NUMBER")]
    pub connections: usize,
    /// The part of workers, queues, uploads, connections and memory that one address, or the holder of one
    /// token, may have, in percent.
    #[arg(long, env = "GLOSSWEAVE_SHARE", value_name = "PERCENT")]
    pub share: usize,
    /// The number of requests that one address, or the holder of one token, may make in a minute; 0 for any number.
    #[arg(long, env = "GLOSSWEAVE_REQUESTS_PER_MINUTE", value_name = "NUMBER")]
    pub requests_per_minute: u32,
    /// The addresses and networks (`10.0.0.0/8`) of proxies, with commas; their `X-Forwarded-For` is trusted.
    #[arg(long, env = "GLOSSWEAVE_PROXIES", value_name = "ADDRESSES")]
    pub proxies: String,
    /// The hosts that requests of the Model Context Protocol may name, with commas; those of this machine by
    /// default.
    #[arg(long, env = "GLOSSWEAVE_MCP_HOSTS", value_name = "HOSTS")]
    pub mcp_hosts: String,
    /// The number of bytes that the bodies and responses of all requests may have in memory at once, and as
    /// many for the results that are computed from them.
    #[arg(long, env = "GLOSSWEAVE_MEMORY", value_name = "BYTES")]
    pub memory: usize,
    /// The seconds that the head of a request may take, and that a connection may be idle.
    #[arg(long, env = "GLOSSWEAVE_HEADER_SECONDS", value_name = "SECONDS")]
    pub header_seconds: u64,
    /// The seconds that may pass without a byte of a body or a response being transferred.
    #[arg(long, env = "GLOSSWEAVE_PAUSE_SECONDS", value_name = "SECONDS")]
    pub pause_seconds: u64,
    /// The seconds that a body may take, except datasets.
    #[arg(long, env = "GLOSSWEAVE_BODY_SECONDS", value_name = "SECONDS")]
    pub body_seconds: u64,
    /// The seconds that running requests have to finish when the service stops.
    #[arg(long, env = "GLOSSWEAVE_STOP_SECONDS", value_name = "SECONDS")]
    pub stop_seconds: u64,
    /// The URL of a collector of OpenTelemetry, such as http://localhost:4318, which gets traces and metrics. Needs the
    /// feature `otlp`.
    #[arg(long, env = "GLOSSWEAVE_OTLP", value_name = "URL")]
    pub otlp: Option<String>,
    /// The part of requests without `traceparent` whose traces are exported, from 0 to 1.
    #[arg(long, env = "GLOSSWEAVE_OTLP_SAMPLED", value_name = "PART")]
    pub otlp_sampled: f64,
    /// The minimum severity of logged events: `error`, `warn`, `info`, `debug` or `off`.
    #[arg(long, env = "GLOSSWEAVE_LOG", value_name = "LEVEL")]
    pub log: String,
}

impl Default for Server {
    fn default() -> Server {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Server {
            listen: "127.0.0.1:8080".to_owned(),
            cors: String::new(),
            // Some of them wait for remote services.
            workers: (cores * 4).max(8),
            queue: 256,
            heavy_workers: (cores * 4).max(8),
            uploads: 4,
            connections: 4_096,
            share: 50,
            requests_per_minute: 0,
            proxies: String::new(),
            mcp_hosts: String::new(),
            memory: 512 << 20,
            header_seconds: 30,
            pause_seconds: 30,
            body_seconds: 300,
            stop_seconds: 30,
            otlp: None,
            otlp_sampled: 1.0,
            log: "info".to_owned(),
        }
    }
}

impl Server {
    /// Returns the number of datasets that may be received at once: many more than are loaded, since a
    /// client may take long to send one.
    pub(crate) fn max_receiving(&self) -> usize {
        self.uploads.max(1).saturating_mul(16)
    }

    /// Returns the networks of proxies, one address each or more, or `ErrorKind::Invalid` with the parameter `proxies`.
    pub(crate) fn proxies(&self) -> Result<Vec<IpNet>> {
        let all = self.proxies.split(',').map(str::trim).filter(|one| !one.is_empty());
        let network = |text: &str| {
            let address = text.parse().map(|one: IpAddr| IpNet::from(one.to_canonical()));
            address.or_else(|_| text.parse()).map_err(|_| {
                let message =
                    format!("expected addresses or networks as `proxies`, found `{text}`");
                Error::invalid(message).with_parameter("proxies")
            })
        };
        all.map(network).collect()
    }

    /// Returns the part of requests that begin a trace: 0 if none is exported. Returns `ErrorKind::Invalid` with the
    /// parameter `otlp_sampled` if it is not from 0 to 1, and `ErrorKind::Unsupported` if the program cannot export.
    pub(crate) fn sampled(&self) -> Result<f64> {
        if !(0.0..=1.0).contains(&self.otlp_sampled) {
            let found = self.otlp_sampled;
            let message =
                format!("expected a number from 0 to 1 as `otlp_sampled`, found `{found}`");
            return Err(Error::invalid(message).with_parameter("otlp_sampled"));
        }
        if self.otlp.is_some() && !cfg!(feature = "otlp") {
            let message = "the program was built without the feature `otlp`";
            return Err(Error::new(ErrorKind::Unsupported, message).with_parameter("otlp"));
        }
        Ok(if self.otlp.is_some() { self.otlp_sampled } else { 0.0 })
    }

    pub(crate) fn body_limits(&self, max_bytes: usize) -> BodyLimits {
        BodyLimits {
            max_bytes,
            idle: Duration::from_secs(self.pause_seconds),
            total: Duration::from_secs(self.body_seconds),
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  glossweave-http                                  at http://127.0.0.1:8080/, everything in memory
  glossweave-http --store data --listen 0.0.0.0:80
  glossweave-http --config glossweave.toml --check

The page to try everything is at /, the description of the interface at /docs. The settings are explained in
https://github.com/glossweave/glossweave/blob/main/docs/http.md#settings; examples/http/glossweave.toml is a file of them.";

/// Serves the content enrichment interface over HTTP.
///
/// Settings come from the file, then the environment, then these flags; later ones win. Every
/// setting of the engine may stand in the environment as GLOSSWEAVE_ and its name in capital
/// letters, as in GLOSSWEAVE_ADMIN_PASSWORD, and docs/http.md explains all of them.
#[derive(Args)]
#[command(version, after_help = EXAMPLES)]
struct Flags {
    /// The file with the settings: TOML, or JSON if its name ends in .json
    #[arg(long, env = "GLOSSWEAVE_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// The place of the store: a folder, or memory: or postgres://…; memory if none is given
    #[arg(long, value_name = "PLACE")]
    store: Option<OsString>,
    /// The longest answer of a service
    #[arg(long, value_name = "BYTES")]
    max_output_bytes: Option<usize>,
    /// A setting of the engine, as in max-bytes=1000000; may be given again
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Open everything that the settings name, say if they are right, and end
    #[arg(long)]
    check: bool,
}

impl Config {
    /// Returns the settings of this process: of the file, then of the environment, then of the flags. Ends the
    /// process if a flag or a variable of the server is wrong, and after `--help`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] with the parameter at fault if another setting is wrong, and
    /// [`ErrorKind::Storage`] if the file cannot be read.
    pub fn from_process() -> Result<Config> {
        // The last description is that of the program.
        let command = Server::augment_args_for_update(Command::new("glossweave-http"));
        let matches = Flags::augment_args(command).get_matches();
        let flags = Flags::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        let mut config = flags.config.as_ref().map_or_else(|| Ok(Config::default()), read)?;
        let server = config.server.update_from_arg_matches(&matches);
        server.unwrap_or_else(|error| error.exit());
        let mut engine = config.engine.with_environment()?;
        // Not parsed as a flag: the message would quote it, and it may be a password.
        if let Some(place) = &flags.store {
            let place = StoreLocation::from_os_str(place);
            engine.store = Some(place.map_err(|error| error.with_parameter("store"))?);
        }
        engine.max_output_bytes = flags.max_output_bytes.or(engine.max_output_bytes);
        for pair in &flags.set {
            let (name, value) = pair.split_once('=').ok_or_else(|| {
                Error::invalid("expected `--set NAME=VALUE`").with_parameter("set")
            })?;
            engine.set(name, value).map_err(|error| {
                let message = format!("the flag `--set`: {}", error.message());
                error.with_message(message)
            })?;
        }
        Ok(Config { engine, file: flags.config, checks_only: flags.check, ..config })
    }

    /// Opens the engine with everything that the settings name, and closes it.
    ///
    /// # Errors
    ///
    /// Returns the errors of the settings, of the store and of the providers.
    pub fn check(&self) -> Result<()> {
        self.server.proxies()?;
        self.server.sampled()?;
        self.builder()?.open().map(drop)
    }
}

fn read(path: &PathBuf) -> Result<Config> {
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| {
        let message = format!("the settings in `{shown}` cannot be read: {error}");
        Error::new(ErrorKind::Storage, message).because(error)
    })?;
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    // The parsers quote the file in their messages, which may be a password.
    let wrong = |location: Option<(usize, usize)>, cause: &str| {
        let at = location.map(|(line, column)| format!(" at line {line} column {column}"));
        let cause = cause.lines().next().unwrap_or_default();
        let message =
            format!("the settings in `{shown}` are wrong{}: {cause}", at.unwrap_or_default());
        Error::invalid(message).with_parameter("config")
    };
    if is_json {
        return serde_json::from_str(&text)
            .map_err(|error| wrong(Some((error.line(), error.column())), &error.to_string()));
    }
    toml::from_str(&text).map_err(|error| {
        let location = error.span().map(|span| {
            let before = text.get(..span.start).unwrap_or_default();
            let line = before.rsplit('\n').next().unwrap_or_default();
            (before.matches('\n').count() + 1, line.chars().count() + 1)
        });
        wrong(location, error.message())
    })
}
