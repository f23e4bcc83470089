//! What the engine tells the log of its host.
//!
//! Events are few: what was opened, loaded, started and stopped, and what went wrong where no call is
//! told, or where the one that is told need not be who runs the program. They are records of the crate
//! `log`, so a program in Rust has them in whatever logger it has; [`listen`] is for hosts that have
//! none.
//!
//! An event has names, numbers, paths and hosts in it: no text of a document, no query, no token, no
//! key, and of a URL no more than its host.
//!
//! | room | level | when |
//! |---|---|---|
//! | `store` | info | a folder was opened, or closed |
//! |  | warn | a folder was repaired when it was opened |
//! |  | error | the disk or the database failed: nothing more is written |
//! | `dataset` | info | a dataset was loaded |
//! | `translation` | info | a system has started, or was stopped since nobody used it |
//! |  | warn | a system could not be started; programs of Apertium ended and are started again |
//! | `network` | warn | a call to a service failed, after all its attempts |
//! | `xslt` | warn | a stylesheet does not end, and its thread was left alone |
//! | `engine` | debug | what had expired was removed |

use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::{Arc, PoisonError, RwLock};

use log::{LevelFilter, Log, Metadata, Record};

use crate::error::{Error, Kind, Result};

/// How much an event matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Something does not work any more.
    Error,
    /// Something did not work, and things go on.
    Warn,
    /// What a program should do, and does.
    Info,
    /// What is of interest when something is looked for.
    Debug,
}

impl Level {
    /// All of them, the gravest first.
    pub const ALL: [Level; 4] = [Level::Error, Level::Warn, Level::Info, Level::Debug];

    /// The word for it: `error`, `warn`, `info`, `debug`.
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

    /// Reads the word for it. Kind Invalid, with the parameter `level`, for another word.
    fn from_str(word: &str) -> Result<Level> {
        let found = Level::ALL.into_iter().find(|level| level.name() == word);
        found.ok_or_else(|| {
            let error = Error::no_such("level", word, "one of error, warn, info, debug");
            error.with_parameter("level")
        })
    }
}

/// Something that has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'e> {
    /// How much it matters.
    pub level: Level,
    /// Which part of the engine tells it; the target of its record is `glossweave::` and this.
    pub room: &'e str,
    /// What has happened, for people to read.
    pub message: &'e str,
}

type Listener = Arc<dyn Fn(&Event<'_>) + Send + Sync>;

/// Hands events to a listener from now on, in place of the one before: those of a level and the graver
/// ones. It is called in the thread that has something to tell, maybe in several at once, and in the
/// middle of a call, so it should be quick; events that it brings about itself are not told. A panic
/// of it is lost.
///
/// Kind Conflict where the program has a logger of the crate `log`, which gets the events already.
///
/// ```
/// # use glossweave_base as glossweave;
/// use glossweave::event::{Level, listen, silence};
/// use glossweave::{Engine, Settings};
/// use std::sync::{Arc, Mutex};
/// let told = Arc::new(Mutex::new(Vec::new()));
/// let into = told.clone();
/// listen(Level::Info, move |event| {
///     into.lock().unwrap().push(format!("{} {}: {}", event.level, event.room, event.message));
/// })?;
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().to_str().unwrap();
/// let mut settings = Settings::default();
/// settings.set("store", folder)?;
/// drop(Engine::builder(settings).open()?);
/// let expected = format!("info store: opened `{folder}`, which has 0 rows");
/// assert_eq!(told.lock().unwrap()[0], expected);
/// silence();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn listen(least: Level, listener: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Result<()> {
    claim()?;
    let mut state = BRIDGE.0.write().unwrap_or_else(PoisonError::into_inner);
    let before = state.listener.replace(Arc::new(listener));
    log::set_max_level(least.inner().to_level_filter());
    drop(state);
    // What it holds may end in its own way.
    drop(before);
    Ok(())
}

/// Makes sure that [`listen`] can have the events of this process. Kind Conflict, as there.
pub fn claim() -> Result<()> {
    let mut state = BRIDGE.0.write().unwrap_or_else(PoisonError::into_inner);
    // It fails when it is done again, too: then it is ours that is there.
    state.is_ours |= log::set_logger(&BRIDGE).is_ok();
    if state.is_ours {
        return Ok(());
    }
    let message = "this program has a logger of the crate `log`, which gets the events already";
    Err(Error::new(Kind::Conflict, message))
}

/// Hands events to nobody from now on. Does nothing where there is no listener.
pub fn silence() {
    let mut state = BRIDGE.0.write().unwrap_or_else(PoisonError::into_inner);
    let before = state.listener.take();
    if state.is_ours {
        log::set_max_level(LevelFilter::Off);
    }
    drop(state);
    drop(before);
}

/// Tells that something has happened in a room, whose name follows `glossweave::` in its target.
#[doc(hidden)]
pub fn tell(level: Level, target: &'static str, message: fmt::Arguments<'_>) {
    log::log!(target: target, level.inner(), "{message}");
}

static BRIDGE: Bridge = Bridge(RwLock::new(State { listener: None, is_ours: false }));

const PREFIX: &str = "glossweave::";

thread_local! {
    static IS_TELLING: Cell<bool> = const { Cell::new(false) };
}

/// From records to the listener. What other crates log goes nowhere.
struct Bridge(RwLock<State>);

struct State {
    listener: Option<Listener>,
    /// Whether records come here at all.
    is_ours: bool,
}

impl Log for Bridge {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with(PREFIX)
    }

    fn log(&self, record: &Record<'_>) {
        let Some(room) = record.target().strip_prefix(PREFIX) else { return };
        let listener = self.0.read().unwrap_or_else(PoisonError::into_inner).listener.clone();
        let Some(listener) = listener else { return };
        if IS_TELLING.replace(true) {
            return;
        }
        let message = record.args().to_string();
        let event = Event { level: Level::of(record.level()), room, message: &message };
        let _ = catch_unwind(AssertUnwindSafe(|| listener(&event)));
        IS_TELLING.set(false);
    }

    fn flush(&self) {}
}
