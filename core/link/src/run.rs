//! Runs of a template for every entity, several at a time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Answer;
use super::source::{Asked, Source, incomplete};
use glossweave_base::call_limits::{CallLimits, check_now};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::trace::TraceContext;
use glossweave_rdf::{Graph, triple_size};

/// An entity for which a template failed.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The IRI of the entity.
    pub entity: String,
    /// The kind of the failure.
    pub kind: ErrorKind,
    /// The message of the failure.
    pub message: String,
}

impl Failure {
    /// Creates a failure that was written down.
    #[doc(hidden)]
    pub fn new(entity: impl Into<String>, kind: ErrorKind, message: impl Into<String>) -> Failure {
        Failure { entity: entity.into(), kind, message: message.into() }
    }
}

/// The limits of all queries of a call together.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The number of queries that run at once.
    pub concurrency: usize,
    /// The time that they may take.
    pub time: Duration,
    /// The bytes that they may find.
    pub result: usize,
    /// `true` if they go on when some fail.
    pub partial: bool,
}

/// The graphs that were found, and the entities for which the template failed.
#[derive(Debug, Default)]
pub struct Found {
    /// The graphs of the answers.
    pub graphs: Vec<Graph>,
    /// The entities for which the query failed.
    pub failures: Vec<Failure>,
}

/// A function that makes the query for an entity, or `None` if nothing can be found.
pub(super) type Make<'m> = dyn Fn(&str) -> Result<Option<Asked>> + Sync + 'm;

/// Runs a query for every entity. Returns the errors of making queries and of the source, and
/// `ErrorKind::Deadline` and `ErrorKind::TooLarge` if all of them take too much.
pub fn run(
    source: &Source,
    entities: &[String],
    query: &Make<'_>,
    bounds: &Bounds,
) -> Result<Found> {
    let work = Work {
        source,
        entities,
        query,
        bounds,
        deadline: Instant::now() + bounds.time,
        next: AtomicUsize::new(0),
        stopped: AtomicBool::new(false),
        left: AtomicUsize::new(bounds.result),
        done: Mutex::new(entities.iter().map(|_| None).collect()),
    };
    let trace = TraceContext::current();
    let limits = CallLimits::current();
    let work_within = || {
        let go_on = || {
            work.go_on();
            Ok(())
        };
        let limited = || limits.as_ref().map_or_else(go_on, |limits| limits.run(go_on));
        // The caller's own thread returns the error of a limit.
        let _ = match &trace {
            Some(context) => context.run(limited),
            None => limited(),
        };
    };
    let workers = bounds.concurrency.clamp(1, source.worth(entities.len()).max(1));
    thread::scope(|scope| {
        // The caller's own thread is one of them, and where no more can be had the only one.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, work_within).ok();
        let running: Vec<_> = (1..workers).map_while(spawn).collect();
        work.go_on();
        let mut outcome = Ok(());
        for worker in running {
            outcome = outcome.and(worker.join().map_err(|panic| Error::from_panic(panic.as_ref())));
        }
        outcome
    })?;
    work.finish()
}

struct Work<'w> {
    source: &'w Source,
    entities: &'w [String],
    query: &'w Make<'w>,
    bounds: &'w Bounds,
    deadline: Instant,
    next: AtomicUsize,
    stopped: AtomicBool,
    left: AtomicUsize,
    done: Mutex<Vec<Option<Result<Answer>>>>,
}

impl Work<'_> {
    fn go_on(&self) {
        while !self.stopped.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(entity) = self.entities.get(index) else { return };
            let answer = self.ask(entity);
            if answer.is_err() && !self.bounds.partial {
                self.stopped.store(true, Ordering::Relaxed);
            }
            let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(place) = done.get_mut(index) {
                *place = Some(answer);
            }
        }
    }

    fn ask(&self, entity: &str) -> Result<Answer> {
        check_now()?;
        // Making a query takes time, too.
        self.remaining()?;
        let Some(query) = (self.query)(entity)? else {
            return Ok(Answer { graph: Graph::new(), left_out: None });
        };
        let answer = self.source.construct(&query, self.remaining()?)?;
        if let Some(why) = answer.left_out.as_deref().filter(|_| !self.bounds.partial) {
            return Err(incomplete(why));
        }
        let given: usize = answer.graph.iter().map(triple_size).sum();
        let taken = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(given));
        match taken {
            Ok(_) => Ok(answer),
            Err(_) => {
                let most = self.bounds.result >> 20;
                let message = format!("what the template finds has more than {most} MiB");
                Err(Error::new(ErrorKind::TooLarge, message))
            }
        }
    }

    /// Returns the time that is left. Returns `ErrorKind::Deadline` if there is none.
    fn remaining(&self) -> Result<Duration> {
        let time = self.deadline.saturating_duration_since(Instant::now());
        if time.is_zero() {
            let message = format!("not all was asked within {:?}", self.bounds.time);
            return Err(Error::new(ErrorKind::Deadline, message));
        }
        Ok(time)
    }

    fn finish(self) -> Result<Found> {
        let done = self.done.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut found = Found::default();
        for (entity, answer) in self.entities.iter().zip(done) {
            let failed = |error: Error| Failure {
                entity: entity.clone(),
                kind: error.kind(),
                message: error.message().to_owned(),
            };
            match answer {
                Some(Ok(answer)) => {
                    let why = answer.left_out.as_deref().map(incomplete);
                    found.failures.extend(why.map(failed));
                    found.graphs.push(answer.graph);
                }
                Some(Err(error)) if self.bounds.partial => found.failures.push(failed(error)),
                Some(Err(error)) => return Err(error),
                // Not asked any more: a later one failed before, and is found below.
                None => {}
            }
        }
        Ok(found)
    }
}
