//! A queue that serves clients in turns: fair queuing (Nagle 1987) with virtual rounds.
//!
//! Each job gets the number of a round when it is added: the round after the previous job of its client, or
//! the current round for a new client. Jobs are taken in the order of rounds, so the order of a client's jobs
//! is kept, and a client with one job overtakes a client with many waiting jobs.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use super::Job;
use crate::client::{Client, Key};

/// The number of clients from which clients with past turns are removed.
const MAX_CLIENTS: usize = 1 << 10;

/// Waiting jobs. Each client gets one job per round, so that a client with many jobs waits longer than a
/// client with few jobs, in whatever order they were added. A job counts for its address and for its token.
#[derive(Default)]
pub struct FairQueue {
    /// The jobs, by round and then by the order of insertion.
    jobs: BTreeMap<(u64, u64), Waiting>,
    /// The round of the next job of each client, by key. A client with several keys has the latest of their
    /// rounds, so that a client cannot get more turns with another token or address.
    next: HashMap<Key, u64>,
    /// The current round.
    round: u64,
    /// The total number of jobs added so far.
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

    /// Removes and returns the first job of a client for which `may` returns `true`.
    pub fn take(&mut self, may: impl Fn(&Client) -> bool) -> Option<(Client, Job)> {
        let turn =
            self.jobs.iter().find(|(_, waiting)| may(&waiting.client)).map(|(turn, _)| *turn)?;
        let Waiting { client, job, .. } = self.jobs.remove(&turn)?;
        // A job of a later round can be taken earlier, if the clients of this round use their shares.
        self.round = self.round.max(turn.0);
        if self.jobs.is_empty() {
            self.next.clear();
        } else if self.next.len() > MAX_CLIENTS.max(2 * self.jobs.len()) {
            // Starts a new round for new jobs, because the round would never end while jobs are added.
            self.round += 1;
            let round = self.round;
            self.next.retain(|_, next| *next > round);
        }
        Some((client, job))
    }

    /// Returns the number of waiting jobs.
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Returns how long the oldest job has waited.
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
            // One job always remains in the queue.
            if number > 0 {
                assert!(queue.take(|_| true).is_some());
            }
            assert!(queue.next.len() <= MAX_CLIENTS + 1, "{}", queue.next.len());
        }
    }
}
