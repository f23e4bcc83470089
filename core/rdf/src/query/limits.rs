//! Limits on the time and memory of an evaluation, and a way to stop it from within.
//!
//! The evaluator checks its cancellation token only when it fetches triples. Joins, sorting and
//! grouping can run for a long time, and store their rows without a limit. However, the evaluator
//! constantly copies, compares and drops the terms of its rows, and these terms use our type
//! [`Id`], which counts. The number of live terms measures the memory in use, and the time is
//! checked at intervals. When a limit is reached, the evaluation is stopped by unwinding, which is
//! caught before it reaches a caller.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use super::Limits;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The number of steps between checks of the time.
const STEPS: u32 = 2048;

/// The number of bytes of text that cost as much as one step.
const BYTES: usize = 64;

/// The memory use of a row in the evaluator, without its terms.
const ROW: usize = 96;

/// The memory use of a term in a row. The allocation may be twice as large as needed.
const PLACE: usize = 8;

thread_local! {
    static PRESENT: Present = const { Present::new() };
}

/// The current evaluation on this thread.
struct Present {
    steps: Cell<u32>,
    alive: Cell<i64>,
    /// The maximum number of live terms.
    most: Cell<i64>,
    /// The size of created texts that are still stored, in bytes.
    text_bytes: Cell<usize>,
    /// The memory use that one live term represents.
    cost: Cell<usize>,
    memory: Cell<usize>,
    end: Cell<Option<Instant>>,
}

impl Present {
    const fn new() -> Present {
        Present {
            steps: Cell::new(STEPS),
            alive: Cell::new(0),
            most: Cell::new(i64::MAX),
            text_bytes: Cell::new(0),
            cost: Cell::new(1),
            memory: Cell::new(usize::MAX),
            end: Cell::new(None),
        }
    }
}

/// The reason why an evaluation was stopped.
enum Stop {
    Time,
    Memory,
    Text(&'static str),
    Damaged,
}

fn stop(reason: Stop) -> ! {
    // Unwinds without a panic, so that no hook is called. `run` catches it.
    resume_unwind(Box::new(reason))
}

/// Runs an evaluation whose rows have up to `variables` terms. Returns `ErrorKind::Deadline` if it
/// exceeds the time limit, `ErrorKind::TooLarge` if it exceeds the memory limit,
/// `ErrorKind::Storage` if terms cannot be read, and any error of the evaluation.
pub(super) fn run<T>(
    limits: &Limits,
    variables: usize,
    evaluate: impl FnOnce() -> Result<T>,
) -> Result<T> {
    let cost = variables * PLACE + ROW;
    PRESENT.with(|present| {
        present.steps.set(STEPS);
        present.alive.set(0);
        present.text_bytes.set(0);
        present.cost.set(cost);
        present.memory.set(limits.memory);
        present.end.set(Instant::now().checked_add(limits.time));
        measure(present);
    });
    let outcome = catch_unwind(AssertUnwindSafe(evaluate));
    PRESENT.with(|present| {
        present.end.set(None);
        present.memory.set(usize::MAX);
        present.most.set(i64::MAX);
    });
    outcome.unwrap_or_else(|payload| {
        Err(match payload.downcast_ref::<Stop>() {
            Some(reason) => reason.error(limits),
            None => Error::from_panic(payload.as_ref()),
        })
    })
}

impl Stop {
    fn error(&self, limits: &Limits) -> Error {
        match self {
            Stop::Time => {
                let seconds = Seconds(limits.time);
                let message = format!("the query took longer than {seconds}");
                Error::new(ErrorKind::Deadline, message)
            }
            Stop::Memory => {
                let memory = limits.memory >> 20;
                let message = format!("the query needs more than {memory} MiB of memory");
                Error::new(ErrorKind::TooLarge, message)
            }
            Stop::Text(what) => Error::new(ErrorKind::TooLarge, *what),
            Stop::Damaged => {
                let message = "the triples are damaged: they have a term that cannot be read";
                Error::new(ErrorKind::Storage, message)
            }
        }
    }
}

struct Seconds(Duration);

impl std::fmt::Display for Seconds {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} s", self.0.as_secs_f64())
    }
}

/// Computes the maximum number of live terms from the memory that the stored texts leave free.
fn measure(present: &Present) {
    let remaining = present.memory.get().saturating_sub(present.text_bytes.get());
    present.most.set((remaining / present.cost.get()).try_into().unwrap_or(i64::MAX));
}

fn look(present: &Present) {
    present.steps.set(STEPS);
    if present.end.get().is_some_and(|end| Instant::now() >= end) {
        stop(Stop::Time);
    }
}

/// Counts one step of work.
#[inline]
fn step(present: &Present) {
    match present.steps.get().checked_sub(1) {
        Some(remaining) => present.steps.set(remaining),
        None => look(present),
    }
}

/// Counts work on a row that may be discarded.
pub(super) fn step_once() {
    PRESENT.with(step);
}

/// Counts work on a text.
pub(super) fn read(bytes: usize) {
    PRESENT.with(|present| {
        let steps = u32::try_from(bytes / BYTES).unwrap_or(u32::MAX);
        match present.steps.get().checked_sub(steps) {
            Some(remaining) => present.steps.set(remaining),
            None => look(present),
        }
    });
}

/// Checks the time now. Used before operations that cannot be interrupted.
pub(super) fn look_now() {
    PRESENT.with(look);
}

/// Counts a new text that is stored until the evaluation ends.
pub(super) fn keep(bytes: usize) {
    PRESENT.with(|present| {
        present.text_bytes.set(present.text_bytes.get().saturating_add(bytes));
        if present.text_bytes.get() > present.memory.get() {
            stop(Stop::Memory);
        }
        measure(present);
        step(present);
    });
}

/// Checks that a number of bytes can be allocated temporarily.
pub(super) fn pass(bytes: usize) {
    PRESENT.with(|present| {
        let alive = usize::try_from(present.alive.get()).unwrap_or(0);
        let held =
            present.text_bytes.get().saturating_add(alive.saturating_mul(present.cost.get()));
        if held.saturating_add(bytes) > present.memory.get() {
            stop(Stop::Memory);
        }
    });
}

/// Stops the evaluation because a text would become too large.
pub(super) fn refuse(what: &'static str) -> ! {
    stop(Stop::Text(what))
}

/// Stops the evaluation because an existing term cannot be read. The evaluator would otherwise omit
/// the triples that contain it.
pub(super) fn damaged() -> ! {
    stop(Stop::Damaged)
}

/// The number of a term in the rows of an evaluation.
#[derive(Debug)]
pub(super) struct Id(u32);

impl Id {
    pub(super) fn new(number: u32) -> Id {
        PRESENT.with(|present| {
            let alive = present.alive.get() + 1;
            if alive > present.most.get() {
                stop(Stop::Memory);
            }
            present.alive.set(alive);
            step(present);
        });
        Id(number)
    }

    pub(super) fn number(&self) -> u32 {
        self.0
    }
}

impl Clone for Id {
    fn clone(&self) -> Id {
        Id::new(self.0)
    }
}

impl Drop for Id {
    fn drop(&mut self) {
        PRESENT.with(|present| present.alive.set(present.alive.get() - 1));
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Id) -> bool {
        PRESENT.with(step);
        self.0 == other.0
    }
}

impl Eq for Id {}

impl Hash for Id {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.0);
    }
}
