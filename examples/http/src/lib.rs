//! The content enrichment service over HTTP.
//!
//! Nothing is decided here: a handler reads a request, asks the engine on behalf of the caller, and
//! writes what it says. See `docs/http.md`.

mod answer;
mod ask;
mod body;
mod bound;
mod client;
mod coding;
mod config;
mod connection;
mod failure;
mod handler;
mod health;
mod identity;
mod line;
mod load;
mod log;
mod metrics;
mod multipart;
mod openapi;
mod page;
mod problem;
mod provider;
mod query;
mod route;
mod router;
mod server;
mod table;
mod work;

pub use config::{Config, Flags, Server as ServerConfig};
pub use log::start as start_log;
pub use provider::{Recognizer, TranslationSystem};
pub use server::{Running, run, start};
