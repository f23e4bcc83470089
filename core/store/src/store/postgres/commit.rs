//! Commits: their SQL arguments, and recovery if the connection breaks during a commit.

use std::collections::BTreeSet;
use std::time::Duration;

use tokio::time::Instant;
use tokio_postgres::Row;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use super::pool::{Connection, Failure, Pool, reply};
use crate::store::{Action, Change, CommitOutcome, CounterUpdate, Precondition};
use glossweave_base::error::{Error, Result};

/// Prevents a commit from happening later, unless it has already happened.
const GIVE_UP: &str = "INSERT INTO glossweave_writers AS w (id, number) VALUES ($1, $2::bigint + 1) \
    ON CONFLICT (id) DO UPDATE SET number = excluded.number WHERE w.number < $2::bigint";
const OUTCOME: &str = "SELECT revision FROM glossweave_writers WHERE id = $1 AND number = $2";
/// The time after which a commit is not retried.
const ATTEMPTS: Duration = Duration::from_secs(20);

/// The arguments of the commit function.
#[derive(Default)]
pub(super) struct Commit {
    kinds: Vec<&'static str>,
    keys: Vec<Vec<u8>>,
    expects: Vec<i64>,
    actions: Vec<i32>,
    contents: Vec<Option<Vec<u8>>>,
    places: Vec<i64>,
    names: Vec<Vec<u8>>,
    slots: Vec<i32>,
    steps: Vec<i64>,
    lows: Vec<String>,
    highs: Vec<String>,
}

impl Commit {
    pub(super) fn new(changes: &[Change], tallies: &[CounterUpdate]) -> Commit {
        let mut commit = Commit::default();
        let mut sorted: Vec<_> = changes.iter().zip(0_i64..).collect();
        sorted.sort_by_key(|(change, _)| (change.table.name(), change.key.as_bytes()));
        for (change, place) in sorted {
            commit.kinds.push(change.table.name());
            commit.keys.push(change.key.clone().into_bytes());
            commit.expects.push(match change.expect {
                Precondition::Absent => -2,
                Precondition::Present => -1,
                // All revisions are lower.
                Precondition::Revision(revision) => i64::try_from(revision).unwrap_or(i64::MAX),
            });
            let (action, content) = match &change.action {
                Action::Keep => (0, None),
                Action::Put(value) => (1, Some(value.clone())),
                Action::Remove => (2, None),
            };
            commit.actions.push(action);
            commit.contents.push(content);
            commit.places.push(place);
        }
        let names = tallies.iter().map(|tally| tally.counter.as_bytes()).collect::<BTreeSet<_>>();
        commit.names = names.into_iter().map(<[u8]>::to_vec).collect();
        for CounterUpdate { counter, by, within } in tallies {
            let slot = commit.names.partition_point(|name| name.as_slice() < counter.as_bytes());
            commit.slots.push(slot as i32 + 1);
            commit.steps.push(*by);
            commit.lows.push(within.start().to_string());
            commit.highs.push(within.end().to_string());
        }
        commit
    }

    async fn run(&self, connection: &mut Connection) -> std::result::Result<Row, Failure> {
        connection.number += 1;
        let Connection { client, statements, id, number } = connection;
        let arguments: &[&(dyn ToSql + Sync)] = &[
            id,
            number,
            &self.kinds,
            &self.keys,
            &self.expects,
            &self.actions,
            &self.contents,
            &self.places,
            &self.names,
            &self.slots,
            &self.steps,
            &self.lows,
            &self.highs,
        ];
        reply(client.query_one(&statements.commit, arguments)).await
    }
}

/// A commit without a reply, identified by the id and the number of its connection.
struct Lost {
    id: Vec<u8>,
    number: i64,
}

impl Lost {
    /// Returns the revision of the commit if it happened. Otherwise it can no longer happen.
    async fn resolve(&self, connection: &Connection) -> std::result::Result<Option<i64>, Failure> {
        let Connection { client, .. } = connection;
        let Lost { id, number } = self;
        // This statement waits for a commit that the server is still running.
        reply(client.execute(GIVE_UP, &[id, number])).await?;
        let row = reply(client.query_opt(OUTCOME, &[id, number])).await?;
        Ok(row.and_then(|row| row.get(0)))
    }
}

impl Pool {
    /// Commits. If the connection breaks, the next connection is used to find out whether the
    /// commit happened, and to repeat it if not.
    pub(super) async fn commit(&self, commit: &Commit) -> Result<CommitOutcome> {
        let mut lost: Option<Lost> = None;
        let until = Instant::now() + ATTEMPTS;
        loop {
            let leased = self.lease().await;
            let mut lease = leased.map_err(|error| self.unknown(error, lost.is_some()))?;
            if let Some(earlier) = &lost {
                match earlier.resolve(&lease.connection).await {
                    Ok(Some(revision)) => {
                        self.give_back(lease);
                        return Ok(CommitOutcome::Done { revision: revision as u64 });
                    }
                    Ok(None) => lost = None,
                    Err(failure) if Instant::now() > until => {
                        return Err(self.unknown(self.because(failure), true));
                    }
                    Err(_) => continue,
                }
            }
            let run = commit.run(&mut lease.connection);
            let failure = match self.unless_silent(run).await {
                Ok(row) => {
                    self.give_back(lease);
                    return self.outcome(&row);
                }
                Err(failure) => failure,
            };
            let repeat = match &failure {
                Failure::Broken(_) => {
                    let Connection { id, number, .. } = lease.connection;
                    lost = Some(Lost { id, number });
                    true
                }
                Failure::Refused(error) => {
                    self.give_back(lease);
                    error.code().is_some_and(may_be_repeated)
                }
            };
            if !repeat || Instant::now() > until {
                return Err(self.unknown(self.because(failure), lost.is_some()));
            }
        }
    }

    /// Adds a note to the error of a commit if it is unknown whether the commit happened.
    fn unknown(&self, error: Error, is_unknown: bool) -> Error {
        if !is_unknown {
            return error;
        }
        let message = format!("{}; the change may have happened", error.message());
        error.with_message(message)
    }

    fn outcome(&self, row: &Row) -> Result<CommitOutcome> {
        let (outcome, number): (i32, i64) = (row.get(0), row.get(1));
        match outcome {
            0 => Ok(CommitOutcome::Done { revision: number as u64 }),
            1 => Ok(CommitOutcome::RefusedChange(number as usize)),
            2 => Ok(CommitOutcome::RefusedTally(number as usize)),
            _ => Err(self.failed(format_args!("a commit has the outcome {outcome}"))),
        }
    }
}

/// Returns `true` if the same transaction may succeed on a retry.
fn may_be_repeated(code: &SqlState) -> bool {
    [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED].contains(code)
}
