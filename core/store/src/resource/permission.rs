//! Checks of permissions before the content is available.

use super::quota::check_number;
use super::{Collection, Content, name};
use crate::acl::{Action, Identity};
use glossweave_base::error::Result;

impl<T: Content> Collection<'_, T> {}

/// Checks of the permissions of a caller before the content of a resource is available.
pub trait PermissionExt {
    /// Returns the caller, if the caller may create a resource with this name. Use it before a
    /// large source is read. Returns the errors of [`Collection::create`] that do not depend on the
    /// content.
    fn may_create(&self, name: Option<&str>) -> Result<Identity>;

    /// Returns the caller, if the caller may change a resource. Use it before a large source is
    /// read. Returns `ErrorKind::Unauthenticated`, `ErrorKind::NotFound` or `ErrorKind::Forbidden`
    /// if not.
    fn may_update(&self, name: &str) -> Result<Identity>;

    /// Returns the caller, if the caller may store resources. Returns `ErrorKind::Unauthenticated`
    /// if not, and `ErrorKind::Invalid` if the name is not valid.
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
