//! Permission to use a resource through another resource.

use super::head::Head;
use super::name;
use crate::acl::{
    Action, AuthContext, Caller, Decision, Identity, Relationship, ResourceClass, ResourceKind,
    Visibility, may,
};
use glossweave_base::error::{Result, shown};

/// Returns `true` if a user may currently use a resource. For example, the owner of a template may
/// have lost the permission to use its dataset. Returns `ErrorKind::Storage` if the store fails.
pub fn owner_may_use(
    access: &AuthContext,
    owner: &str,
    kind: ResourceKind,
    name: &str,
) -> Result<bool> {
    let owner = access.user(owner)?;
    Ok(verdict(access, owner.as_ref(), kind, name)? == Decision::Allowed)
}

/// Checks that a caller may use a resource. Returns `ErrorKind::Unauthenticated` or
/// `ErrorKind::NotFound` if not, `ErrorKind::Forbidden` if an API key does not have the scope, and
/// `ErrorKind::Storage` if the store fails.
pub fn authorize_use(
    access: &AuthContext,
    caller: &Caller,
    kind: ResourceKind,
    name: &str,
) -> Result<()> {
    let caller = access.caller_for(caller, &[Action::Use], ResourceClass::Public)?;
    let verdict = verdict(access, caller.as_ref(), kind, name)?;
    let verdict = if verdict == Decision::Forbidden { Decision::NotFound } else { verdict };
    verdict.pass(|| format!("{} {}", kind.name(), shown(name)))
}

fn verdict(
    access: &AuthContext,
    user: Option<&Identity>,
    kind: ResourceKind,
    name: &str,
) -> Result<Decision> {
    let row = match name::key(kind, name) {
        Some(key) => access.store().read_recent(kind.table(), &key)?,
        None => None,
    };
    let head = row.as_ref().map(|row| Head::read(kind, row)).transpose()?;
    Ok(match head.filter(|head| head.is_there(access.now())) {
        Some(head) => may(Action::Use, Relationship::of(user, &head.owner), head.visibility),
        // A missing resource is indistinguishable from a private resource of another user, also for
        // admins.
        None if user.is_none() => may(Action::Use, Relationship::Anonymous, Visibility::Private),
        None => Decision::NotFound,
    })
}
