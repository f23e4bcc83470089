//! The changes that remove a job.

use super::JobState;
use super::id::Id;
use super::row::JobRow;
use crate::store::{Change, CounterUpdate, Precondition, Table};

/// Returns the name of the counter of the jobs of a user.
pub(super) fn counter(owner: u64) -> String {
    format!("jobs/{owner}")
}

/// Returns the changes that remove a job, and the update of the counter.
pub(super) fn removal(id: &Id, revision: u64, job: &JobRow) -> (Vec<Change>, CounterUpdate) {
    let key = id.key();
    let mut changes = vec![Change::remove(Table::Jobs, &key, Precondition::Revision(revision))];
    if job.is_in_queue() {
        changes.push(Change::remove(Table::JobQueue, &id.queue_key(), Precondition::Present));
    }
    if !job.state.has_ended() {
        changes.push(Change::remove(Table::JobCalls, &key, Precondition::Present));
    }
    if job.state == JobState::Done {
        changes.push(Change::remove(Table::JobResults, &key, Precondition::Present));
    }
    (changes, CounterUpdate::less(counter(id.owner)))
}
