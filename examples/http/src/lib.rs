//! The content enrichment service over HTTP.
//!
//! The crate contains no business logic: a handler reads a request, calls the engine on behalf of the
//! caller, and writes its result. See `docs/http.md`.

mod app;
mod auth;
mod body;
mod client;
mod coding;
mod config;
mod connection;
mod connection_table;
mod failures_header;
mod handler;
mod health;
mod load;
mod log;
mod log_in;
#[cfg(feature = "mcp")]
mod mcp;
mod metrics;
mod multipart;
mod openapi;
mod openapi_example;
#[cfg(feature = "otlp")]
mod otlp;
mod problem;
mod provider_config;
mod quota;
mod rate;
mod request;
mod response;
mod response_stream;
mod route;
mod router;
mod routes;
mod server;
mod start_up;
mod static_files;
mod store_check;
mod thread_pool;

pub use config::{Config, Server as ServerConfig};
pub use log::start as start_log;
pub use provider_config::{OptionValue, ProviderConfig, TranslationSystem};
pub use server::{Running, run, start};
pub use start_up::{check as check_start, log as log_start};
