//! Translation systems: their language pairs, access and state.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use serde::{Serialize, Serializer};

use super::{TranslatedSegment, TranslationBatch, Translator};
use glossweave_base::clock::Clock;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::log::{Level, emit};
use glossweave_base::secret::Secret;
use glossweave_base::text::{Language, truth};
use glossweave_base::token_usage::TokenUsage;

/// The target of the log events.
const EVENTS: &str = "glossweave::translation";
/// The idle time after which a system is stopped (the interface, "Translation system status").
const IDLE: Duration = Duration::from_secs(60 * 60);
/// The maximum time that a list of systems waits for reachability checks.
const REACH: Duration = Duration::from_millis(300);
/// The time after which a caller may retry while a system starts.
const RETRY: Duration = Duration::from_secs(10);

/// The description of a translation system by its host: languages, domain and access.
#[derive(Clone)]
pub struct System {
    pub(super) name: Box<str>,
    pub(super) source: Language,
    pub(super) target: Language,
    pub(super) domain: Option<Box<str>>,
    pub(super) key: Option<Secret>,
    pub(super) always: bool,
}

impl System {
    /// Creates a public system for one language pair and any domain.
    pub fn new(name: impl Into<Box<str>>, source: Language, target: Language) -> System {
        let (domain, key) = (None, None);
        System { name: name.into(), source, target, domain, key, always: false }
    }

