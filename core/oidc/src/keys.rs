//! The keys of a provider, which are fetched and cached.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value;
use url::{Host, Position, Url};

use crate::jwk::Jwk;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_net::{HostPolicy, Hosts, HttpRequest, Network};

/// The age after which keys are fetched again.
const FRESH: Duration = Duration::from_secs(60 * 60);
/// The maximum age of keys that are used when the provider does not answer.
const OLDEST: Duration = Duration::from_secs(24 * 60 * 60);
/// The minimum time between two attempts to fetch keys.
const PAUSE: Duration = Duration::from_secs(30);
/// The minimum time between two attempts while there are no keys.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
/// The time that callers wait while keys are fetched.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time limit of a request.
const TIME: Duration = Duration::from_secs(10);
/// The maximum size of an answer, in bytes.
const LARGEST: usize = 256 << 10;

/// The URLs and keys that a provider publishes.
pub struct KeySet {
    pub keys: Vec<Jwk>,
    /// The authorization endpoint, where users log in.
    pub authorization: Option<String>,
    /// The token endpoint, which exchanges a code for a token.
    pub token: Option<String>,
    /// `true` if the provider accepts the secret of a program only in a form.
    pub wants_form: bool,
    fetched: SystemTime,
}

/// The keys of a provider. They are fetched on demand: again after an hour, and when a token uses
/// an unknown key. Attempts are at least 30 seconds apart, or 5 seconds while there are no keys. A
/// separate thread fetches the keys, so that a slow provider blocks a thread of a server for at
/// most one second.
pub struct KeyCache {
    shared: Arc<Shared>,
    /// The time that callers wait, from the start of a fetch.
    pub(super) patience: Duration,
}

struct Shared {
    issuer: Url,
    /// The issuer as it is written in tokens.
    name: String,
    network: Arc<Network>,
    set: RwLock<Option<Arc<KeySet>>>,
    attempt: Mutex<Attempt>,
    ended: Condvar,
}

/// The latest attempt to fetch the keys.
#[derive(Default)]
struct Attempt {
    time: Option<SystemTime>,
    /// The time at which the attempt began, while it is in progress.
    begun: Option<Instant>,
    /// The message of the error, if the attempt failed.
    failure: Option<String>,
}

/// Ends an attempt when it is dropped, even if its thread panics.
struct Running(Arc<Shared>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.attempt().begun = None;
        self.0.ended.notify_all();
    }
}

impl KeyCache {
    /// Creates a cache without keys. Returns `ErrorKind::Invalid`, with the parameter `oidc.issuer`, if the issuer is
    /// not an https URL (http for this machine).
    pub fn new(issuer: &str, network: Arc<Network>) -> Result<KeyCache> {
        let is_safe = |url: &Url| url.scheme() == "https" || url.scheme() == "http" && is_here(url);
        let is_plain = |url: &Url| url.query().is_none() && url.fragment().is_none();
        let url = Url::parse(issuer).ok().filter(|url| is_safe(url) && is_plain(url));
        let Some(url) = url else {
            let message =
                "expected the https URL of an OpenID provider (http for this machine only)";
            return Err(Error::invalid(message).with_parameter("oidc.issuer"));
        };
        let name = issuer.to_owned();
        let (set, attempt, ended) = (RwLock::default(), Mutex::default(), Condvar::new());
        let shared = Shared { issuer: url, name, network, set, attempt, ended };
        Ok(KeyCache { shared: Arc::new(shared), patience: PATIENCE })
    }

    /// Returns the keys. The cached keys are used if they are fresh, or if the provider does not
    /// answer. Returns `ErrorKind::Unavailable` if there are no keys.
    pub fn current(&self, now: SystemTime) -> Result<Arc<KeySet>> {
        let known = self.shared.known();
        let old = match &known {
            Some(set) if age(now, set.fetched) < FRESH => return Ok(set.clone()),
            Some(set) if age(now, set.fetched) < OLDEST => Some(set.clone()),
            _ => None,
        };
        match (self.refresh(now, known.as_ref()), old) {
            (Ok(Some(new)), _) => Ok(new),
            (_, Some(old)) => Ok(old),
            (Ok(None), None) => Err(slow()),
            (Err(error), None) => Err(error),
        }
    }

