//! Execution of a template for several entities in parallel.

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

/// An entity for which the query of a template failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The IRI of the entity.
    pub entity: String,
    /// The kind of the error.
    pub kind: ErrorKind,
    /// The error message.
    pub message: String,
}

/// The limits for all queries of a call together.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The maximum number of concurrent queries.
    pub concurrency: usize,
    /// The maximum total time.
    pub time: Duration,
    /// The maximum total size of the results, in bytes.
    pub result: usize,
    /// `true` if the remaining queries continue when some fail.
    pub partial: bool,
}

/// The constructed graphs, and the entities for which the query failed.
#[derive(Debug, Default)]
pub struct Found {
    /// The graphs of the answers.
    pub graphs: Vec<Graph>,
    /// The entities for which the query failed.
    pub failures: Vec<Failure>,
}

/// A function that creates the query for an entity. It returns `None` if the query cannot have
/// results.
pub(super) type Make<'m> = dyn Fn(&str) -> Result<Option<Asked>> + Sync + 'm;

/// Runs a query for each entity. Returns the errors of `query` and of the source, and
/// `ErrorKind::Deadline` or `ErrorKind::TooLarge` if all queries together exceed their limits.
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
        // The error of a limit is ignored here, because the calling thread returns it.
        let _ = match &trace {
            Some(context) => context.run(limited),
            None => limited(),
        };
    };
    let workers = bounds.concurrency.clamp(1, source.worth(entities.len()).max(1));
    thread::scope(|scope| {
        // The calling thread is one of the workers. It is the only one if no thread can be started.
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
        // Creating a query also takes time.
        self.remaining()?;
        let Some(query) = (self.query)(entity)? else {
            return Ok(Answer { graph: Graph::new(), incomplete: None });
        };
        let answer = self.source.construct(&query, self.remaining()?)?;
        if let Some(why) = answer.incomplete.as_deref().filter(|_| !self.bounds.partial) {
            return Err(incomplete(why));
        }
        let size: usize = answer.graph.iter().map(triple_size).sum();
        let taken = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |remaining| {
            remaining.checked_sub(size)
        });
        match taken {
            Ok(_) => Ok(answer),
            Err(_) => {
                let most = self.bounds.result >> 20;
                let message = format!("the result of the template exceeds {most} MiB");
                Err(Error::new(ErrorKind::TooLarge, message))
            }
        }
    }

    /// Returns the remaining time. Returns `ErrorKind::Deadline` if no time remains.
    fn remaining(&self) -> Result<Duration> {
        let time = self.deadline.saturating_duration_since(Instant::now());
        if time.is_zero() {
            let message = format!("not all queries were sent within {:?}", self.bounds.time);
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
                    let why = answer.incomplete.as_deref().map(incomplete);
                    found.failures.extend(why.map(failed));
                    found.graphs.push(answer.graph);
                }
                Some(Err(error)) if self.bounds.partial => found.failures.push(failed(error)),
                Some(Err(error)) => return Err(error),
                // This query was not started, because a later one had failed. That error follows
                // below.
                None => {}
            }
        }
        Ok(found)
    }
}
