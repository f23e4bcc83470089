//! Whether somebody listens where a service is.

use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Service;
use super::address::is_public;
use super::policy::{self, Permit, Policy};

/// How long an outcome is taken for true.
const FRESH: Duration = Duration::from_secs(5);
/// How long an address may take to answer.
const CONNECT: Duration = Duration::from_secs(2);

/// The outcome of the last connection to a service. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Reached(Arc<(Mutex<Last>, Condvar)>);

#[derive(Clone, Copy, Default)]
struct Last {
    /// When it was found out.
    at: Option<Instant>,
    is_there: bool,
    /// `true` while a thread connects.
    is_asked: bool,
}

impl Service {
    /// Returns `true` if a connection to the service comes about, or came about in the last five
    /// seconds. Nothing is sent. Where it is not known after `wait`, what was true before counts, and
    /// the connection goes on for the next caller.
    pub(crate) fn is_reachable(&self, wait: Duration) -> bool {
        let (last, changed) = &*self.reached.0;
        let mut known = last.lock().unwrap_or_else(PoisonError::into_inner);
        if known.at.is_some_and(|at| at.elapsed() < FRESH) {
            return known.is_there;
        }
        if !known.is_asked {
            let service = self.clone();
            let work = move || {
                let is_there = service.connects();
                let (last, changed) = &*service.reached.0;
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

    /// Connects to the addresses of its host that may be called, one after the other.
    fn connects(&self) -> bool {
        let Ok(url) = policy::parse(&self.url) else { return false };
        let policy = Policy::new(&self.network.options, &self.reach, &url);
        let Ok(permit) = policy.permit(&url) else { return false };
        let Ok(addresses) = url.socket_addrs(|| None) else { return false };
        addresses
            .iter()
            .filter(|address| permit == Permit::Any || is_public(address.ip()))
            .any(|address| TcpStream::connect_timeout(address, CONNECT).is_ok())
    }
}