    /// Returns newer keys than `seen`. Returns `None` if it is too early for another attempt, or if
    /// the provider does not answer. Returns `ErrorKind::Unavailable` while keys are being fetched.
    pub fn newer(&self, now: SystemTime, seen: &Arc<KeySet>) -> Result<Option<Arc<KeySet>>> {
        match self.refresh(now, Some(seen)) {
            Ok(Some(new)) => Ok(Some(new)),
            Ok(None) => Err(slow()),
            Err(error) if error.kind() == ErrorKind::Unavailable => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Sends a request to a URL of the provider, and returns the status and the body. Returns
    /// `ErrorKind::Unavailable` when there is no answer.
    pub fn send(&self, url: &str, request: HttpRequest) -> Result<(u16, Vec<u8>)> {
        self.shared.send(url, request)
    }

    /// Starts to fetch the keys and waits for a short time. A fetch that is in progress is not
    /// started again, and keys that differ from `seen` are returned at once. Returns `None` if the
    /// fetch takes longer, and `ErrorKind::Unavailable` if it fails, or if it is too early for
    /// another attempt.
    fn refresh(&self, now: SystemTime, seen: Option<&Arc<KeySet>>) -> Result<Option<Arc<KeySet>>> {
        let mut attempt = self.shared.attempt();
        let unseen = || {
            let known = self.shared.known();
            known.filter(|known| seen.is_none_or(|seen| !Arc::ptr_eq(seen, known)))
        };
        if let Some(known) = unseen() {
            return Ok(Some(known));
        }
        let begun = match attempt.begun {
            Some(begun) => begun,
            None => {
                let begun = self.shared.begin(now, &mut attempt)?;
                // If the thread cannot be started, the attempt ends in `spawn`, which requires the
                // lock.
                drop(attempt);
                self.spawn(now)?;
                attempt = self.shared.attempt();
                begun
            }
        };
        while attempt.begun == Some(begun)
            && let Some(remaining) = self.patience.checked_sub(begun.elapsed())
        {
            let woken = self.shared.ended.wait_timeout(attempt, remaining);
            attempt = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        match (unseen(), &attempt.failure) {
            (Some(new), _) => Ok(Some(new)),
            (None, _) if attempt.begun.is_some() => Ok(None),
            (None, Some(message)) => Err(Error::new(ErrorKind::Unavailable, message.as_str())),
            (None, None) => Err(unavailable("the attempt failed")),
        }
    }

    /// Starts the thread that fetches the keys.
    fn spawn(&self, now: SystemTime) -> Result<()> {
        let running = Running(self.shared.clone());
        let fetch = move || {
            let shared = &running.0;
            match shared.fetch(now) {
                Ok(set) => {
                    let set = Some(Arc::new(set));
                    *shared.set.write().unwrap_or_else(PoisonError::into_inner) = set;
                }
                Err(error) => shared.attempt().failure = Some(error.message().to_owned()),
            }
        };
        let spawned = thread::Builder::new().name("oidc keys".to_owned()).spawn(fetch);
        spawned.map(drop).map_err(|error| unavailable(&format!("no thread: {error}")))
    }
}

impl Shared {
    fn attempt(&self) -> MutexGuard<'_, Attempt> {
        self.attempt.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the start of an attempt. Returns `ErrorKind::Unavailable` if it is too early for an
    /// attempt.
    fn begin(&self, now: SystemTime, attempt: &mut Attempt) -> Result<Instant> {
        let pause = if self.known().is_some() { PAUSE } else { FIRST_PAUSE };
        if let Some(wait) = attempt.time.and_then(|last| pause.checked_sub(age(now, last)))
            && !wait.is_zero()
        {
            let message = attempt.failure.as_deref().unwrap_or(
                "the keys of the OpenID provider are unavailable, and were requested a moment ago",
            );
            return Err(Error::new(ErrorKind::Unavailable, message).with_retry_after(wait));
        }
        let begun = Instant::now();
        *attempt = Attempt { time: Some(now), begun: Some(begun), failure: None };
        Ok(begun)
    }

    fn known(&self) -> Option<Arc<KeySet>> {
        self.set.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn fetch(&self, now: SystemTime) -> Result<KeySet> {
        let place = format!("{}/.well-known/openid-configuration", self.name.trim_end_matches('/'));
        let bytes = self.get(&place)?;
        let wrong = |what: &str| unavailable(&format!("its configuration {what}"));
        let found: Value = serde_json::from_slice(&bytes).map_err(|_| wrong("is not JSON"))?;
        let text = |name: &str| found.get(name).and_then(Value::as_str).map(str::to_owned);
        match text("issuer") {
            Some(issuer) if issuer == self.name => {}
            Some(issuer) => {
                let issuer: String = issuer.chars().take(200).collect();
                let issuer = issuer.escape_debug();
                return Err(wrong(&format!(
                    "names the issuer `{issuer}`, but `oidc.issuer` is `{}`",
                    self.name
                )));
            }
            None => return Err(wrong("has no `issuer`")),
        }
        let place = text("jwks_uri").ok_or_else(|| wrong("has no `jwks_uri`"))?;
        let keys = Jwk::parse_set(&self.get(&place)?);
        let keys = keys.ok_or_else(|| unavailable("it has no set of keys"))?;
        let methods = found.get("token_endpoint_auth_methods_supported").and_then(Value::as_array);
        let takes = |name: &str| methods.is_some_and(|all| all.iter().any(|method| method == name));
        Ok(KeySet {
            keys,
            authorization: text("authorization_endpoint"),
            token: text("token_endpoint"),
            wants_form: takes("client_secret_post") && !takes("client_secret_basic"),
            fetched: now,
        })
    }

    fn get(&self, url: &str) -> Result<Vec<u8>> {
        let request = HttpRequest::get(url).with_header("Accept", "application/json");
        let (status, bytes) = self.send(url, request)?;
        match status {
            200 => Ok(bytes),
            _ => Err(unavailable(&format!("it answered {status}"))),
        }
    }

    fn send(&self, url: &str, request: HttpRequest) -> Result<(u16, Vec<u8>)> {
        let reach = self.reach(url)?;
        let request = request.reaching(reach).with_time(TIME).with_response(LARGEST);
        let failed = |error: Error| unavailable(error.message()).because(error);
        let response = self.network.send(&request).map_err(failed)?;
        Ok((response.status(), response.into_bytes()))
    }

    /// Checks a URL from the provider's configuration. A URL at another host is only called at
    /// public addresses.
    fn reach(&self, url: &str) -> Result<HostPolicy> {
        let wrong = || unavailable("it has a URL that is not https");
        let url = Url::parse(url).map_err(|_| wrong())?;
        if url.origin() == self.issuer.origin() {
            return Ok(HostPolicy::Named);
        }
        if url.scheme() != "https" {
            return Err(wrong());
        }
        let host = &url[Position::BeforeHost..Position::AfterPort];
        Ok(HostPolicy::Hosts(Hosts::default().with(host).map_err(|_| wrong())?))
    }
}

/// Returns `true` if the host of a URL is this machine.
fn is_here(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// Returns the time since a moment. If the clock was set back since then, returns the maximum
/// duration.
fn age(now: SystemTime, then: SystemTime) -> Duration {
    now.duration_since(then).unwrap_or(Duration::MAX)
}

/// Returns the error for callers while the keys are being fetched.
fn slow() -> Error {
    unavailable("it has not answered yet").with_retry_after(PATIENCE)
}

fn unavailable(what: &str) -> Error {
    Error::new(ErrorKind::Unavailable, format!("the OpenID provider cannot be used: {what}"))
}