    /// Creates a system from names and values: `source-lang` and `target-lang`, which are required, `name`
    /// (by default the two language tags), `domain`, `key`, and `always-running` (`true` or `false`).
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`], with the name as parameter, if a field is missing, unknown or invalid.
    pub fn from_fields<'f>(fields: impl IntoIterator<Item = (&'f str, &'f str)>) -> Result<System> {
        const NAMES: &[&str] =
            &["source-lang", "target-lang", "name", "domain", "key", "always-running"];
        let fields: Vec<(&str, &str)> = fields.into_iter().collect();
        let value = |name: &str| {
            let last = fields.iter().rev().find(|(field, _)| *field == name);
            last.map(|(_, value)| *value).filter(|value| !value.is_empty())
        };
        if let Some((name, _)) = fields.iter().find(|(name, _)| !NAMES.contains(name)) {
            return Err(Error::no_option(name, NAMES));
        }
        let tag = |name: &str| {
            let missing = || Error::invalid(format!("`{name}` is missing"));
            let tag = value(name).ok_or_else(missing).and_then(str::parse::<Language>);
            tag.map_err(|error| error.with_parameter(name))
        };
        let (source, target) = (tag("source-lang")?, tag("target-lang")?);
        let usual = format!("{source}-{target}");
        let mut system = System::new(value("name").unwrap_or(&usual), source, target);
        system.domain = value("domain").map(Into::into);
        system.key = value("key").map(Secret::new);
        if let Some(word) = value("always-running") {
            system.always = truth("always-running", word)?;
        }
        Ok(system)
    }

    /// Sets the domain of the texts. The host defines the names of domains.
    pub fn about(mut self, domain: impl Into<Box<str>>) -> System {
        self.domain = Some(domain.into());
        self
    }

    /// Makes the system private: only callers with the key can use it, and lists of systems omit it.
    pub fn with_key(mut self, key: &str) -> System {
        self.key = Some(Secret::new(key));
        self
    }

    /// Keeps the system running when it is not used.
    pub fn always_running(mut self) -> System {
        self.always = true;
        self
    }

    /// Returns `true` if callers need a key.
    pub fn is_private(&self) -> bool {
        self.key.is_some()
    }
}

impl fmt::Debug for System {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("System")
            .field("name", &self.name)
            .field("source", &self.source)
            .field("target", &self.target)
            .field("domain", &self.domain)
            .finish_non_exhaustive()
    }
}

/// The state of a system (the interface, "Translation system status").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Running.
    Available,
    /// Started by the first request, or not reachable now.
    Standby,
}

impl fmt::Display for State {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            State::Available => "available",
            State::Standby => "standby",
        })
    }
}

/// The entry of a system in a list.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SystemInfo {
    /// The name of the system.
    pub name: String,
    /// The source language.
    #[serde(serialize_with = "tag")]
    pub source: Language,
    /// The target language.
    #[serde(serialize_with = "tag")]
    pub target: Language,
    /// The domain of the texts.
    pub domain: Option<String>,
    /// The state of the system.
    pub state: State,
    /// `true` if the system keeps running when it is not used.
    pub always_running: bool,
}

fn tag<S: Serializer>(language: &Language, out: S) -> std::result::Result<S::Ok, S::Error> {
    out.serialize_str(language.as_str())
}

/// A system with its translator.
pub struct Machine {
    provider: Box<str>,
    system: System,
    translator: Arc<dyn Translator>,
    clock: Arc<dyn Clock>,
    run: Arc<(Mutex<Run>, Condvar)>,
}

/// The current state of a system.
#[derive(Debug, Default)]
struct Run {
    phase: Phase,
    /// The number of running jobs.
    jobs: usize,
    /// The end time of the last job.
    used: Option<SystemTime>,
    /// The thread that starts the system. It ends right after the start.
    starter: Option<JoinHandle<()>>,
}

impl Run {
    /// Joins the thread that started the system, so that no thread is left when the program ends.
    fn join_starter(&mut self) {
        if let Some(starter) = self.starter.take() {
            // The thread catches panics, and has released the lock.
            let _ = starter.join();
        }
    }
}

#[derive(Debug, Default)]
enum Phase {
    #[default]
    Down,
    Starting,
    Up,
    Failed(Error),
}

/// The systems of an engine.
#[derive(Clone, Default)]
pub struct Systems(Vec<Arc<Machine>>);

/// The criteria for choosing a system.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The language of the text.
    pub source: &'a Language,
    /// The target language.
    pub target: &'a Language,
    /// The domain, if given.
    pub domain: Option<&'a str>,
    /// The key of the caller for the service, if there is one.
    pub key: Option<&'a Secret>,
}

impl Systems {
    /// Adds a system under the name of its provider.
    pub fn add(
        &mut self,
        provider: &str,
        system: System,
        translator: Arc<dyn Translator>,
        clock: Arc<dyn Clock>,
    ) {
        let (provider, run) = (provider.into(), Arc::default());
        let machine = Machine { provider, system, translator, clock, run };
        if machine.system.always {
            // If the start fails, the first request reports the error.
            let _ = machine.start(&mut machine.lock());
        }
        self.0.push(Arc::new(machine));
    }

    /// Returns the names of the providers, sorted and without duplicates.
    pub fn providers(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.0.iter().map(|machine| &*machine.provider).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the public systems of a provider. Returns `ErrorKind::NotFound` if the provider is unknown.
    pub fn list(&self, provider: &str) -> Result<Vec<SystemInfo>> {
        let all: Vec<_> =
            self.of(provider)?.filter(|machine| !machine.system.is_private()).collect();
        // Starts the checks of all systems before waiting for any of them.
        for machine in &all {
            machine.state(Duration::ZERO);
        }
        let until = Instant::now() + REACH;
        let remaining = || until.saturating_duration_since(Instant::now());
        Ok(all.into_iter().map(|machine| machine.info(remaining())).collect())
    }

    /// Returns the system for a language pair. Returns `ErrorKind::NotFound` if no system is visible to the
    /// caller, and `ErrorKind::Unauthenticated` if there are private systems and the given key matches none
    /// of them.
    pub fn choose(&self, provider: &str, pair: &Pair<'_>) -> Result<&Arc<Machine>> {
        // The closest languages first, then the order of the host.
        let mut fitting: Vec<_> =
            self.of(provider)?.filter(|machine| machine.system.fits(pair)).collect();
        fitting.sort_by_key(|machine| !machine.system.is_exact(pair));
        let is_open = |machine: &&Arc<Machine>| match (&machine.system.key, pair.key) {
            (None, None) => true,
            (Some(key), Some(pair_key)) => key == pair_key,
            _ => false,
        };
        if let Some(machine) = fitting.iter().copied().find(is_open) {
            return Ok(machine);
        }
        if pair.key.is_some() && fitting.iter().any(|machine| machine.system.is_private()) {
            let message = "`key` does not match any system for these languages";
            return Err(Error::new(ErrorKind::Unauthenticated, message).with_parameter("key"));
        }
        // A key is ignored if no system requires one.
        let public = fitting.into_iter().find(|machine| !machine.system.is_private());
        public.ok_or_else(|| {
            let Pair { source, target, domain, .. } = pair;
            let about = domain.map(|domain| format!(" about `{domain}`")).unwrap_or_default();
            let message = format!("no system of `{provider}` from `{source}` to `{target}`{about}");
            Error::new(ErrorKind::NotFound, message).with_parameter("target-lang")
        })
    }

    /// Stops the systems that have not been used for an hour.
    pub fn expire(&self) {
        self.0.iter().for_each(|machine| machine.rest());
    }

    /// Returns the token usage of language models, with the names of provider and system.
    pub fn token_usage(&self) -> impl Iterator<Item = (&str, &str, TokenUsage)> {
        self.0.iter().filter_map(|machine| {
            Some((&*machine.provider, &*machine.system.name, machine.translator.token_usage()?))
        })
    }

    fn of(&self, provider: &str) -> Result<impl Iterator<Item = &Arc<Machine>>> {
        if self.0.iter().all(|machine| &*machine.provider != provider) {
            let known: Vec<&str> = self.providers().into_iter().collect();
            return Err(Error::unknown(
                ErrorKind::NotFound,
                "translation provider",
                provider,
                &known,
            ));
        }
        Ok(self.0.iter().filter(move |machine| &*machine.provider == provider))
    }
}

impl fmt::Debug for Systems {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.0.iter().map(|machine| &machine.system)).finish()
    }
}

impl System {
    /// Returns `true` if the system translates this pair. For example, `en` accepts `en-GB`, and `es` accepts
    /// `es-MX`.
    fn fits(&self, pair: &Pair<'_>) -> bool {
        let same = |first: &Language, second: &Language| {
            first.is(second.as_str()) || second.is(first.as_str())
        };
        let about = match (self.domain.as_deref(), pair.domain) {
            (Some(domain), Some(requested)) => domain.eq_ignore_ascii_case(requested),
            (_, None) => true,
            (None, Some(_)) => false,
        };
        same(&self.source, pair.source) && same(&self.target, pair.target) && about
    }

    fn is_exact(&self, pair: &Pair<'_>) -> bool {
        let same = |first: &Language, second: &Language| {
            first.as_str().eq_ignore_ascii_case(second.as_str())
        };
        // If the request has no domain, systems for any domain come first.
        same(&self.source, pair.source)
            && same(&self.target, pair.target)
            && (pair.domain.is_some() || self.domain.is_none())
    }
}

impl Machine {
    /// Returns the features that the translator supports in addition to plain text.
    pub fn abilities(&self) -> super::Capabilities {
        self.translator.abilities()
    }

    /// Translates a batch, and starts the system if it is not running. Returns `ErrorKind::Unavailable`, with
    /// the time to wait, if it is not running after `time` (the start continues), and the errors of the
    /// translator.
    pub fn translate(
        &self,
        job: &TranslationBatch<'_>,
        time: Duration,
    ) -> Result<Vec<Option<TranslatedSegment>>> {
        self.rest();
        let _job = self.begin(time)?;
        let done = self.translator.translate(job)?;
        if done.len() == job.segments.len() {
            return Ok(done);
        }
        let (count, expected) = (done.len(), job.segments.len());
        let name = &self.system.name;
        let message = format!(
            "the translator of the system `{name}` returned {count} results, expected a translation or nothing for each of {expected} texts"
        );
        Err(Error::new(ErrorKind::Provider, message))
    }

    /// Returns the state, after at most `wait` for the reachability check.
    fn state(&self, wait: Duration) -> State {
        let is_up = match self.lock().phase {
            Phase::Up => true,
            Phase::Starting => self.system.always,
            Phase::Down | Phase::Failed(_) => false,
        };
        match is_up && self.translator.is_reachable(wait) {
            true => State::Available,
            false => State::Standby,
        }
    }

    fn info(&self, wait: Duration) -> SystemInfo {
        self.rest();
        let System { name, source, target, domain, always, .. } = &self.system;
        let state = self.state(wait);
        SystemInfo {
            name: name.to_string(),
            source: source.clone(),
            target: target.clone(),
            domain: domain.as_deref().map(str::to_owned),
            state,
            always_running: *always,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Run> {
        self.run.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the system if it has not been used for an hour.
    fn rest(&self) {
        if self.system.always {
            return;
        }
        let mut run = self.lock();
        let now = self.clock.now();
        let idle = run.used.and_then(|used| now.duration_since(used).ok());
        if matches!(run.phase, Phase::Up) && run.jobs == 0 && idle.is_some_and(|idle| idle >= IDLE)
        {
            // No job can begin now, because the lock is held.
            self.translator.stop();
            run.phase = Phase::Down;
            drop(run);
            let name = &self.system.name;
            let message =
                format_args!("the system `{name}` was stopped because it was not used for an hour");
            emit(Level::Info, EVENTS, message);
        }
    }

    /// Waits until the system is running, and counts a job.
    fn begin(&self, time: Duration) -> Result<Busy<'_>> {
        let until = Instant::now() + time;
        let mut run = self.lock();
        loop {
            match &run.phase {
                Phase::Up => {
                    run.join_starter();
                    run.jobs += 1;
                    return Ok(Busy(self));
                }
                Phase::Failed(_) => {
                    run.join_starter();
                    let failed = std::mem::take(&mut run.phase);
                    if let Phase::Failed(error) = failed {
                        return Err(error);
                    }
                }
                Phase::Down => {
                    self.start(&mut run)?;
                }
                Phase::Starting => {
                    let remaining = until.saturating_duration_since(Instant::now());
                    if remaining.is_zero() {
                        let message = format!("the system `{}` is starting", self.system.name);
                        let error = Error::new(ErrorKind::Unavailable, message);
                        return Err(error.with_retry_after(RETRY));
                    }
                    let waited = self.run.1.wait_timeout(run, remaining);
                    run = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    /// Starts the system in another thread, so that the start continues when callers give up.
    fn start(&self, now: &mut Run) -> Result<()> {
        let (translator, run) = (self.translator.clone(), self.run.clone());
        let name = self.system.name.clone();
        let work = move || {
            let started = catch_unwind(AssertUnwindSafe(|| translator.start()))
                .unwrap_or_else(|payload| Err(Error::from_panic(payload.as_ref())));
            match &started {
                Ok(()) => {
                    emit(Level::Info, EVENTS, format_args!("the system `{name}` has started"));
                }
                Err(error) => {
                    let message = format_args!("the system `{name}` could not be started: {error}");
                    emit(Level::Warn, EVENTS, message);
                }
            }
            let mut state = run.0.lock().unwrap_or_else(PoisonError::into_inner);
            state.phase = match started {
                Ok(()) => Phase::Up,
                Err(error) => Phase::Failed(error),
            };
            run.1.notify_all();
        };
        let begun = thread::Builder::new().name("glossweave-start".into()).spawn(work);
        let message = "no thread is available to start the system";
        let starter =
            begun.map_err(|error| Error::new(ErrorKind::Unavailable, message).because(error))?;
        now.starter = Some(starter);
        now.phase = Phase::Starting;
        Ok(())
    }
}

/// A guard that counts a job until it is dropped.
struct Busy<'m>(&'m Machine);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        let mut run = self.0.lock();
        run.jobs -= 1;
        run.used = Some(self.0.clock.now());
    }
}
