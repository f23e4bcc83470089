//! The log. It never contains queries, headers or bodies of requests, because they may contain tokens and
//! passwords.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::IsTerminal;

use axum::http::{HeaderMap, HeaderName};
use glossweave::log::{Event, Level};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt;

/// The header with the id of a request.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Returns the id of a request: the id from the caller if it is a short word, otherwise a new id.
pub fn id(headers: &HeaderMap) -> String {
    let given = headers.get(REQUEST_ID).and_then(|value| value.to_str().ok());
    let is_word = |word: &&str| {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"._-:/+=".contains(&byte);
        (1..=128).contains(&word.len()) && word.bytes().all(fits)
    };
    given.filter(is_word).map_or_else(random_id, str::to_owned)
}

fn random_id() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}

/// Starts writing events to standard error, including events of the engine. When standard error is a
/// terminal, the events are text, otherwise lines of JSON.
pub fn start(level: LevelFilter) {
    let log = fmt().with_max_level(level).with_writer(std::io::stderr).with_target(false);
    // An existing log is kept.
    let _ = if std::io::stderr().is_terminal() {
        tracing::subscriber::set_global_default(log.with_ansi(false).finish())
    } else {
        tracing::subscriber::set_global_default(log.json().flatten_event(true).finish())
    };
    // An existing listener already receives the events.
    let _ = glossweave::log::set_listener(Level::Debug, log_event);
}

/// Logs an event of the engine.
fn log_event(event: &Event<'_>) {
    let Event { level, target, message } = *event;
    match level {
        Level::Error => tracing::error!(target, "{message}"),
        Level::Warn => tracing::warn!(target, "{message}"),
        Level::Info => tracing::info!(target, "{message}"),
        Level::Debug => tracing::debug!(target, "{message}"),
    }
}
