//! Resources of a kind that is known only at run time.

use super::{Collection, Content, PageRequest, Record, ResourceKind, ResourceUpdate};
use glossweave_base::error::Result;

/// The resources of a kind that is chosen at run time, for example by the path of an HTTP request.
/// The contents are JSON. The methods correspond to the methods of [`Collection`], and return the
/// same errors.
pub trait AnyCollection: Send + Sync {
    /// Returns the kind of the resources.
    fn kind(&self) -> ResourceKind;

    /// Stores a new resource, as [`Collection::create`] does.
    fn create(
        &self,
        name: Option<&str>,
        content: &[u8],
        changes: &ResourceUpdate,
    ) -> Result<Record>;

    /// Returns a resource, as [`Collection::read`] does.
    fn read(&self, name: &str) -> Result<Record>;

    /// Returns a part of the list of resources, as [`Collection::list`] does. Large fields of
    /// contents (queries, stylesheets, requests of pipelines) are included only if the page
    /// requests them.
    fn list(&self, page: &PageRequest) -> Result<Vec<Record>>;

    /// Changes a resource, as [`Collection::update`] does.
    fn update(
        &self,
        name: &str,
        content: Option<&[u8]>,
        changes: &ResourceUpdate,
    ) -> Result<Record>;

    /// Removes a resource, as [`Collection::delete`] does.
    fn delete(&self, name: &str, changes: &ResourceUpdate) -> Result<()>;

    /// Checks that the caller may use a resource. Returns the errors of
    /// [`Collection::read_for_use`].
    fn check_use(&self, name: &str) -> Result<()>;
}

impl<T: Content> AnyCollection for Collection<'_, T> {
    fn kind(&self) -> ResourceKind {
        T::KIND
    }

    fn create(
        &self,
        name: Option<&str>,
        content: &[u8],
        changes: &ResourceUpdate,
    ) -> Result<Record> {
        Collection::create(self, name, content, changes).map(Record::from)
    }

    fn read(&self, name: &str) -> Result<Record> {
        Collection::read(self, name).map(Record::from)
    }

    fn list(&self, page: &PageRequest) -> Result<Vec<Record>> {
        self.records(page)
    }

    fn update(
        &self,
        name: &str,
        content: Option<&[u8]>,
        changes: &ResourceUpdate,
    ) -> Result<Record> {
        Collection::update(self, name, content, changes).map(Record::from)
    }

    fn delete(&self, name: &str, changes: &ResourceUpdate) -> Result<()> {
        Collection::delete(self, name, changes)
    }

    fn check_use(&self, name: &str) -> Result<()> {
        self.read_for_use(name).map(|_| ())
    }
}
