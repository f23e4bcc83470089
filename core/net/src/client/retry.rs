//! Attempts, and the time between them.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};

use super::attempt::Call;
use super::connection::Clients;
use crate::HttpResponse;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of attempts of a call.
const ATTEMPTS: u32 = 3;

/// The wait after the first attempt. It doubles with each attempt.
const FIRST: Duration = Duration::from_millis(200);

/// Sends a call until there is a response, a retry is useless, or its time is over.
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
        let remaining = deadline.saturating_duration_since(Instant::now());
        if !fault.again || !call.idempotent || attempt == ATTEMPTS || wait >= remaining {
            return Err(fault.error);
        }
        sleep(wait).await;
        attempt += 1;
    }
}

/// Returns a wait that doubles with each attempt. Up to half of it is random, so that callers that failed
/// together do not retry together.
fn backoff(attempt: u32) -> Duration {
    let whole = FIRST * 2u32.saturating_pow(attempt - 1);
    // The keys of a map are the only source of random numbers in the standard library.
    let chance = RandomState::new().hash_one(attempt) % 1000;
    whole / 2 + whole / 2 * chance as u32 / 1000
}

#[cfg(test)]
mod tests {
    use super::backoff;

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
