//! Attempts, and the time between them.

use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, SystemTime};

use tokio::time::{Instant, sleep, timeout_at};

use super::attempt::Call;
use super::connection::Clients;
use crate::HttpResponse;
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of attempts of a call.
const ATTEMPTS: u32 = 3;

/// The wait after the first attempt; it doubles with each.
const FIRST: Duration = Duration::from_millis(200);

/// Sends a call until it is answered, a retry is useless, or its time is over.
pub(super) async fn carry_out(
    call: &Call,
    clients: &Clients,
    deadline: Instant,
) -> Result<HttpResponse> {
    let begun = Instant::now();
    match timeout_at(deadline, attempts(call, clients, deadline)).await {
        Ok(answer) => answer,
        Err(_) => Err(late(call, begun.elapsed())),
    }
}

pub(super) fn late(call: &Call, time: Duration) -> Error {
    let origin = crate::policy::origin(&call.url);
    let message = format!("`{origin}` did not answer within {} milliseconds", time.as_millis());
    Error::new(ErrorKind::Deadline, message)
}

async fn attempts(call: &Call, clients: &Clients, deadline: Instant) -> Result<HttpResponse> {
    let mut attempt = 1;
    loop {
        let fault = match call.exchange(clients).await {
            Ok(answer) => return Ok(answer),
            Err(fault) => fault,
        };
        let wait = fault.error.retry_after().unwrap_or_else(|| backoff(attempt));
        let left = deadline.saturating_duration_since(Instant::now());
        if !fault.again || !call.idempotent || attempt == ATTEMPTS || wait >= left {
            return Err(fault.error);
        }
        sleep(wait).await;
        attempt += 1;
    }
}

/// Returns a wait that doubles with each attempt, plus a random part of up to half of it, so that
/// callers that failed together do not retry together.
fn backoff(attempt: u32) -> Duration {
    let whole = FIRST * 2u32.saturating_pow(attempt - 1);
    // The keys of a map are the only random numbers in the standard library.
    let chance = RandomState::new().hash_one(attempt) % 1000;
    whole / 2 + whole / 2 * chance as u32 / 1000
}

/// Parses `Retry-After` (RFC 9110, 10.2.3): seconds, or a date.
pub(super) fn wait(value: &str) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = SystemTime::from(date(value)?);
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}

/// Parses an HTTP date, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
fn date(value: &str) -> Option<Timestamp> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let (_, rest) = value.split_once(", ")?;
    let mut parts = rest.split(' ');
    let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
    let (time, zone) = (parts.next()?, parts.next()?);
    let month = MONTHS.find(month).filter(|at| at % 3 == 0 && month.len() == 3)? / 3 + 1;
    (zone == "GMT").then(|| format!("{year}-{month:02}-{day}T{time}Z"))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{backoff, date, wait};

    #[test]
    fn both_ways_to_say_how_long_to_wait_are_read() {
        assert_eq!(wait(" 120 "), Some(Duration::from_secs(120)));
        assert_eq!(wait("Sun, 06 Nov 1994 08:49:37 GMT"), Some(Duration::ZERO));
        let read = date("Sun, 06 Nov 1994 08:49:37 GMT").unwrap();
        assert_eq!(read.to_string(), "1994-11-06T08:49:37Z");
        for other in ["", "-1", "soon", "Sun, 06 anF 1994 08:49:37 GMT", "Sun, 06 Nov", "1.5"] {
            assert_eq!(wait(other), None, "{other}");
        }
    }

    #[test]
    fn the_wait_doubles_and_is_not_always_the_same() {
        let waits: Vec<_> = (0..20).map(|_| backoff(1)).collect();
        assert!(waits.iter().any(|wait| *wait != waits[0]));
        for attempt in 1..4 {
            let whole = super::FIRST * (1 << (attempt - 1));
            assert!((whole / 2..whole).contains(&backoff(attempt)), "{attempt}");
        }
    }
}
