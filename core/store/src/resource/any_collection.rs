//! Resources whose kind is known only at run time.

use super::{Collection, Content, PageRequest, Record, ResourceKind, ResourceUpdate};
use glossweave_base::error::Result;

/// The resources of a kind that is chosen at run time, with contents as JSON. The methods are those of
/// [`Collection`], with the same errors.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
/// # use std::sync::Arc;
/// # use glossweave::{Caller, Error};
/// # use glossweave::acl::{AuthContext, Users};
/// # use glossweave::resource::{Collection, Content, Limits, PendingContent};
/// # #[derive(Clone, serde::Serialize, serde::Deserialize)]
/// # struct Filter { query: String }
/// # impl Content for Filter {
/// #     const KIND: ResourceKind = ResourceKind::Filter;
/// #     type Context = ();
/// #     fn parse(body: &[u8], _: Option<&Filter>, _: &mut PendingContent<'_>, _: &()) -> Result<Filter, Error> {
/// #         Ok(Filter { query: String::from_utf8_lossy(body).into_owned() })
/// #     }
/// # }
/// # let store = Arc::new(glossweave::store::MemoryBackend::new());
/// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
/// # let users = Users::new(&access, Caller::Anonymous);
/// # users.create("ann", "correct horse")?;
/// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
/// # let limits = Limits::default();
/// # let filters = Collection::<Filter>::new(&access, &limits, ann, &());
/// use glossweave::resource::{AnyCollection, PageRequest, ResourceKind, ResourceUpdate};
/// let stored: &dyn AnyCollection = &filters;
/// assert_eq!(stored.kind(), ResourceKind::Filter);
/// let unchanged = ResourceUpdate::default();
/// stored.create(Some("places"), b"SELECT * {}", &unchanged)?;
/// stored.check_use("places")?;
/// assert_eq!(stored.read("places")?.resource.content["query"], "SELECT * {}");
///
/// stored.update("places", Some(b"ASK {}"), &unchanged)?;
/// let listed = stored.list(&PageRequest::default())?;
/// assert!(listed[0].to_json().ends_with(r#""query":"ASK {}"}"#));
/// stored.delete("places", &unchanged)?;
/// assert!(stored.check_use("places").is_err());
/// # Ok::<(), glossweave::Error>(())
/// ```
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

    /// Returns resources, as [`Collection::list`] does. Large fields of contents (queries, stylesheets,
    /// requests of pipelines) are included only if the page requests them.
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

    /// Checks that the caller may use a resource, with the errors of [`Collection::read_for_use`].
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, Error, acl::{AuthContext, Users}};
    /// # use glossweave::resource::{Collection, Content, Limits, PendingContent, ResourceKind};
    /// # #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
    /// # struct Filter { query: String }
    /// # impl Content for Filter {
    /// #     const KIND: ResourceKind = ResourceKind::Filter;
    /// #     type Context = ();
    /// #     fn parse(body: &[u8], _: Option<&Filter>, _: &mut PendingContent<'_>, _: &()) -> Result<Filter, Error> {
    /// #         Ok(Filter { query: String::from_utf8_lossy(body).into_owned() })
    /// #     }
    /// # }
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let users = Users::new(&access, Caller::Anonymous);
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let limits = Limits::default();
    /// # let filters = |caller| Collection::<Filter>::new(&access, &limits, caller, &());
    /// use glossweave::ErrorKind;
    /// use glossweave::resource::{AnyCollection, ResourceUpdate, Visibility};
    /// let private = ResourceUpdate::default().with_visibility(Visibility::Private);
    /// filters(ann.clone()).create(Some("mine"), b"ASK {}", &private)?;
    /// users.create("bob", "battery staple")?;
    /// let bob = Caller::Token(users.authenticate("bob", "battery staple")?);
    /// let check = |caller| AnyCollection::check_use(&filters(caller), "mine");
    /// assert!(check(ann).is_ok());
    /// // To others it does not exist.
    /// assert_eq!(check(bob).unwrap_err().kind(), ErrorKind::NotFound);
    /// assert_eq!(check(Caller::Anonymous).unwrap_err().kind(), ErrorKind::Unauthenticated);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
