//! A shelf whose kind is known only when the program runs.

use super::{Changes, Content, Kind, Page, Record, Shelf};
use glossweave_base::error::Result;

/// A [`Shelf`] of any kind, with contents as JSON. Its methods are those of [`Shelf`], with the same
/// kinds of errors.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
/// use glossweave::resource::{Changes, Kind};
/// use glossweave::{Caller, Engine, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let users = engine.session(Caller::Anonymous).users();
/// users.create("anna", "correct horse")?;
/// let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
/// let shelf = engine.session(anna).shelf(Kind::Filter);
/// let query = b"SELECT ?s { ?s ?p ?o }";
/// shelf.create(Some("subjects"), query, &Changes::default())?;
/// assert!(shelf.read("subjects")?.to_json().starts_with(r#"{"name":"subjects","kind":"filter","#));
/// # Ok::<(), glossweave::Error>(())
/// ```
pub trait Stored: Send + Sync {
    /// The kind of what is on it.
    fn kind(&self) -> Kind;

    /// See [`Shelf::create`].
    fn create(&self, name: Option<&str>, content: &[u8], changes: &Changes) -> Result<Record>;

    /// See [`Shelf::read`].
    fn read(&self, name: &str) -> Result<Record>;

    /// See [`Shelf::list`]. What is large in contents (queries, stylesheets, requests of pipelines) is there
    /// only where the page asks for it.
    fn list(&self, page: &Page) -> Result<Vec<Record>>;

    /// See [`Shelf::update`].
    fn update(&self, name: &str, content: Option<&[u8]>, changes: &Changes) -> Result<Record>;

    /// See [`Shelf::delete`].
    fn delete(&self, name: &str, changes: &Changes) -> Result<()>;

    /// Whether the caller may use one: what [`Shelf::take`] would say.
    fn check_use(&self, name: &str) -> Result<()>;
}

impl<T: Content> Stored for Shelf<'_, T> {
    fn kind(&self) -> Kind {
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
