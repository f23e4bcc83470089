//! A resource with changes applied, before it is stored.

use super::collection::{FoundResource, Make};
use super::name::no_owner;
use super::{Collection, Content, PendingContent, Resource, ResourceUpdate};
use crate::acl::check_name;
use crate::resource::collection::CollectionExt;
use glossweave_base::clock::Timestamp;
use glossweave_base::error::Result;

impl<'a, T: Content> Collection<'a, T> {
    pub(super) fn draft(
        &self,
        changes: &ResourceUpdate,
        owner: &str,
        now: Timestamp,
        is_new: bool,
    ) -> PendingContent<'a> {
        PendingContent {
            changes: changes.clone(),
            owner: owner.to_owned(),
            access: self.access,
            caller: self.caller.clone(),
            now,
            is_new,
        }
    }

    /// Returns the resource with the changes applied.
    pub(super) fn changed(
        &self,
        found: FoundResource<T>,
        make: Option<&mut Make<'_, T>>,
        changes: &ResourceUpdate,
    ) -> Result<Resource<T>> {
        let mut resource = found.resource;
        changes.check(T::KIND)?;
        if let Some(owner) = &changes.owner {
            if check_name(owner).is_err() || self.access.user(owner)?.is_none() {
                return Err(no_owner(owner));
            }
            resource.owner.clone_from(owner);
        }
        let now = self.access.now();
        let mut draft = self.draft(changes, &resource.owner, now, make.is_some());
        if let Some(make) = make {
            resource.content = make(Some(&resource.content), &mut draft)?;
        } else {
            resource.content.apply_update(&draft, self.context())?;
        }
        resource.content.validate(&draft)?;
        draft.changes.check(T::KIND)?;
        resource.visibility = draft.changes.visibility.unwrap_or(resource.visibility);
        resource.description = draft.changes.description.or(resource.description);
        resource.updated = now;
        Ok(resource)
    }
}
