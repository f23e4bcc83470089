//! The threads that run jobs: a coordinator that renews leases and looks for jobs, and one thread
//! for each running job.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::JobProgress;
use super::parts::{RunnerParts, TARGET};
use super::runner::{Active, Stop, work};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::log::{Level, emit};
use glossweave_store::job::{Held, Task, Waiting, new_runner, take, waiting};

/// The interval between two checks of the queue.
const POLL: Duration = Duration::from_secs(1);

/// The maximum number of jobs of each owner, and of webhooks of each host, that a check reads.
const LOOKED_AT: usize = 16;

/// The number of webhooks that are called at once. They do not use threads for jobs, because
/// receivers may be slow.
const WEBHOOKS: usize = 16;

/// The number of webhooks that are called at once at the same host.
const WEBHOOKS_PER_HOST: usize = 2;

/// The time that running calls may take to end when the engine is dropped.
const STOP: Duration = Duration::from_secs(10);

/// The runners of an engine. Their threads start with the first job and end when the engine is
/// dropped.
pub(crate) struct JobRunners {
    parts: Arc<RunnerParts>,
    started: Mutex<Option<Started>>,
}

/// The thread of the coordinator.
struct Started {
    /// The process of the thread. A forked child has no threads.
    process: u32,
    events: Sender<Event>,
    ended: Receiver<()>,
}

enum Event {
    /// The queue may contain new jobs.
    Wake,
    /// A thread has ended.
    Done(String),
    Stop,
}

impl JobRunners {
    pub fn new(parts: RunnerParts) -> JobRunners {
        JobRunners { parts: Arc::new(parts), started: Mutex::default() }
    }

    /// Returns `true` if webhooks can be signed.
    pub fn signs(&self) -> bool {
        self.parts.signer.is_some()
    }

    /// Looks for jobs now. Starts the thread of the coordinator if it is not running.
    pub fn wake(&self) {
        if self.parts.threads == 0 {
            return;
        }
        let mut started = self.started.lock().unwrap_or_else(PoisonError::into_inner);
        let own = started.as_ref().filter(|started| started.process == std::process::id());
        if own.is_some_and(|started| started.events.send(Event::Wake).is_ok()) {
            return;
        }
        match start(self.parts.clone()) {
            Ok(new) => {
                if let Some(of_parent) = started.replace(new) {
                    // The channel belongs to a thread that does not exist in this process, so its
                    // locks may be held for ever.
                    std::mem::forget(of_parent);
                }
            }
            Err(error) => emit(Level::Warn, TARGET, format_args!("no jobs can run: {error}")),
        }
    }
}

impl Drop for JobRunners {
    fn drop(&mut self) {
        let started = self.started.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let Some(started) = started else { return };
        if started.process != std::process::id() {
            std::mem::forget(started);
            return;
        }
        if started.events.send(Event::Stop).is_ok() {
            // An error means that the thread has ended.
            let _ = started.ended.recv_timeout(STOP * 2);
        }
    }
}

impl fmt::Debug for JobRunners {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("JobRunners").field("threads", &self.parts.threads).finish_non_exhaustive()
    }
}

fn start(parts: Arc<RunnerParts>) -> Result<Started> {
    let name = new_runner()?;
    let (sender, events) = channel();
    let (end, ended) = channel::<()>();
    let process = std::process::id();
    let started = Started { process, events: sender.clone(), ended };
    let coordinator = Coordinator {
        parts,
        name,
        events,
        sender,
        active: HashMap::new(),
        seen: HashMap::new(),
        turns: HashMap::new(),
        turn: 0,
        error: None,
    };
    let thread = move || {
        coordinator.run();
        // Everything is dropped now. A caller that waits for the end may open the store again.
        drop(end);
    };
    let spawned = thread::Builder::new().name("glossweave-jobs".to_owned()).spawn(thread);
    spawned.map_err(|error| {
        let message = "no thread can be started";
        Error::new(ErrorKind::Unavailable, message).because(error)
    })?;
    // This cannot fail, because the thread has the receiver.
    let _ = started.events.send(Event::Wake);
    Ok(started)
}

