//! A queue that gives each client a turn.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use super::Job;
use crate::client::{Client, Key};

/// The number of clients that are kept before those whose turn has passed are removed.
const MAX_CLIENTS: usize = 1 << 10;

/// Jobs that wait. Each client has one job in a round, so that a client with many jobs waits longer than
/// one with few, in whatever order they were added. A job counts for its address and for its token.
#[derive(Default)]
pub struct FairQueue {
    /// The jobs by round, then in the order in which they were added.
    jobs: BTreeMap<(u64, u64), Waiting>,
    /// The round in which a client has its next job.
    next: HashMap<Key, u64>,
    /// The current round.
    round: u64,
    /// The number of jobs that were ever added.
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

    /// Removes and returns the first job of a client that may have one.
    pub fn take(&mut self, may: impl Fn(&Client) -> bool) -> Option<(Client, Job)> {
        let turn =
            self.jobs.iter().find(|(_, waiting)| may(&waiting.client)).map(|(turn, _)| *turn)?;
        let Waiting { client, job, .. } = self.jobs.remove(&turn)?;
        self.round = self.round.max(turn.0);
        if self.jobs.is_empty() {
            self.next.clear();
        } else if self.next.len() > MAX_CLIENTS.max(2 * self.jobs.len()) {
            // The round ends for new jobs, or it would never end while others are added.
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

    /// Returns the time that the oldest of them has waited.
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
            // One job always waits.
            if number > 0 {
                assert!(queue.take(|_| true).is_some());
            }
            assert!(queue.next.len() <= MAX_CLIENTS + 1, "{}", queue.next.len());
        }
    }
}
