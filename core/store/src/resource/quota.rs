//! Limits on the data that a user stores.

use std::ops::ControlFlow;

use super::Limits;
use super::head::Head;
use crate::acl::{AuthContext, Identity, ResourceKind, Role};
use crate::job::count_job_bytes;
use crate::store::{CounterUpdate, Row};
use glossweave_base::error::{Error, ErrorKind, Result, shown};

/// Counts the bytes that each user has stored. `beside` returns the bytes of the files of a row.
/// Returns `ErrorKind::Storage` if the store fails.
pub fn count_bytes(access: &AuthContext, beside: &dyn Fn(&Row) -> u64) -> Result<()> {
    if access.usage().most().is_none() {
        return Ok(());
    }
    for kind in ResourceKind::ALL {
        access.store().scan(kind.table(), None, &mut |_, row| {
            let bytes = row.value.len() as u64;
            let files = if *kind == ResourceKind::Dataset { beside(&row) } else { 0 };
            // Damaged rows are skipped here, because they are reported when they are used.
            if let Ok(head) = Head::read(*kind, &row) {
                access.usage().add(&head.owner, bytes.saturating_add(files));
            }
            Ok(ControlFlow::Continue(()))
        })?;
    }
    count_job_bytes(access)
}

/// Returns a counter update that fails when the user has the maximum number of datasets.
pub(super) fn one_more(kind: ResourceKind, owner: &Identity, limits: &Limits) -> CounterUpdate {
    let tally = CounterUpdate::more(kind.owned(&owner.name));
    match bound(kind, owner, limits) {
        Some(most) => CounterUpdate { within: 0..=most, ..tally },
        None => tally,
    }
}

fn bound(kind: ResourceKind, owner: &Identity, limits: &Limits) -> Option<u64> {
    limits.quota_datasets.filter(|_| kind == ResourceKind::Dataset && owner.role != Role::Admin)
}

/// Checks that a user may have one more dataset. Returns `ErrorKind::Forbidden` if not, and
/// `ErrorKind::Storage` if the store fails.
pub(super) fn check_number(
    access: &AuthContext,
    kind: ResourceKind,
    owner: &Identity,
    limits: &Limits,
) -> Result<()> {
    let Some(most) = bound(kind, owner, limits) else { return Ok(()) };
    let count = access.store().counter(&kind.owned(&owner.name))?;
    if count < most {
        return Ok(());
    }
    let (owner, name) = (shown(&owner.name), kind.name());
    let message = format!(
        "{owner} has {count} {name}s, limit is {most} (`quotas.datasets`): remove one first"
    );
    Err(Error::new(ErrorKind::Forbidden, message))
}

/// Returns the error for a counter that does not match the rows.
pub(super) fn miscounted(owner: &str) -> Error {
    let message = format!("the store has miscounted the resources of {}", shown(owner));
    Error::new(ErrorKind::Storage, message)
}
