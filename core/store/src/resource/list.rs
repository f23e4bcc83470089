//! Lists of resources.

use std::ops::ControlFlow;

use super::head::Head;
use super::row;
use super::{Collection, Content, PageRequest, Record, Resource, name};
use crate::acl::{Action, Decision, PagePart, Relationship, ResourceClass, may};
use glossweave_base::error::Result;

impl<T: Content> Collection<'_, T> {
    /// Returns a part of the list of resources that the caller may see. They are sorted by name,
    /// and names that are numbers by number. The size of the part is set by [`PageRequest`]. The
    /// resources always contain their contents, regardless of `page.contents`, so a part may end
    /// early: see [`PageRequest::BYTES`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`](glossweave_base::ErrorKind::Unauthenticated) if the
    /// token is wrong, and [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the
    /// parameter `after`, if `after` is not a valid name.
    pub fn list(&self, page: &PageRequest) -> Result<Vec<Resource<T>>> {
        self.scan(page, |resource, stored| (resource, stored))
    }

    /// Returns the same part as records, without their large fields unless the page requests them.
    pub(super) fn records(&self, page: &PageRequest) -> Result<Vec<Record>> {
        self.scan(page, |resource, stored| {
            let record = Record::from(resource);
            if page.contents {
                return (record, stored);
            }
            let record = record.without(T::LARGE);
            let bytes = record.to_json().len();
            (record, bytes)
        })
    }

    /// Returns a part of the list. `make` converts each resource and returns its number of bytes.
    fn scan<U>(
        &self,
        page: &PageRequest,
        make: impl Fn(Resource<T>, usize) -> (U, usize),
    ) -> Result<Vec<U>> {
        let caller =
            self.access.caller_for(&self.caller, &[Action::List], ResourceClass::Public)?;
        let after = page.after.as_deref().map(|name| name::after(T::KIND, name)).transpose()?;
        let now = self.access.now();
        let mut part = PagePart::default();
        if page.is_full(0) {
            return Ok(part.things);
        }
        self.access.store().scan(self.table(), after.as_deref(), &mut |key, found| {
            let head = Head::read(T::KIND, &found)?;
            let relation = Relationship::of(caller.as_ref(), &head.owner);
            if may(Action::List, relation, head.visibility) == Decision::Allowed
                && let Some(resource) = row::read(key, &found, now)?
            {
                let (made, bytes) = make(resource, found.value.len());
                if !page.add(&mut part, bytes, made) {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(part.things)
    }
}
