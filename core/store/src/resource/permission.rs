//! Checks of what a caller may do, before the content is there.

use super::quota::check_number;
use super::{Collection, Content, name};
use crate::acl::{Action, Identity};
use glossweave_base::error::Result;

impl<T: Content> Collection<'_, T> {}

/// Checks of the permissions of a caller before the content of a resource is there.
pub trait PermissionExt {
    /// Returns the caller, who may store something new under a name: a check before a large source is
    /// read. Returns the errors of [`Collection::create`] that need no content.
    fn may_create(&self, name: Option<&str>) -> Result<Identity>;

    /// Returns the caller, who may change a resource: a check before a large source is read. Returns
    /// `ErrorKind::Unauthenticated`, `ErrorKind::NotFound` or `ErrorKind::Forbidden` if they may not.
    fn may_update(&self, name: &str) -> Result<Identity>;

    /// Returns the caller, who may store something. Returns `ErrorKind::Unauthenticated` if they may not,
    /// `ErrorKind::Invalid` if no resource can have the name.
    fn may_upload(&self, name: &str) -> Result<Identity>;
}

impl<T: Content> PermissionExt for Collection<'_, T> {
    fn may_create(&self, name: Option<&str>) -> Result<Identity> {
        let creator = self.creator()?;
        self.check_new(name)?;
        check_number(self.access, T::KIND, &creator, self.limits)?;
        Ok(creator)
    }

    fn may_update(&self, name: &str) -> Result<Identity> {
        self.find(name, &[Action::Update])?;
        self.creator()
    }

    fn may_upload(&self, name: &str) -> Result<Identity> {
        let creator = self.creator()?;
        name::check(name)?;
        Ok(creator)
    }
}
