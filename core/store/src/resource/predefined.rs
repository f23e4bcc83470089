//! Preinstalled resources.

use super::{Content, Resource, Visibility, name, row};
use crate::acl::{AuthContext, SYSTEM};
use crate::store::{Change, CommitOutcome, CounterUpdate, Precondition};
use glossweave_base::error::Result;

/// Stores the resources of the owner `system` and their descriptions when a store is opened for the
/// first time. Later changes and removals by admins persist. Returns `ErrorKind::Storage` if the
/// store fails.
pub fn install<T: Content>(access: &AuthContext, contents: &[(T, &str)]) -> Result<()> {
    let marker = format!("installed/{}", T::KIND.name());
    let counter = T::KIND.next_name_counter();
    let store = access.store();
    while store.counter(&marker)? == 0 {
        let last = store.counter(&counter)?;
        let now = access.now();
        let mut changes = Vec::new();
        for (number, (content, description)) in (last + 1..).zip(contents) {
            let resource = Resource {
                name: String::new(),
                owner: SYSTEM.to_owned(),
                visibility: Visibility::Public,
                description: Some((*description).to_owned()),
                created: now,
                updated: now,
                revision: 0,
                content: content.clone(),
            };
            let (key, value) = (name::numbered(number), row::write(&resource)?);
            changes.push(Change::put(T::KIND.table(), &key, Precondition::Absent, value));
        }
        let more = |counter: String, from: u64| {
            let count = contents.len() as u64;
            CounterUpdate { counter, by: count as i64, within: from + count..=u64::MAX }
        };
        let mut numbers = more(counter.clone(), last);
        numbers.within = *numbers.within.start()..=*numbers.within.start();
        let once = CounterUpdate { counter: marker.clone(), by: 1, within: 1..=1 };
        let owned = more(T::KIND.owned(SYSTEM), 0);
        // Refused if another process was faster to install them, or to assign a number.
        if let CommitOutcome::Done { .. } = store.commit(&changes, &[once, numbers, owned])? {
            return Ok(());
        }
    }
    Ok(())
}
