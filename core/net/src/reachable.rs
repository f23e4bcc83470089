//! Connection checks of services.

use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::address::is_public;
use super::policy::{self, Permit, Policy};
use super::{HostPolicy, Options};

/// The time for which a result is valid.
const FRESH: Duration = Duration::from_secs(5);
/// The timeout for a connection to one address.
const CONNECT: Duration = Duration::from_secs(2);

/// The result of the last connection to a service. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Reached(Arc<(Mutex<Last>, Condvar)>);

#[derive(Clone, Copy, Default)]
struct Last {
    /// The time of the result.
    at: Option<Instant>,
    is_there: bool,
    /// `true` while a thread connects.
    is_asked: bool,
}

impl Reached {
    /// Returns `true` if `connect` returns `true`, or returned it in the last five seconds. If there is no
    /// result after `wait`, the previous result is used, and `connect` continues for the next caller.
    pub fn within(&self, wait: Duration, connect: impl FnOnce() -> bool + Send + 'static) -> bool {
        let (last, changed) = &*self.0;
        let mut known = last.lock().unwrap_or_else(PoisonError::into_inner);
        if known.at.is_some_and(|at| at.elapsed() < FRESH) {
            return known.is_there;
        }
        if !known.is_asked {
            let reached = self.clone();
            let work = move || {
                let is_there = connect();
                let (last, changed) = &*reached.0;
                let mut known = last.lock().unwrap_or_else(PoisonError::into_inner);
                *known = Last { at: Some(Instant::now()), is_there, is_asked: false };
                changed.notify_all();
            };
            let begun = thread::Builder::new().name("glossweave-reach".into()).spawn(work);
            known.is_asked = begun.is_ok();
        }
        let waited = changed.wait_timeout_while(known, wait, |known| known.is_asked);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_there
    }
}

/// Connects to the allowed addresses of a host, one after the other.
pub(super) fn connects(options: &Options, reach: &HostPolicy, url: &str) -> bool {
    let Ok(url) = policy::parse(url) else { return false };
    let policy = Policy::new(options, reach, &url);
    let Ok(permit) = policy.permit(&url) else { return false };
    let Ok(addresses) = url.socket_addrs(|| None) else { return false };
    addresses
        .iter()
        .filter(|address| permit == Permit::Any || is_public(address.ip()))
        .any(|address| TcpStream::connect_timeout(address, CONNECT).is_ok())
}