/// A running job or webhook.
struct Running {
    active: Arc<Active>,
    is_webhook: bool,
    thread: JoinHandle<()>,
    renewed: Instant,
    shown: Option<JobProgress>,
}

struct Coordinator {
    parts: Arc<RunnerParts>,
    /// The unique name of this runner in the rows of the store.
    name: String,
    events: Receiver<Event>,
    sender: Sender<Event>,
    active: HashMap<String, Running>,
    /// The rows of other runners, each with its revision and the time when the revision was first
    /// seen.
    seen: HashMap<String, (u64, Instant)>,
    /// The owners of jobs, each with the number of the turn in which a job of the owner was last
    /// started.
    turns: HashMap<u64, u64>,
    turn: u64,
    /// The last error, which is logged once.
    error: Option<String>,
}

impl Coordinator {
    fn run(mut self) {
        let tick = POLL.min(self.parts.lease / 4);
        loop {
            match self.events.recv_timeout(tick) {
                Ok(Event::Stop) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(Event::Done(key)) => self.join(&key),
                Ok(Event::Wake) | Err(RecvTimeoutError::Timeout) => {}
            }
            let done = self.keep().and_then(|()| self.fill());
            self.tell(done);
        }
        self.stop();
    }

    fn join(&mut self, key: &str) {
        if let Some(running) = self.active.remove(key) {
            // A panic has been reported, or occurred after the end of the job was stored.
            let _ = running.thread.join();
        }
    }

    /// Writes an error to the log, unless it is the same as the last one.
    fn tell(&mut self, done: Result<()>) {
        let message = done.err().map(|error| error.to_string());
        if message != self.error
            && let Some(message) = &message
        {
            emit(Level::Warn, TARGET, format_args!("the queue of jobs: {message}"));
        }
        self.error = message;
    }

    /// Renews the leases, and stops jobs that this runner no longer holds.
    fn keep(&mut self) -> Result<()> {
        for running in self.active.values_mut() {
            // A locked row is about to be finished.
            let Ok(mut held) = running.active.held.try_lock() else { continue };
            let Some(held) = held.as_mut() else { continue };
            let progress = running.active.progress();
            let is_held = match running.renewed.elapsed() >= self.parts.lease / 3
                || progress != running.shown
            {
                true => {
                    let is_held = held.renew(&self.parts.access, progress)?;
                    (running.renewed, running.shown) = (Instant::now(), progress);
                    is_held
                }
                false => held.check(&self.parts.access)?,
            };
            if !is_held {
                running.active.stop(Stop::Lost);
                running.active.cancel();
            }
        }
        Ok(())
    }

    /// Returns `true` if no runner holds an entry of the queue, or if its lease has ended. The
    /// lease has ended when the revision of the row has not changed for the time of a lease. This
    /// does not compare the clocks of machines.
    fn is_free(&mut self, one: &Waiting, now: Instant) -> bool {
        if one.runner().is_none() {
            return true;
        }
        let entry = self.seen.entry(one.key()).or_insert((one.revision, now));
        if entry.0 != one.revision {
            *entry = (one.revision, now);
        }
        now.duration_since(entry.1) >= self.parts.lease
    }

