//! Removal of expired resources.

use std::ops::ControlFlow;

use super::head::Head;
use crate::acl::{
    AuthContext, ResourceKind, expire_audit, expire_invitations, expire_keys, expire_log_ins,
};
use crate::job::expire_jobs;
use crate::store::{Change, CommitOutcome, CounterUpdate, Precondition};
use glossweave_base::error::Result;

/// The kinds with resources that expire. Other kinds are not scanned.
const EXPIRING: &[ResourceKind] = &[ResourceKind::Pipeline];

/// Removes expired resources, API keys, invitations, jobs, entries of the audit log and log-ins,
/// and returns their number. Returns `ErrorKind::Storage` if the store fails.
pub fn expire(access: &AuthContext) -> Result<usize> {
    let mut swept = expire_keys(access)?
        + expire_invitations(access)?
        + expire_jobs(access)?
        + expire_audit(access)?
        + expire_log_ins(access)?;
    for kind in EXPIRING {
        let mut expired = Vec::new();
        access.store().scan(kind.table(), None, &mut |key, row| {
            let head = Head::read(*kind, &row)?;
            if !head.is_there(access.now()) {
                let bytes = row.value.len() as u64;
                expired.push((key.to_owned(), row.revision, head.owner.into_owned(), bytes));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        for (key, revision, owner, bytes) in expired {
            let change = Change::remove(kind.table(), &key, Precondition::Revision(revision));
            let fewer = CounterUpdate::less(kind.owned(&owner));
            // The commit is refused if the resource was changed in the meantime, because it may not
            // be expired any more.
            if let CommitOutcome::Done { .. } = access.store().commit(&[change], &[fewer])? {
                access.usage().subtract(&owner, bytes);
                swept += 1;
            }
        }
    }
    Ok(swept)
}
