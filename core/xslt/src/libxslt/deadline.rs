//! The watch: a thread that stops calls at their deadline.

use std::collections::BTreeMap;
use std::process;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The deadline of a call.
pub(super) type Watch = Instant;

type Key = (Instant, u64);
type End = Box<dyn FnMut() + Send>;

struct Watched {
    /// The running calls, sorted by deadline.
    running: BTreeMap<Key, End>,
    next: u64,
    /// The time until which the thread sleeps. `None` if it sleeps until it is notified.
    asleep: Option<Instant>,
    /// The process that the thread belongs to, because a forked child does not have the thread.
    process: Option<u32>,
}

static WATCHED: Mutex<Watched> =
    Mutex::new(Watched { running: BTreeMap::new(), next: 0, asleep: None, process: None });
static CHANGED: Condvar = Condvar::new();

fn lock() -> MutexGuard<'static, Watched> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A guard of a watched call. When it is dropped, `end` is no longer called.
pub(super) struct Guard(Key);

impl Drop for Guard {
    fn drop(&mut self) {
        lock().running.remove(&self.0);
    }
}

/// Calls `end` at a time, and then repeatedly until the guard is dropped, because the first call may come
/// before there is anything to stop.
pub(super) fn until(time: Watch, end: impl FnMut() + Send + 'static) -> Guard {
    let mut watched = lock();
    let key = (time, watched.next);
    watched.next += 1;
    watched.running.insert(key, Box::new(end));
    let pid = process::id();
    if watched.process != Some(pid) {
        watched.asleep = Some(Instant::now());
        watched.process = begin().then_some(pid);
    } else if watched.asleep.is_none_or(|until| until > time) {
        CHANGED.notify_one();
    }
    Guard(key)
}

/// Starts the thread and returns `true` if the system provides a thread. Never inlined, so that leak checkers
/// can identify the thread by this function.
#[inline(never)]
fn begin() -> bool {
    thread::Builder::new().name("glossweave-watch".into()).spawn(watch).is_ok()
}

/// The interval between calls of `end`.
const AGAIN: Duration = Duration::from_millis(20);

fn watch() {
    let mut watched = lock();
    loop {
        let now = Instant::now();
        let mut due = false;
        for (_, end) in watched.running.range_mut(..(now, u64::MAX)) {
            end();
            due = true;
        }
        let next = match due {
            true => Some(now + AGAIN),
            false => watched.running.first_key_value().map(|(key, _)| key.0),
        };
        watched.asleep = next;
        watched = match next {
            None => CHANGED.wait(watched).unwrap_or_else(PoisonError::into_inner),
            Some(time) => {
                let wait = time.saturating_duration_since(now);
                CHANGED.wait_timeout(watched, wait).unwrap_or_else(PoisonError::into_inner).0
            }
        };
    }
}
