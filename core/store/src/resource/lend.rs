//! Whether something stored may be used by way of something else.

use super::row::{self, Head};
use super::{Content, Resource, name};
use crate::acl::{
    Access, Action, Caller, Identity, Kind, Relation, Verdict, Visibility, may, shown,
};
use glossweave_base::error::Result;

/// Whether a user may use a resource now: a template stays, and what it asks may have been taken away
/// from its owner since. Kind Storage where the store fails.
#[doc(hidden)]
pub fn owner_may_use(access: &Access, owner: &str, kind: Kind, name: &str) -> Result<bool> {
    let owner = access.user(owner)?;
    Ok(verdict(access, owner.as_ref(), kind, name)? == Verdict::Allowed)
}

/// Refuses a caller who may not use a resource. Kinds: Unauthenticated, NotFound, Storage.
#[doc(hidden)]
pub fn lend(access: &Access, caller: &Caller, kind: Kind, name: &str) -> Result<()> {
    let caller = access.identify(caller)?;
    let verdict = verdict(access, caller.as_ref(), kind, name)?;
    let verdict = if verdict == Verdict::Forbidden { Verdict::NotFound } else { verdict };
    verdict.pass(|| format!("{} {}", kind.name(), shown(name)))
}

/// A resource, whoever asks: who may was asked before. Kind Storage where the store fails.
#[doc(hidden)]
pub fn any<T: Content>(access: &Access, name: &str) -> Result<Option<Resource<T>>> {
    let Some(key) = name::key(T::KIND, name) else { return Ok(None) };
    match access.store().read(T::KIND.table(), &key)? {
        Some(row) => row::read(&key, &row, access.now()),
        None => Ok(None),
    }
}

fn verdict(access: &Access, user: Option<&Identity>, kind: Kind, name: &str) -> Result<Verdict> {
    let row = match name::key(kind, name) {
        Some(key) => access.store().read(kind.table(), &key)?,
        None => None,
    };
    let head = row.as_ref().map(|row| Head::read(kind, row)).transpose()?;
    Ok(match head.filter(|head| head.is_there(access.now())) {
        Some(head) => may(Action::Use, Relation::of(user, &head.owner), head.visibility),
        // What does not exist looks like what is private and somebody else's, to admins too.
        None if user.is_none() => may(Action::Use, Relation::Anonymous, Visibility::Private),
        None => Verdict::NotFound,
    })
}
