//! The settings of the service: from a file, then the environment, then flags.

use std::fs;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use glossweave::{Error, ErrorKind, Result, Settings};
use serde::Deserialize;

use crate::body::BodyLimits;
use crate::provider_config::{Recognizer, TranslationSystem};

/// The settings. In a file they are the tables `server`, `engine`, `recognizer` and `translator`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The service over HTTP.
    pub server: Server,
    /// The engine behind it.
    pub engine: Settings,
    /// Recognizers beside those of the engine.
    #[serde(rename = "recognizer")]
    pub recognizers: Vec<Recognizer>,
    /// Translation systems.
    #[serde(rename = "translator")]
    pub translators: Vec<TranslationSystem>,
}

/// The settings of the service over HTTP.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Server {
    /// The address and port to listen at; port 0 selects any free one.
    pub listen: String,
    /// Origins whose pages may call, with commas; `*` for all.
    pub cors: String,
    /// The number of requests that are processed at once.
    pub workers: usize,
    /// The number of requests that wait for a worker; more are refused and may be repeated later.
    pub queue: usize,
    /// The number of heavy requests that are processed at once, besides those: stylesheets, queries,
    /// pipelines, large documents, and requests that wait for remote services.
    pub heavy_workers: usize,
    /// The number of datasets that are loaded at once.
    pub uploads: usize,
    /// The number of open connections.
    pub connections: usize,
    /// The part of workers, queues, uploads, connections and memory that one address, or the holder of one
    /// token, may have, in percent.
    pub share: usize,
    /// The addresses of proxies, with commas; their `X-Forwarded-For` is trusted.
    pub proxies: String,
    /// The number of bytes that the bodies and responses of all requests may have in memory at once, and as
    /// many for the results that are computed from them.
    pub memory: usize,
    /// The seconds that the head of a request may take, and that a connection may be idle.
    pub header_seconds: u64,
    /// The seconds that may pass without a byte of a body or a response being transferred.
    pub pause_seconds: u64,
    /// The seconds that a body may take, except datasets.
    pub body_seconds: u64,
    /// The seconds that running requests have to finish when the service stops.
    pub stop_seconds: u64,
    /// The minimum severity of logged events: `error`, `warn`, `info`, `debug` or `off`.
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
            proxies: String::new(),
            memory: 512 << 20,
            header_seconds: 30,
            pause_seconds: 30,
            body_seconds: 300,
            stop_seconds: 30,
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

    /// Returns the addresses of proxies, or `ErrorKind::Invalid` with the parameter `proxies`.
    pub(crate) fn proxies(&self) -> Result<Vec<IpAddr>> {
        let all = self.proxies.split(',').map(str::trim).filter(|one| !one.is_empty());
        let address = |text: &str| {
            text.parse().map(|one: IpAddr| one.to_canonical()).map_err(|_| {
                let message = format!("expected addresses as `proxies`, found `{text}`");
                Error::invalid(message).with_parameter("proxies")
            })
        };
        all.map(address).collect()
    }

    pub(crate) fn body_limits(&self, max_bytes: usize) -> BodyLimits {
        BodyLimits {
            max_bytes,
            idle: Duration::from_secs(self.pause_seconds),
            total: Duration::from_secs(self.body_seconds),
        }
    }
}

