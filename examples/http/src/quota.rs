//! Quotas on amounts, in total and per client.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use glossweave::{Error, ErrorKind, Result};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::client::{Client, Key};

/// The number of clients from which clients without reservations are removed.
const MAX_CLIENTS: usize = 1 << 10;

/// A quota on an amount: in total, and a share for each address or token.
#[derive(Debug)]
pub struct Quota {
    all: Arc<Semaphore>,
    total: usize,
    share: usize,
    clients: Mutex<HashMap<Key, Weak<Semaphore>>>,
}

/// Returns the share of a total for one client, which is at least one.
pub fn client_share(total: usize, percent: usize) -> usize {
    (total / 100 * percent + total % 100 * percent / 100).clamp(1, total.max(1))
}

impl Quota {
    /// Creates a quota on a total, with the share of a client in percent.
    pub fn new(total: usize, percent: usize) -> Quota {
        let total = total.min(Semaphore::MAX_PERMITS);
        let (all, share) = (Arc::new(Semaphore::new(total)), client_share(total, percent));
        Quota { all, total, share, clients: Mutex::default() }
    }

    /// Returns the reserved amount.
    pub fn reserved(&self) -> usize {
        self.total.saturating_sub(self.all.available_permits())
    }

    /// Reserves an amount for a client. Returns `ErrorKind::TooLarge` if the amount exceeds the share of a
    /// client, `ErrorKind::Unavailable` if the total is used up, and `ErrorKind::Throttled` if the share of
    /// this client is used up.
    pub fn take(&self, client: &Client, amount: usize) -> Result<Reservation> {
        let semaphores = self.semaphores(client).into_iter();
        let none = semaphores.filter_map(|semaphore| semaphore.try_acquire_many_owned(0).ok());
        let mut reservation = Reservation { permits: none.collect(), share: self.share };
        reservation.grow(amount)?;
        Ok(reservation)
    }

    /// Reserves an amount for a client, at most its share, and waits until it is available. Returns
    /// `ErrorKind::Unavailable` if that takes longer than `time`.
    pub async fn take_within(
        &self,
        client: &Client,
        amount: usize,
        time: Duration,
    ) -> Result<Reservation> {
        let amount = u32::try_from(amount.min(self.share)).unwrap_or(u32::MAX);
        let mut semaphores = self.semaphores(client);
        // A waiting client must not hold permits that other clients wait for.
        semaphores.reverse();
        let take = async {
            let mut permits = Vec::with_capacity(semaphores.len());
            for semaphore in semaphores {
                permits.extend(semaphore.acquire_many_owned(amount).await.ok());
            }
            // The order of `Reservation`.
            permits.reverse();
            Reservation { permits, share: self.share }
        };
        timeout(time, take).await.map_err(|_| refusal(0))
    }

    /// Returns the semaphore of the total, followed by the semaphores of the client.
    fn semaphores(&self, client: &Client) -> Vec<Arc<Semaphore>> {
        let mut semaphores = vec![self.all.clone()];
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() > MAX_CLIENTS && clients.capacity() - clients.len() < 2 {
            clients.retain(|_, one| one.strong_count() > 0);
        }
        for key in client.keys() {
            let known = clients.get(&key).and_then(Weak::upgrade);
            semaphores.push(known.unwrap_or_else(|| {
                let new = Arc::new(Semaphore::new(self.share));
                clients.insert(key, Arc::downgrade(&new));
                new
            }));
        }
        semaphores
    }
}

/// An amount that is reserved for a client until it is dropped.
#[derive(Debug)]
pub struct Reservation {
    /// The permits of the total, followed by the permits of the client.
    permits: Vec<OwnedSemaphorePermit>,
    share: usize,
}

