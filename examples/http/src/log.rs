//! What is written down of a request: never its query, its headers or its body, where tokens and
//! passwords are.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::IsTerminal;

use axum::http::{HeaderMap, HeaderName};
use glossweave::event::{Event, Level};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt;

/// The header with the id of a request.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request: what the caller says, where that is a short word, or a new one.
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

/// Writes events, those of the engine among them, to standard error from now on: lines of JSON, or text for people where that is a
/// terminal.
pub fn start(level: LevelFilter) {
    let log = fmt().with_max_level(level).with_writer(std::io::stderr).with_target(false);
    // A log that is there already stays.
    let _ = if std::io::stderr().is_terminal() {
        tracing::subscriber::set_global_default(log.with_ansi(false).finish())
    } else {
        tracing::subscriber::set_global_default(log.json().flatten_event(true).finish())
    };
    // One that is there already has them, too.
    let _ = glossweave::event::listen(Level::Debug, log_event);
}

/// Writes down what the engine tells.
fn log_event(event: &Event<'_>) {
    let Event { level, room, message } = *event;
    match level {
        Level::Error => tracing::error!(room, "{message}"),
        Level::Warn => tracing::warn!(room, "{message}"),
        Level::Info => tracing::info!(room, "{message}"),
        Level::Debug => tracing::debug!(room, "{message}"),
    }
}
