//! Datasets on behalf of a caller.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::upload::Uploader;
use super::{Dataset, Load, OpenVocabulary, SourceStatements, Upload, VocabularyFiles, terms};
use glossweave_base::call_limits::without_limits;
use glossweave_base::error::{ErrorKind, Result};
use glossweave_store::acl::{Caller, Identity};
use glossweave_store::resource::{Collection, Resource, ResourceUpdate};
use glossweave_term::TermBase;

/// The stored datasets: a [`Collection`], and ways to load what is too large to be held in memory.
#[derive(Clone)]
pub struct Datasets<'a> {
    collection: Collection<'a, Dataset>,
    caller: Caller,
}

impl<'a> Datasets<'a> {
    #[doc(hidden)]
    pub fn new(collection: Collection<'a, Dataset>, caller: Caller) -> Datasets<'a> {
        Datasets { collection, caller }
    }

    fn uploader(&self, user: Identity) -> Uploader<'a> {
        let (access, limits) = self.collection.bounds();
        Uploader { user, limits, usage: access.usage() }
    }

    /// Stores a new dataset.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Collection::create`], and [`ErrorKind::Unavailable`] if the source cannot be read.
    /// Returns [`ErrorKind::Malformed`], with the place, for the first row that is not valid; then nothing is
    /// stored.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::resource::ResourceUpdate;
    /// use glossweave::vocabulary::Load;
    /// let mut update = ResourceUpdate::default();
    /// update.set("informat", "turtle")?;
    /// let turtle = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    ///     <http://example.org/cork> skos:prefLabel 'Cork'@en, 'Corcaigh'@ga .";
    /// let places = datasets.create_from("places", Load::new(&mut turtle.as_bytes()), &update)?;
    /// assert_eq!((places.content.entities, places.content.labels), (1, 2));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::ErrorKind;
    /// use glossweave::resource::ResourceUpdate;
    /// use glossweave::vocabulary::Load;
    /// let update = ResourceUpdate::default();
    /// let wrong = "uri,label\ncobh,Cobh\n";
    /// let error = datasets.create_from("places", Load::new(&mut wrong.as_bytes()), &update).unwrap_err();
    /// assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
    /// // Nothing was stored.
    /// assert_eq!(datasets.read("places").unwrap_err().kind(), ErrorKind::NotFound);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn create_from(
        &self,
        name: &str,
        load: Load<'_>,
        changes: &ResourceUpdate,
    ) -> Result<Resource<Dataset>> {
        self.new_source(name)?.with(load, |source, watch| {
            self.collection.create_by(Some(name), changes, &mut |old, draft| {
                Dataset::load(source, old, draft, self.folder(), watch)
            })
        })
    }

    /// Adds to a dataset, replaces its content, or removes from it, as the mode of the changes says.
    /// Requests that run meanwhile see the old names, those that come after it the new ones.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Collection::update`], and those of [`Datasets::create_from`].
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::resource::{Mode, ResourceUpdate};
    /// use glossweave::vocabulary::Load;
    /// let mut update = ResourceUpdate::default();
    /// let cork = "uri,label\nhttp://example.org/cork,Cork\n";
    /// datasets.create_from("places", Load::new(&mut cork.as_bytes()), &update)?;
    /// let cobh = "uri,label\nhttp://example.org/cobh,Cobh\n";
    /// let places = datasets.update_from("places", Load::new(&mut cobh.as_bytes()), &update)?;
    /// assert_eq!(places.content.entities, 2);
    ///
    /// update.mode = Some(Mode::Remove);
    /// let places = datasets.update_from("places", Load::new(&mut cobh.as_bytes()), &update)?;
    /// assert_eq!(places.content.entities, 1);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::ErrorKind;
    /// use glossweave::resource::ResourceUpdate;
    /// use glossweave::vocabulary::Load;
    /// let update = ResourceUpdate::default();
    /// let mut cork = "uri,label\nhttp://example.org/cork,Cork\n".as_bytes();
    /// let error = datasets.update_from("places", Load::new(&mut cork), &update).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::NotFound);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn update_from(
        &self,
        name: &str,
        load: Load<'_>,
        changes: &ResourceUpdate,
    ) -> Result<Resource<Dataset>> {
        self.next_source(name)?.with(load, |source, watch| {
            let make: &mut glossweave_store::resource::Make<'_, Dataset> =
                &mut |old, draft| Dataset::load(source, old, draft, self.folder(), watch);
            self.collection.update_by(name, Some(make), changes)
        })
    }

    /// Returns a source for a new dataset, which comes in parts and is removed when it is dropped. It is
    /// for [`Datasets::create_from_upload`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Collection::create`] that are known before the content is, and
    /// [`ErrorKind::Storage`] if the disk does not take it.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::resource::ResourceUpdate;
    /// let mut source = datasets.new_source("places")?;
    /// source.append(b"uri,label\n")?;
    /// source.append(b"http://example.org/cork,Cork\n")?;
    /// let places = datasets.create_from_upload(source, &ResourceUpdate::default())?;
    /// assert_eq!(places.content.labels, 1);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::ErrorKind;
    /// let names = b"uri,label\nhttp://example.org/cork,Cork\n";
    /// datasets.create(Some("places"), names, &Default::default())?;
    /// // What is known before the content is, is an error at once.
    /// assert_eq!(datasets.new_source("places").unwrap_err().kind(), ErrorKind::Conflict);
    /// let stranger = Datasets::new(Collection::new(&access, &limits, Caller::Anonymous, &files), Caller::Anonymous);
    /// assert_eq!(stranger.new_source("people").unwrap_err().kind(), ErrorKind::Unauthenticated);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn new_source(&self, name: &str) -> Result<Upload> {
        let caller = self.collection.may_create(Some(name))?;
        Upload::passing(self.folder(), name, &self.uploader(caller))
    }

    /// Returns a source for an existing dataset, which comes in parts and is removed when it is dropped.
    /// It is for [`Datasets::update_from_upload`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Collection::update`] that are known before the content is, and
    /// [`ErrorKind::Storage`] if the disk does not take it.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::ErrorKind;
    /// use glossweave::resource::ResourceUpdate;
    /// assert_eq!(datasets.next_source("places").unwrap_err().kind(), ErrorKind::NotFound);
    ///
    /// let (cork, unchanged) = (b"uri,label\nhttp://example.org/cork,Cork\n", ResourceUpdate::default());
    /// datasets.create(Some("places"), cork, &unchanged)?;
    /// let mut source = datasets.next_source("places")?;
    /// source.append(b"uri,label\nhttp://example.org/cobh,Cobh\n")?;
    /// assert_eq!(datasets.update_from_upload(source, &unchanged)?.content.labels, 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn next_source(&self, name: &str) -> Result<Upload> {
        let caller = self.collection.may_update(name)?;
        Upload::passing(self.folder(), name, &self.uploader(caller))
    }

    /// Opens a source that comes in parts, and stays until it is loaded or discarded. What was sent
    /// before a process ended is still there when the same user opens it again under the same name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`], [`ErrorKind::Invalid`] for a name that no dataset can have,
    /// [`ErrorKind::Throttled`] for one upload too many, and [`ErrorKind::Storage`].
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::resource::ResourceUpdate;
    /// let mut upload = datasets.upload("places")?;
    /// upload.append(b"uri,label\nhttp://example.org/cork,Cork\n")?;
    /// drop(upload);
    /// // After a break, perhaps in another process.
    /// let mut upload = datasets.upload("places")?;
    /// assert_eq!(upload.len(), 39);
    /// upload.append(b"http://example.org/cobh,Cobh\n")?;
    /// let places = datasets.create_from_upload(upload, &ResourceUpdate::default())?;
    /// assert_eq!(places.content.entities, 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::ErrorKind;
    /// let limits = Limits::default().with_quota_uploads(1);
    /// let ann = datasets.caller().clone();
    /// let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// let mut places = datasets.upload("places")?;
    /// places.append(b"uri,label\n")?;
    /// assert_eq!(datasets.upload("people").unwrap_err().kind(), ErrorKind::Throttled);
    /// assert_eq!(datasets.upload("my places").unwrap_err().kind(), ErrorKind::Invalid);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn upload(&self, name: &str) -> Result<Upload> {
        let caller = self.collection.may_upload(name)?;
        Upload::open(self.folder(), name, &self.uploader(caller))
    }

    /// Stores a new dataset from an upload, which is then removed. If it fails, the upload is kept.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Datasets::create_from`], and [`ErrorKind::NotFound`] if nothing was uploaded.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::resource::ResourceUpdate;
    /// let mut upload = datasets.upload("places")?;
    /// upload.append(b"uri,label\nhttp://example.org/cork\n")?;
    /// let error = datasets.create_from_upload(upload, &ResourceUpdate::default()).unwrap_err();
    /// assert_eq!(error.kind(), glossweave::ErrorKind::Malformed);
    /// // The upload is still there, to be sent again or discarded.
    /// assert!(!datasets.upload("places")?.is_empty());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn create_from_upload(
        &self,
        upload: Upload,
        changes: &ResourceUpdate,
    ) -> Result<Resource<Dataset>> {
        let name = upload.name().to_owned();
        upload.load(|source| {
            self.collection.create_by(Some(&name), changes, &mut |old, draft| {
                Dataset::load(source, old, draft, self.folder(), &mut |_| Ok(()))
            })
        })
    }

    /// Updates a dataset as [`Datasets::update_from`] does, from an upload, which is then removed. If it
    /// fails, the upload is kept.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Datasets::update_from`], and [`ErrorKind::NotFound`] if nothing was uploaded.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::resource::{Mode, ResourceUpdate};
    /// let cork = b"uri,label\nhttp://example.org/cork,Cork\n";
    /// datasets.create(Some("places"), cork, &ResourceUpdate::default())?;
    /// let mut upload = datasets.upload("places")?;
    /// upload.append(b"uri,label\nhttp://example.org/cobh,Cobh\nhttp://example.org/cobh,Queenstown\n")?;
    /// let mut update = ResourceUpdate::default();
    /// update.mode = Some(Mode::Replace);
    /// let places = datasets.update_from_upload(upload, &update)?;
    /// assert_eq!((places.content.entities, places.content.labels), (1, 2));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn update_from_upload(
        &self,
        upload: Upload,
        changes: &ResourceUpdate,
    ) -> Result<Resource<Dataset>> {
        let name = upload.name().to_owned();
        upload.load(|source| {
            let make: &mut glossweave_store::resource::Make<'_, Dataset> =
                &mut |old, draft| Dataset::load(source, old, draft, self.folder(), &mut |_| Ok(()));
            self.collection.update_by(&name, Some(make), changes)
        })
    }

    /// Returns the caller on whose behalf this acts.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// assert!(matches!(datasets.caller(), Caller::Token(_)));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Opens a dataset that the caller may use. Returns its revision too.
    #[doc(hidden)]
    pub fn open(&self, name: &str) -> Result<(Arc<OpenVocabulary>, u64)> {
        // It stays open for other calls.
        self.newest(name, &|dataset| without_limits(|| self.folder().vocabulary(name, dataset)))
    }

    /// Opens a term base that the caller may use. Returns its revision too.
    #[doc(hidden)]
    pub fn term_base(&self, name: &str) -> Result<(TermBase, u64)> {
        self.newest(name, &|dataset| without_limits(|| terms::open(name, dataset, self.folder())))
    }

    /// Reads the statements of a dataset that the caller may use.
    pub(crate) fn statements<T>(
        &self,
        name: &str,
        read: &dyn Fn(&SourceStatements) -> Result<T>,
    ) -> Result<T> {
        let read = |dataset: &Dataset| read(&SourceStatements::open(name, dataset, self.folder())?);
        Ok(self.newest(name, &read)?.0)
    }

    fn newest<T>(&self, name: &str, open: &dyn Fn(&Dataset) -> Result<T>) -> Result<(T, u64)> {
        let take =
            || self.collection.read_for_use(name).map_err(|error| error.with_parameter("dataset"));
        let mut dataset = take()?;
        loop {
            let error = match open(&dataset.content) {
                Err(error) if error.kind() == ErrorKind::Storage => error,
                opened => return Ok((opened?, dataset.revision)),
            };
            // Its files go when a newer revision is there.
            let newer = take()?;
            if newer.revision == dataset.revision {
                return Err(error);
            }
            dataset = newer;
        }
    }

    fn folder(&self) -> &'a VocabularyFiles {
        self.collection.context()
    }
}

impl<'a> Deref for Datasets<'a> {
    type Target = Collection<'a, Dataset>;

    fn deref(&self) -> &Collection<'a, Dataset> {
        &self.collection
    }
}

impl fmt::Debug for Datasets<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Datasets").field("caller", &self.caller).finish_non_exhaustive()
    }
}