impl Reservation {
    /// Reserves an additional amount. Returns the errors of [`Quota::take`].
    pub fn grow(&mut self, amount: usize) -> Result<()> {
        let has = self.permits.first().map_or(0, OwnedSemaphorePermit::num_permits);
        let permits =
            u32::try_from(amount).ok().filter(|_| has.saturating_add(amount) <= self.share);
        let Some(permits) = permits else {
            let message =
                format!("the call exceeds the limit of {} bytes for a caller", self.share);
            return Err(Error::new(ErrorKind::TooLarge, message));
        };
        let mut taken = Vec::with_capacity(self.permits.len());
        for (number, permit) in self.permits.iter().enumerate() {
            let semaphore = permit.semaphore().clone();
            taken.push(semaphore.try_acquire_many_owned(permits).map_err(|_| refusal(number))?);
        }
        self.permits.iter_mut().zip(taken).for_each(|(permit, taken)| permit.merge(taken));
        Ok(())
    }

    /// Releases a part of the amount.
    pub fn shrink(&mut self, amount: usize) {
        for permit in &mut self.permits {
            drop(permit.split(amount.min(permit.num_permits())));
        }
    }
}

fn refusal(number: usize) -> Error {
    let error = match number {
        0 => Error::new(ErrorKind::Unavailable, "the service is at its limit"),
        _ => Error::new(ErrorKind::Throttled, "this caller has reached its share of the service"),
    };
    error.with_retry_after(Duration::from_secs(1))
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use axum::http::HeaderMap;
    use glossweave::Caller;
    use tokio::runtime::Builder;

    use super::*;
    use crate::client::Peer;

    fn client(address: [u8; 4], token: &str) -> Client {
        let caller = if token.is_empty() { Caller::Anonymous } else { Caller::token(token) };
        Client::of(Some(Peer(IpAddr::from(address))), &HeaderMap::new(), &caller, &[])
    }

    #[test]
    fn a_client_has_a_part_and_all_have_all() {
        let bound = Quota::new(10, 50);
        let token = "ab".repeat(32);
        let kind =
            |client: &Client, amount| bound.take(client, amount).map_err(|error| error.kind());
        let (one, two) = (client([127, 0, 0, 1], ""), client([127, 0, 0, 2], &token));
        assert_eq!(kind(&one, 6).unwrap_err(), ErrorKind::TooLarge);
        let mut reservation = kind(&one, 3).unwrap();
        assert_eq!(kind(&one, 3).unwrap_err(), ErrorKind::Throttled);
        reservation.grow(2).unwrap();
        assert_eq!(reservation.grow(1).unwrap_err().kind(), ErrorKind::TooLarge);
        let others = kind(&two, 4).unwrap();
        // Another address does not increase the share of a token.
        assert_eq!(kind(&client([127, 0, 0, 3], &token), 2).unwrap_err(), ErrorKind::Unavailable);
        reservation.shrink(2);
        assert_eq!(kind(&client([127, 0, 0, 3], &token), 2).unwrap_err(), ErrorKind::Throttled);
        kind(&client([127, 0, 0, 3], ""), 3).unwrap();
        drop((reservation, others));
        assert_eq!(bound.all.available_permits(), 10);
        // For the service itself, only the total is limited.
        assert_eq!(kind(&Client::SERVICE, 5).unwrap().permits.len(), 1);
    }

    #[test]
    fn who_waits_gets_what_others_give_back() {
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        let (bound, one) = (Quota::new(4, 100), client([127, 0, 0, 1], ""));
        let reservation = bound.take(&one, 4).unwrap();
        let short = Duration::from_millis(20);
        let refused = runtime.block_on(bound.take_within(&one, 1, short)).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Unavailable);
        assert!(refused.retry_after().is_some());
        drop(reservation);
        // A request that exceeds the total reserves all of it.
        runtime.block_on(bound.take_within(&one, 1_000, short)).unwrap();
        assert_eq!(bound.all.available_permits(), 4);
    }

    #[test]
    fn parts_are_at_least_one() {
        assert_eq!(
            [
                client_share(0, 50),
                client_share(1, 50),
                client_share(8, 50),
                client_share(8, 0),
                client_share(8, 100)
            ],
            [1, 1, 4, 1, 8]
        );
        assert_eq!(client_share(usize::MAX, 50), usize::MAX / 100 * 50 + usize::MAX % 100 / 2);
    }
}
