//! What an evaluation may take: time, memory, and a way to end it from within.
//!
//! The evaluator looks at its cancellation only where it fetches triples; joins, sorting and
//! grouping run on, and keep what they gather, for as long as they like. But it copies, compares
//! and drops the terms of its rows all the time, and these are ours: an [`Id`] counts. What is
//! alive at once stands for the memory that is held; and every so often the clock is looked at.
//! Where a limit is reached, the evaluation is left by unwinding, which no caller sees.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use super::Limits;
use glossweave_base::error::{Error, Kind, Result};

/// How many steps are taken between looks at the clock.
const STEPS: u32 = 2048;

/// How many bytes of text are as much work as one step.
const BYTES: usize = 64;

/// What one row of the evaluator takes beside its terms.
const ROW: usize = 96;

/// What one term takes in a row: its place may have been made twice as large as needed.
const PLACE: usize = 8;

thread_local! {
    static PRESENT: Present = const { Present::new() };
}

/// The evaluation that runs on this thread.
struct Present {
    steps: Cell<u32>,
    alive: Cell<i64>,
    /// The most terms that may be alive at once.
    most: Cell<i64>,
    /// Bytes of texts that were made and are kept.
    kept: Cell<usize>,
    /// What one living term stands for.
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
            kept: Cell::new(0),
            cost: Cell::new(1),
            memory: Cell::new(usize::MAX),
            end: Cell::new(None),
        }
    }
}

/// Why an evaluation was ended.
enum Stop {
    Time,
    Memory,
    Text(&'static str),
    Damaged,
}

fn stop(reason: Stop) -> ! {
    // Not a panic: no hook is called, and `run` waits for it.
    resume_unwind(Box::new(reason))
}

/// Runs an evaluation of rows with this many variables. Kinds: Deadline where it takes longer than
/// it may, TooLarge where it holds more, Storage where terms cannot be read, and those of the evaluation.
pub(super) fn run<T>(
    limits: &Limits,
    variables: usize,
    evaluate: impl FnOnce() -> Result<T>,
) -> Result<T> {
    let cost = variables * PLACE + ROW;
    PRESENT.with(|present| {
        present.steps.set(STEPS);
        present.alive.set(0);
        present.kept.set(0);
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
                Error::new(Kind::Deadline, message)
            }
            Stop::Memory => {
                let memory = limits.memory >> 20;
                let message = format!("the query needs more than {memory} MiB of memory");
                Error::new(Kind::TooLarge, message)
            }
            Stop::Text(what) => Error::new(Kind::TooLarge, *what),
            Stop::Damaged => {
                let message = "the triples are damaged: they have a term that cannot be read";
                Error::new(Kind::Storage, message)
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

/// How many terms may be alive after what is kept.
fn measure(present: &Present) {
    let left = present.memory.get().saturating_sub(present.kept.get());
    present.most.set((left / present.cost.get()).try_into().unwrap_or(i64::MAX));
}

fn look(present: &Present) {
    present.steps.set(STEPS);
    if present.end.get().is_some_and(|end| Instant::now() >= end) {
        stop(Stop::Time);
    }
}

/// One step of work.
#[inline]
fn step(present: &Present) {
    match present.steps.get().checked_sub(1) {
        Some(left) => present.steps.set(left),
        None => look(present),
    }
}

/// Work on a row that may come to nothing.
pub(super) fn step_once() {
    PRESENT.with(step);
}

/// Work on a text.
pub(super) fn read(bytes: usize) {
    PRESENT.with(|present| {
        let steps = u32::try_from(bytes / BYTES).unwrap_or(u32::MAX);
        match present.steps.get().checked_sub(steps) {
            Some(left) => present.steps.set(left),
            None => look(present),
        }
    });
}

/// Looks at the clock now, before something that cannot be interrupted.
pub(super) fn look_now() {
    PRESENT.with(look);
}

/// A text was made that stays until the evaluation ends.
pub(super) fn keep(bytes: usize) {
    PRESENT.with(|present| {
        present.kept.set(present.kept.get().saturating_add(bytes));
        if present.kept.get() > present.memory.get() {
            stop(Stop::Memory);
        }
        measure(present);
        step(present);
    });
}

/// Something is made that takes so many bytes for a moment.
pub(super) fn pass(bytes: usize) {
    PRESENT.with(|present| {
        let alive = usize::try_from(present.alive.get()).unwrap_or(0);
        let held = present.kept.get().saturating_add(alive.saturating_mul(present.cost.get()));
        if held.saturating_add(bytes) > present.memory.get() {
            stop(Stop::Memory);
        }
    });
}

/// Ends the evaluation because of a text that would become too large.
pub(super) fn refuse(what: &'static str) -> ! {
    stop(Stop::Text(what))
}

/// Ends the evaluation because of a term that is there and cannot be read: the evaluator would leave
/// out what it is in.
pub(super) fn damaged() -> ! {
    stop(Stop::Damaged)
}

/// The number of a term, as rows of the evaluation hold it.
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
