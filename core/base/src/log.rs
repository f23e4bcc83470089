//! Log events for the host.
//!
//! Events are few: opened folders, loaded datasets, started and stopped systems, and failures that no call
//! returns or that the operator should know about. They are records of the crate `log`, so the logger of a
//! Rust program receives them. Hosts without a logger use [`set_listener`].
//!
//! An event contains names, numbers, paths and hosts. It never contains the text of a document, a query, a
//! token or a key, and only the host of a URL.
//!
//! | `target` | level | event |
//! |---|---|---|
//! | `store` | info | a folder was opened or closed |
//! |  | warn | a folder was repaired when it was opened |
//! |  | error | the disk or the database failed, and nothing more is written |
//! | `dataset` | info | a dataset was loaded |
//! | `entity` | warn | parts of the answers of a language model were skipped |
//! |  | warn | texts of training data are not annotated, or parts of the data could not be read |
//! | `translation` | info | a system has started, or was stopped because it was not used |
//! |  | warn | a system could not be started; programs of Apertium ended and are started again |
//! | `network` | warn | a call to a service failed after all its attempts |
//! | `xslt` | warn | a stylesheet does not end, and its thread was abandoned |
//! | `engine` | debug | expired data was deleted |

use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::{Arc, PoisonError, RwLock};

use log::{LevelFilter, Log, Metadata, Record};

use crate::error::{Error, ErrorKind, Result};

/// The severity of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A failure that persists.
    Error,
    /// A failure after which work continues.
    Warn,
    /// A normal operation.
    Info,
    /// A detail for troubleshooting.
    Debug,
}

impl Level {
    /// All levels, the most severe first.
    pub const ALL: [Level; 4] = [Level::Error, Level::Warn, Level::Info, Level::Debug];

    /// Returns the name: `error`, `warn`, `info` or `debug`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warn => "warn",
            Level::Info => "info",
            Level::Debug => "debug",
        }
    }

    fn of(level: log::Level) -> Level {
        match level {
            log::Level::Error => Level::Error,
            log::Level::Warn => Level::Warn,
            log::Level::Info => Level::Info,
            log::Level::Debug | log::Level::Trace => Level::Debug,
        }
    }

    fn inner(self) -> log::Level {
        match self {
            Level::Error => log::Level::Error,
            Level::Warn => log::Level::Warn,
            Level::Info => log::Level::Info,
            Level::Debug => log::Level::Debug,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = Error;

    /// Parses the name of a level.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`], with the parameter `level`, if there is no such level.
    fn from_str(word: &str) -> Result<Level> {
        let found = Level::ALL.into_iter().find(|level| level.name() == word);
        found.ok_or_else(|| {
            let error = Error::no_such("level", word, "one of error, warn, info, debug");
            error.with_parameter("level")
        })
    }
}

/// An event of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'e> {
    /// The severity.
    pub level: Level,
    /// The part of the engine that reports the event. The target of the log record is `glossweave::`
    /// followed by this name.
    pub target: &'e str,
    /// The message, for people to read.
    pub message: &'e str,
}

type Listener = Arc<dyn Fn(&Event<'_>) + Send + Sync>;

/// Sends events of a level and of more severe levels to a listener, which replaces the previous listener.
/// The listener runs in the thread that reports an event, possibly in several threads at once and during a
/// call, so it must be fast. Events that it causes itself are not reported, and a panic in it is ignored.
///
/// # Errors
///
/// Returns [`ErrorKind::Conflict`] if the program has a logger of the crate `log`, which already receives
/// the events.
pub fn set_listener(
    least: Level,
    listener: impl Fn(&Event<'_>) + Send + Sync + 'static,
) -> Result<()> {
    install()?;
    let mut state = BRIDGE.0.write().unwrap_or_else(PoisonError::into_inner);
    let before = state.listener.replace(Arc::new(listener));
    log::set_max_level(least.inner().to_level_filter());
    drop(state);
    // Dropped after the lock is released, because dropping its contents can run other code.
    drop(before);
    Ok(())
}

/// Ensures that [`set_listener`] can receive the events of this process.
///
/// # Errors
///
/// Returns [`ErrorKind::Conflict`] under the same condition as [`set_listener`].
pub fn install() -> Result<()> {
    let mut state = BRIDGE.0.write().unwrap_or_else(PoisonError::into_inner);
    // A second call fails too, but then the logger of the process is already the bridge.
    state.is_ours |= log::set_logger(&BRIDGE).is_ok();
    if state.is_ours {
        return Ok(());
    }
    let message = "this program already has a logger of the crate `log`, which receives the events";
    Err(Error::new(ErrorKind::Conflict, message))
}

/// Stops sending events to the listener. Does nothing if there is none.
pub fn clear_listener() {
    let mut state = BRIDGE.0.write().unwrap_or_else(PoisonError::into_inner);
    let before = state.listener.take();
    if state.is_ours {
        log::set_max_level(LevelFilter::Off);
    }
    drop(state);
    drop(before);
}

/// Reports an event. The target is `glossweave::` followed by the name of the part of the engine.
pub fn emit(level: Level, target: &'static str, message: fmt::Arguments<'_>) {
    log::log!(target: target, level.inner(), "{message}");
}

static BRIDGE: Bridge = Bridge(RwLock::new(State { listener: None, is_ours: false }));

const PREFIX: &str = "glossweave::";

thread_local! {
    static IS_EMITTING: Cell<bool> = const { Cell::new(false) };
}

/// A logger that passes records to the listener. Records of other crates are dropped.
struct Bridge(RwLock<State>);

struct State {
    listener: Option<Listener>,
    /// `true` if this is the logger of the process.
    is_ours: bool,
}

impl Log for Bridge {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with(PREFIX)
    }

    fn log(&self, record: &Record<'_>) {
        let Some(target) = record.target().strip_prefix(PREFIX) else { return };
        let listener = self.0.read().unwrap_or_else(PoisonError::into_inner).listener.clone();
        let Some(listener) = listener else { return };
        if IS_EMITTING.replace(true) {
            return;
        }
        let message = record.args().to_string();
        let event = Event { level: Level::of(record.level()), target, message: &message };
        let _ = catch_unwind(AssertUnwindSafe(|| listener(&event)));
        IS_EMITTING.set(false);
    }

    fn flush(&self) {}
}
