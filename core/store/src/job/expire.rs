//! Removal of expired jobs, and of jobs of removed users.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::id::Id;
use super::removal::removal;
use super::row::{self, JobRow};
use crate::acl::AuthContext;
use crate::store::{CommitOutcome, Table};
use glossweave_base::error::Result;

/// Removes expired jobs and jobs of removed users, and returns their number.
pub(crate) fn expire_jobs(access: &AuthContext) -> Result<usize> {
    let now = access.now();
    let mut owners: HashMap<u64, bool> = HashMap::new();
    let mut removed = 0;
    let mut expired = Vec::new();
    access.store().scan(Table::Jobs, None, &mut |key, found| {
        let job: JobRow = row::read(&found)?;
        let Some(id) = Id::of_key(key) else { return Ok(ControlFlow::Continue(())) };
        let has_owner = match owners.get(&id.owner) {
            Some(known) => *known,
            None => {
                let user = access.user(&job.owner)?;
                *owners.entry(id.owner).or_insert(user.is_some_and(|user| user.number == id.owner))
            }
        };
        if !has_owner || job.expires.is_some_and(|moment| moment <= now) {
            expired.push((id, found.revision, job));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    for (id, revision, job) in expired {
        let (changes, fewer) = removal(&id, revision, &job);
        // If the job was changed in the meantime, the next call removes it.
        if let CommitOutcome::Done { .. } = access.store().commit(&changes, &[fewer])? {
            access.usage().subtract(&job.owner, job.bytes);
            removed += 1;
        }
    }
    Ok(removed)
}

/// Counts the bytes of all jobs for the quotas of their owners.
pub(crate) fn count_job_bytes(access: &AuthContext) -> Result<()> {
    access.store().scan(Table::Jobs, None, &mut |_, found| {
        // Damaged rows are skipped here, because they are reported when they are used.
        if let Ok(job) = row::read::<JobRow>(&found) {
            access.usage().add(&job.owner, job.bytes);
        }
        Ok(ControlFlow::Continue(()))
    })
}
