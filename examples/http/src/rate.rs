//! Limits on the requests of a client per minute.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderName;
use glossweave::{Error, ErrorKind};

use crate::client::Key;
use crate::response::Response;

/// The header with the limit (draft-ietf-httpapi-ratelimit-headers).
pub const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// The header with the remaining requests.
pub const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// The period in which requests are counted.
const WINDOW: Duration = Duration::from_secs(60);
/// The maximum number of clients that are counted.
const CLIENTS: usize = 10_000;

/// The request rates of clients. Each client can send `limit` requests at once, and regains them one by
/// one, evenly over a minute.
pub struct Rates {
    /// The limit for a client; 0 when there is no limit.
    limit: u32,
    /// The time at which each client has regained all requests.
    free: Mutex<HashMap<Key, Instant>>,
}

/// The state of a client after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    limit: u32,
    remaining: u32,
    /// The time until all requests are regained.
    reset: Duration,
    /// The time to wait if the request exceeds the limit.
    wait: Option<Duration>,
}

impl Rates {
    /// Creates the state for a number of requests per minute; 0 for no limit.
    pub fn new(limit: u32) -> Rates {
        Rates { limit, free: Mutex::default() }
    }

    /// Returns the state that a request of a client would find, without counting it. Returns `None` if
    /// there is no limit.
    pub fn look(&self, keys: impl Iterator<Item = Key>, now: Instant) -> Option<Rate> {
        self.rate(keys, now, false)
    }

    /// Counts a request of a client, unless it exceeds the limit for one of its keys. Returns `None` if
    /// there is no limit.
    pub fn count(&self, keys: impl Iterator<Item = Key>, now: Instant) -> Option<Rate> {
        self.rate(keys, now, true)
    }

    fn rate(
        &self,
        keys: impl Iterator<Item = Key>,
        now: Instant,
        is_counted: bool,
    ) -> Option<Rate> {
        if self.limit == 0 {
            return None;
        }
        let step = WINDOW / self.limit;
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        if free.len() >= CLIENTS {
            free.retain(|_, time| *time > now);
        }
        if free.len() >= CLIENTS {
            free.clear();
        }
        let times = keys.map(|key| (key, free.get(&key).map_or(now, |time| now.max(*time)) + step));
        let times: Vec<_> = times.collect();
        let last = times.iter().map(|(_, time)| *time).max().unwrap_or(now + step);
        let used = last - now;
        let wait = used.checked_sub(WINDOW).filter(|wait| !wait.is_zero());
        if is_counted && wait.is_none() {
            free.extend(times);
        }
        let reset = if wait.is_none() { used } else { used - step };
        let remaining = WINDOW.saturating_sub(reset).as_nanos() / step.as_nanos().max(1);
        let remaining = u32::try_from(remaining).unwrap_or(u32::MAX).min(self.limit);
        Some(Rate { limit: self.limit, remaining, reset, wait })
    }
}

impl Rate {
    /// Returns the error if the request exceeds the limit.
    pub fn refusal(&self) -> Option<Error> {
        let wait = self.wait?;
        let message = format!("more than {} requests in a minute", self.limit);
        Some(Error::new(ErrorKind::Throttled, message).with_retry_after(wait))
    }

    /// Adds the headers to a response.
    pub fn add_to(&self, response: Response) -> Response {
        let Rate { limit, remaining, reset, .. } = self;
        let seconds = reset.as_secs() + u64::from(reset.subsec_nanos() > 0);
        let policy = format!("\"client\";q={limit};w={}", WINDOW.as_secs());
        let state = format!("\"client\";r={remaining};t={seconds}");
        response.with_header(RATE_LIMIT_POLICY, policy).with_header(RATE_LIMIT, state)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use glossweave::Caller;

    use super::*;
    use crate::client::{Client, Peer};

    fn client(address: u8, token: &str) -> Client {
        let peer = Some(Peer([192, 0, 2, address].into()));
        let caller = match token {
            "" => Caller::Anonymous,
            token => Caller::token(&format!("{token:0>64}")),
        };
        Client::of(peer, &HeaderMap::new(), &caller, &[])
    }

    #[test]
    fn requests_come_back_evenly_over_a_minute() {
        let (rates, start) = (Rates::new(6), Instant::now());
        let count = |seconds| {
            rates.count(client(1, "").keys(), start + Duration::from_secs(seconds)).unwrap()
        };
        for remaining in (0..6).rev() {
            let rate = count(0);
            assert_eq!((rate.remaining, rate.wait), (remaining, None));
        }
        for _ in 0..3 {
            let rate = count(4);
            assert_eq!((rate.remaining, rate.wait), (0, Some(Duration::from_secs(6))));
            assert_eq!(rate.reset, Duration::from_secs(56));
        }
        assert_eq!((count(10).wait, count(10).wait), (None, Some(Duration::from_secs(10))));
        assert_eq!(count(40).remaining, 2);
        assert_eq!(count(1_000).remaining, 5);
    }

    #[test]
    fn addresses_and_tokens_are_counted_each() {
        let (rates, now) = (Rates::new(2), Instant::now());
        let is_refused = |address, token| {
            rates.count(client(address, token).keys(), now).unwrap().wait.is_some()
        };
        // One token used from several addresses, and one address with several tokens.
        assert!(!is_refused(1, "a") && !is_refused(2, "a") && is_refused(3, "a"));
        assert!(!is_refused(1, "b") && is_refused(1, "c"));
        // The refused request of the third address does not count for this address.
        assert!(!is_refused(3, "d") && !is_refused(3, "e") && is_refused(3, "f"));
        assert_eq!(Rates::new(0).count(client(1, "").keys(), now), None);
    }

    #[test]
    fn looking_counts_nothing() {
        let (rates, now) = (Rates::new(2), Instant::now());
        let keys = || client(1, "a").keys().chain([Key::User(7)]);
        for _ in 0..3 {
            assert_eq!(rates.look(keys(), now).unwrap().remaining, 1);
        }
        rates.count(keys(), now);
        rates.count(keys(), now);
        assert!(rates.look([Key::User(7)].into_iter(), now).unwrap().wait.is_some());
    }

    #[test]
    fn many_clients_take_no_more_memory() {
        let (rates, now) = (Rates::new(2), Instant::now());
        for token in 0..CLIENTS {
            rates.count(client(1, &token.to_string()).keys(), now + WINDOW * token as u32);
        }
        assert!(rates.free.lock().unwrap().len() <= CLIENTS + 1);
    }
}