    /// Takes jobs and webhooks while there are threads for them.
    fn fill(&mut self) -> Result<()> {
        let webhooks = self.active.values().filter(|running| running.is_webhook).count();
        let jobs = self.active.len() - webhooks;
        let (jobs, webhooks) = (self.parts.threads.saturating_sub(jobs), WEBHOOKS - webhooks);
        if jobs == 0 && webhooks == 0 {
            return Ok(());
        }
        let all = waiting(&self.parts.access, LOOKED_AT)?;
        let now = Instant::now();
        let keys: HashSet<String> = all.iter().map(Waiting::key).collect();
        self.seen.retain(|key, _| keys.contains(key));
        let (free, taken): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|one| !self.active.contains_key(&one.key()) && self.is_free(one, now));
        let (free_webhooks, free_jobs) = free.into_iter().partition(Waiting::is_webhook);
        self.take_jobs(free_jobs, &taken, jobs)?;
        self.take_webhooks(free_webhooks, &taken, webhooks)
    }

    /// Takes jobs. Users with the fewest running jobs come first, and then users whose last turn
    /// was the longest ago.
    fn take_jobs(&mut self, mut free: Vec<Waiting>, taken: &[Waiting], most: usize) -> Result<()> {
        let mut running: HashMap<u64, usize> = HashMap::new();
        for one in taken.iter().filter(|one| !one.is_webhook()) {
            *running.entry(one.owner()).or_default() += 1;
        }
        let owners: HashSet<u64> = free.iter().map(Waiting::owner).collect();
        self.turns.retain(|owner, _| owners.contains(owner));
        let mut begun = 0;
        while begun < most {
            let rank = |(at, one): &(usize, &Waiting)| {
                let owner = one.owner();
                let turn = self.turns.get(&owner).copied().unwrap_or(0);
                (running.get(&owner).copied().unwrap_or(0), turn, *at)
            };
            let Some((at, _)) = free.iter().enumerate().min_by_key(rank) else { break };
            let one = free.remove(at);
            if self.take(&one)? {
                begun += 1;
                self.turn += 1;
                self.turns.insert(one.owner(), self.turn);
                *running.entry(one.owner()).or_default() += 1;
            }
        }
        Ok(())
    }

    /// Takes webhooks. The number for each host is limited, so that a slow host delays only its own
    /// webhooks.
    fn take_webhooks(&mut self, free: Vec<Waiting>, taken: &[Waiting], most: usize) -> Result<()> {
        let mut calls: HashMap<String, usize> = HashMap::new();
        let host = |one: &Waiting| one.host().unwrap_or_default().to_owned();
        for one in taken.iter().filter(|one| one.is_webhook()) {
            *calls.entry(host(one)).or_default() += 1;
        }
        let mut begun = 0;
        for one in free {
            let count = calls.entry(host(&one)).or_default();
            if begun < most && *count < WEBHOOKS_PER_HOST && self.take(&one)? {
                begun += 1;
                *count += 1;
            }
        }
        Ok(())
    }

    /// Takes an entry from the queue and starts it. Returns `false` if another runner was faster.
    fn take(&mut self, one: &Waiting) -> Result<bool> {
        let RunnerParts { access, limits, .. } = &*self.parts;
        let Some((held, task)) = take(access, one, &self.name, limits)? else { return Ok(false) };
        self.begin(held, task);
        Ok(true)
    }

    fn begin(&mut self, held: Held, task: Task) {
        let key = held.key();
        let is_webhook = matches!(task, Task::Webhook(..));
        let active = Arc::new(Active::new(held));
        let (parts, sender) = (self.parts.clone(), self.sender.clone());
        let (own, done) = (active.clone(), key.clone());
        let thread = move || {
            work(&parts, &own, task);
            drop((parts, own));
            let _ = sender.send(Event::Done(done));
        };
        match thread::Builder::new().name("glossweave-job".to_owned()).spawn(thread) {
            Ok(thread) => {
                let (renewed, shown) = (Instant::now(), None);
                self.active.insert(key, Running { active, is_webhook, thread, renewed, shown });
            }
            // The lease ends, and the job is taken again by this engine or by another one.
            Err(error) => {
                emit(Level::Warn, TARGET, format_args!("a job cannot start a thread: {error}"))
            }
        }
    }

    /// Stops running jobs before their next step and waits for them. Returns jobs that do not end
    /// in time to the queue.
    fn stop(mut self) {
        let begun = Instant::now();
        for running in self.active.values() {
            running.active.stop(Stop::Shutdown);
        }
        while !self.active.is_empty() {
            match self.events.recv_timeout(STOP.saturating_sub(begun.elapsed())) {
                Ok(Event::Done(key)) => self.join(&key),
                Ok(_) => {}
                Err(_) => break,
            }
        }
        for (_, running) in self.active.drain() {
            running.active.cancel();
            let held = running.active.held.lock().unwrap_or_else(PoisonError::into_inner).take();
            let released = held.map(|held| held.release(&self.parts.access, None));
            if let Some(Err(error)) = released {
                emit(Level::Warn, TARGET, format_args!("a job was not returned: {error}"));
            }
        }
    }
}
