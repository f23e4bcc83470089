//! Resources whose kind is known only at run time.

use super::{Changes, Content, Page, Record, ResourceKind, Shelf};
use glossweave_base::error::Result;

/// The resources of a kind that is chosen at run time, with contents as JSON. The methods are those of
/// [`Shelf`], with the same errors.
pub trait Stored: Send + Sync {
    /// Returns the kind of the resources.
    fn kind(&self) -> ResourceKind;

    /// Stores a new resource, as [`Shelf::create`] does.
    fn create(&self, name: Option<&str>, content: &[u8], changes: &Changes) -> Result<Record>;

    /// Returns a resource, as [`Shelf::read`] does.
    fn read(&self, name: &str) -> Result<Record>;

    /// Returns resources, as [`Shelf::list`] does. Large fields of contents (queries, stylesheets,
    /// requests of pipelines) are included only if the page requests them.
    fn list(&self, page: &Page) -> Result<Vec<Record>>;

    /// Changes a resource, as [`Shelf::update`] does.
    fn update(&self, name: &str, content: Option<&[u8]>, changes: &Changes) -> Result<Record>;

    /// Removes a resource, as [`Shelf::delete`] does.
    fn delete(&self, name: &str, changes: &Changes) -> Result<()>;

    /// Checks that the caller may use a resource, with the errors of [`Shelf::take`].
    fn check_use(&self, name: &str) -> Result<()>;
}

impl<T: Content> Stored for Shelf<'_, T> {
    fn kind(&self) -> ResourceKind {
        T::KIND
    }

    fn create(&self, name: Option<&str>, content: &[u8], changes: &Changes) -> Result<Record> {
        Shelf::create(self, name, content, changes).map(Record::from)
    }

    fn read(&self, name: &str) -> Result<Record> {
        Shelf::read(self, name).map(Record::from)
    }

    fn list(&self, page: &Page) -> Result<Vec<Record>> {
        self.records(page)
    }

    fn update(&self, name: &str, content: Option<&[u8]>, changes: &Changes) -> Result<Record> {
        Shelf::update(self, name, content, changes).map(Record::from)
    }

    fn delete(&self, name: &str, changes: &Changes) -> Result<()> {
        Shelf::delete(self, name, changes)
    }

    fn check_use(&self, name: &str) -> Result<()> {
        self.take(name).map(|_| ())
    }
}
