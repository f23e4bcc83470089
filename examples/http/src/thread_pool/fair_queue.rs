//! Jobs in the order of their queue.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use super::Job;
use crate::client::{Client, Key};

/// The number of clients that are remembered before those whose turn has come are forgotten.
const MAX_CLIENTS: usize = 1 << 10;

/// Jobs that wait. Each client has one job in a round, so that who has many waits longer than who has one,
/// whoever came first. The jobs of an address and those of a token count for both.
#[derive(Default)]
pub struct FairQueue {
    /// By their round, then as they came.
    jobs: BTreeMap<(u64, u64), Waiting>,
    /// The round in which a client has its next job.
    next: HashMap<Key, u64>,
    /// The round that it is.
    round: u64,
    /// The number of jobs that there were.
    count: u64,
}

struct Waiting {
    client: Client,
    job: Job,
    since: Instant,
}

impl FairQueue {
    /// Adds a job.
    pub fn push(&mut self, client: Client, job: Job) {
        let round = client.keys().filter_map(|key| self.next.get(&key).copied()).max();
        let round = round.map_or(self.round, |round| round.max(self.round));
        self.next.extend(client.keys().map(|key| (key, round + 1)));
        self.count += 1;
        self.jobs.insert((round, self.count), Waiting { client, job, since: Instant::now() });
    }

    /// Takes the first job of a client that may have one.
    pub fn take(&mut self, may: impl Fn(&Client) -> bool) -> Option<(Client, Job)> {
        let turn =
            self.jobs.iter().find(|(_, waiting)| may(&waiting.client)).map(|(turn, _)| *turn)?;
        let Waiting { client, job, .. } = self.jobs.remove(&turn)?;
        self.round = self.round.max(turn.0);
        if self.jobs.is_empty() {
            self.next.clear();
        } else if self.next.len() > MAX_CLIENTS.max(2 * self.jobs.len()) {
            // The round ends for those who come now, or it would never end while others come.
            self.round += 1;
            let round = self.round;
            self.next.retain(|_, next| *next > round);
        }
        Some((client, job))
    }

    /// Returns the number of jobs that wait.
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Returns the time that the first of them has waited.
    pub fn longest_wait(&self) -> Option<Duration> {
        self.jobs.values().map(|waiting| waiting.since.elapsed()).max()
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use axum::http::HeaderMap;
    use glossweave::Caller;

    use super::*;
    use crate::client::Peer;

    #[test]
    fn no_more_clients_are_remembered_than_wait() {
        let mut queue = FairQueue::default();
        for number in 0..20_000 {
            let address = IpAddr::from(Ipv4Addr::from_bits(number));
            let client =
                Client::of(Some(Peer(address)), &HeaderMap::new(), &Caller::Anonymous, &[]);
            queue.push(client, Box::new(|| {}));
            // One always waits.
            if number > 0 {
                assert!(queue.take(|_| true).is_some());
            }
            assert!(queue.next.len() <= MAX_CLIENTS + 1, "{}", queue.next.len());
        }
    }
}