/// Serves the content enrichment interface over HTTP.
///
/// Settings come from the file, then the environment, then these flags; later ones win. Every
/// setting of the engine may stand in the environment as GLOSSWEAVE_ and its name in capital
/// letters, as in GLOSSWEAVE_ADMIN_PASSWORD, and docs/http.md explains all of them.
#[derive(Clone, Debug, Default, Parser)]
#[command(name = "glossweave-http", version)]
pub struct Flags {
    /// The file with the settings: TOML, or JSON where its name ends in .json
    #[arg(long, env = "GLOSSWEAVE_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The address and port to listen at; port 0 takes any that is free [default: 127.0.0.1:8080]
    #[arg(long, env = "GLOSSWEAVE_LISTEN", value_name = "ADDRESS")]
    pub listen: Option<String>,
    /// The folder of the store; memory where none is given
    #[arg(long, value_name = "FOLDER")]
    pub store: Option<PathBuf>,
    /// Origins whose pages may call, with commas; * for all
    #[arg(long, env = "GLOSSWEAVE_CORS", value_name = "ORIGINS")]
    pub cors: Option<String>,
    /// The number of requests that are worked on at once
    #[arg(long, env = "GLOSSWEAVE_WORKERS", value_name = "NUMBER")]
    pub workers: Option<usize>,
    /// The number of requests that wait for that
    #[arg(long, env = "GLOSSWEAVE_QUEUE", value_name = "NUMBER")]
    pub queue: Option<usize>,
    /// The number of heavy requests that are worked on at once
    #[arg(long, env = "GLOSSWEAVE_HEAVY_WORKERS", value_name = "NUMBER")]
    pub heavy_workers: Option<usize>,
    /// The number of datasets that are loaded at once
    #[arg(long, env = "GLOSSWEAVE_UPLOADS", value_name = "NUMBER")]
    pub uploads: Option<usize>,
    /// The number of connections that are held
    #[arg(long, env = "GLOSSWEAVE_CONNECTIONS", value_name = "NUMBER")]
    pub connections: Option<usize>,
    /// The part of all that one client may have
    #[arg(long, env = "GLOSSWEAVE_SHARE", value_name = "PERCENT")]
    pub share: Option<usize>,
    /// Addresses of proxies, with commas
    #[arg(long, env = "GLOSSWEAVE_PROXIES", value_name = "ADDRESSES")]
    pub proxies: Option<String>,
    /// The number of bytes that all bodies may have at once
    #[arg(long, env = "GLOSSWEAVE_MEMORY", value_name = "BYTES")]
    pub memory: Option<usize>,
    /// The time that the head of a request may take
    #[arg(long, env = "GLOSSWEAVE_HEADER_SECONDS", value_name = "SECONDS")]
    pub header_seconds: Option<u64>,
    /// The time that nothing may come or go
    #[arg(long, env = "GLOSSWEAVE_PAUSE_SECONDS", value_name = "SECONDS")]
    pub pause_seconds: Option<u64>,
    /// The time that a body may take
    #[arg(long, env = "GLOSSWEAVE_BODY_SECONDS", value_name = "SECONDS")]
    pub body_seconds: Option<u64>,
    /// The time that running requests have when the service stops
    #[arg(long, env = "GLOSSWEAVE_STOP_SECONDS", value_name = "SECONDS")]
    pub stop_seconds: Option<u64>,
    /// The least severe events that are logged: error, warn, info, debug or off
    #[arg(long, env = "GLOSSWEAVE_LOG", value_name = "LEVEL")]
    pub log: Option<String>,
    /// The longest answer of a service
    #[arg(long, value_name = "BYTES")]
    pub max_output_bytes: Option<usize>,
    /// A setting of the engine, as in max-bytes=1000000; may be given again
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

impl Flags {
    /// Returns the settings.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] with the parameter at fault if a setting is wrong, and [`ErrorKind::Storage`]
    /// if the file cannot be read.
    pub fn config(self) -> Result<Config> {
        let Config { mut server, engine, recognizers, translators } = match &self.config {
            Some(path) => read(path)?,
            None => Config::default(),
        };
        let mut engine = engine.with_environment()?;
        if let Some(store) = self.store {
            engine.store = Some(store);
        }
        engine.max_output_bytes = self.max_output_bytes.or(engine.max_output_bytes);
        for pair in &self.set {
            let (name, value) = pair.split_once('=').ok_or_else(|| {
                Error::invalid("expected `--set NAME=VALUE`").with_parameter("set")
            })?;
            engine.set(name, value)?;
        }
        let Flags { listen, cors, workers, queue, uploads, connections, .. } = self;
        let Flags { heavy_workers, share, proxies, memory, .. } = self;
        let Flags { header_seconds, pause_seconds, body_seconds, stop_seconds, log, .. } = self;
        override_with(&mut server.listen, listen);
        override_with(&mut server.cors, cors);
        override_with(&mut server.workers, workers);
        override_with(&mut server.queue, queue);
        override_with(&mut server.heavy_workers, heavy_workers);
        override_with(&mut server.uploads, uploads);
        override_with(&mut server.share, share);
        override_with(&mut server.proxies, proxies);
        override_with(&mut server.memory, memory);
        override_with(&mut server.connections, connections);
        override_with(&mut server.header_seconds, header_seconds);
        override_with(&mut server.pause_seconds, pause_seconds);
        override_with(&mut server.body_seconds, body_seconds);
        override_with(&mut server.stop_seconds, stop_seconds);
        override_with(&mut server.log, log);
        Ok(Config { server, engine, recognizers, translators })
    }
}

fn override_with<T>(setting: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *setting = value;
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
