//! Datasets on behalf of a caller.

use std::fmt;
use std::io::Read;
use std::ops::Deref;
use std::sync::Arc;

use super::upload::Uploader;
use super::{Dataset, Depot, Sayings, Upload, Vocabulary, terms};
use crate::provider::{TermBase, Watch};
use glossweave_base::error::{Kind, Result};
use glossweave_store::acl::{Caller, Identity};
use glossweave_store::resource::{Changes, Resource, Shelf};

/// What a dataset is loaded from, and who wants to know how far that is.
pub struct Load<'l> {
    pub(super) input: &'l mut dyn Read,
    pub(super) watch: Option<&'l mut Watch<'l>>,
}

impl<'l> Load<'l> {
    /// A load of what a reader gives, which is copied to the disk and never held as a whole.
    pub fn new(input: &'l mut dyn Read) -> Load<'l> {
        Load { input, watch: None }
    }

    /// Says who is told how far it is. An error of it ends the load, and nothing has changed.
    pub fn watched(mut self, watch: &'l mut Watch<'l>) -> Load<'l> {
        self.watch = Some(watch);
        self
    }
}

impl fmt::Debug for Load<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Load").finish_non_exhaustive()
    }
}

/// The stored datasets: a [`Shelf`], and ways to load what is too large to be held.
///
/// ```
/// use glossweave::enrich::Load;
/// use glossweave::resource::Changes;
/// use glossweave::{Caller, Engine, Format, Request, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let users = engine.session(Caller::Anonymous).users();
/// users.create("anna", "correct horse")?;
/// let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
///
/// let mut table = "uri,label\nhttp://example.org/Cork,Cork\n".as_bytes();
/// let datasets = engine.session(anna).datasets();
/// let places = datasets.create_from("places", Load::new(&mut table), &Changes::default())?;
/// assert_eq!((places.content.entities, places.content.labels), (1, 1));
///
/// // It is public: anyone may find its names.
/// let mut request = Request::new("To Cork!", Format::Text);
/// request.set("dataset", "places")?;
/// let reply = engine.session(Caller::Anonymous).entities().enrich("dictionary", request)?;
/// assert!(String::from_utf8_lossy(&reply.bytes).contains("<http://example.org/Cork>"));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone)]
pub struct Datasets<'a> {
    shelf: Shelf<'a, Dataset>,
    caller: Caller,
}

impl<'a> Datasets<'a> {
    pub(crate) fn new(shelf: Shelf<'a, Dataset>, caller: Caller) -> Datasets<'a> {
        Datasets { shelf, caller }
    }

    fn uploader(&self, user: Identity) -> Uploader<'a> {
        let (access, limits) = self.shelf.bounds();
        Uploader { user, limits, usage: access.usage() }
    }

    /// Stores a new dataset. Kinds: those of [`Shelf::create`], and Unavailable where the source
    /// cannot be read. The first row that cannot be taken is an error of Kind Malformed with its
    /// place, and nothing is stored.
    pub fn create_from(
        &self,
        name: &str,
        load: Load<'_>,
        changes: &Changes,
    ) -> Result<Resource<Dataset>> {
        self.new_source(name)?.with(load, |source, watch| {
            self.shelf.create_by(Some(name), changes, &mut |old, draft| {
                Dataset::load(source, old, draft, self.depot(), watch)
            })
        })
    }

    /// Adds to a dataset, replaces what is in it, or removes from it, as the mode of the changes
    /// says. Requests that run meanwhile see the old names, those that come after it the new ones.
    /// Kinds: those of [`Shelf::update`], and those of [`Datasets::create_from`].
    pub fn update_from(
        &self,
        name: &str,
        load: Load<'_>,
        changes: &Changes,
    ) -> Result<Resource<Dataset>> {
        self.next_source(name)?.with(load, |source, watch| {
            let make: &mut glossweave_store::resource::Make<'_, Dataset> =
                &mut |old, draft| Dataset::load(source, old, draft, self.depot(), watch);
            self.shelf.update_by(name, Some(make), changes)
        })
    }

    /// Returns a source for a new dataset, which comes in parts and is gone when it is dropped. It is for
    /// [`Datasets::create_from_upload`].
    ///
    /// # Errors
    ///
    /// Returns those of [`Shelf::create`] that are known before the content is, and
    /// [`Kind::Storage`](glossweave_base::Kind) if the disk does not take it.
    pub fn new_source(&self, name: &str) -> Result<Upload> {
        let caller = self.shelf.may_create(Some(name))?;
        Upload::passing(self.depot(), name, &self.uploader(caller))
    }

    /// Returns a source for a dataset that is there, which comes in parts and is gone when it is dropped.
    /// It is for [`Datasets::update_from_upload`].
    ///
    /// # Errors
    ///
    /// Returns those of [`Shelf::update`] that are known before the content is, and
    /// [`Kind::Storage`](glossweave_base::Kind) if the disk does not take it.
    pub fn next_source(&self, name: &str) -> Result<Upload> {
        let caller = self.shelf.may_update(name)?;
        Upload::passing(self.depot(), name, &self.uploader(caller))
    }

    /// A source that comes in parts, and stays where it is until it is loaded or given up: what was
    /// sent before a process ended is there when it is asked for again, by the same user under the
    /// same name. Kinds: Unauthenticated, Invalid for a name that no dataset can have, Storage.
    ///
    /// ```
    /// # use glossweave::resource::Changes;
    /// # use glossweave::{Caller, Engine, Settings};
    /// # let engine = Engine::builder(Settings::default()).open()?;
    /// # let users = engine.session(Caller::Anonymous).users();
    /// # users.create("anna", "correct horse")?;
    /// # let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
    /// let datasets = engine.session(anna).datasets();
    /// let mut upload = datasets.upload("places")?;
    /// upload.append(b"uri,label\nhttp://example.org/Cork,")?;
    /// drop(upload);
    ///
    /// let mut upload = datasets.upload("places")?;
    /// assert_eq!(upload.len(), 34);
    /// upload.append(b"Cork\n")?;
    /// datasets.create_from_upload(upload, &Changes::default())?;
    /// assert_eq!(datasets.read("places")?.content.labels, 1);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn upload(&self, name: &str) -> Result<Upload> {
        let caller = self.shelf.may_upload(name)?;
        Upload::open(self.depot(), name, &self.uploader(caller))
    }

    /// Stores a new dataset from an upload, which is then gone. Where it fails, the upload is still
    /// there. Kinds: those of [`Datasets::create_from`], and NotFound where nothing was uploaded.
    pub fn create_from_upload(
        &self,
        upload: Upload,
        changes: &Changes,
    ) -> Result<Resource<Dataset>> {
        let name = upload.name().to_owned();
        upload.load(|source| {
            self.shelf.create_by(Some(&name), changes, &mut |old, draft| {
                Dataset::load(source, old, draft, self.depot(), &mut |_| Ok(()))
            })
        })
    }

    /// As [`Datasets::update_from`], from an upload, which is then gone. Where it fails, the upload
    /// is still there. NotFound where nothing was uploaded.
    pub fn update_from_upload(
        &self,
        upload: Upload,
        changes: &Changes,
    ) -> Result<Resource<Dataset>> {
        let name = upload.name().to_owned();
        upload.load(|source| {
            let make: &mut glossweave_store::resource::Make<'_, Dataset> =
                &mut |old, draft| Dataset::load(source, old, draft, self.depot(), &mut |_| Ok(()));
            self.shelf.update_by(&name, Some(make), changes)
        })
    }

    /// On whose behalf.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// A dataset that the caller may use, as it is used.
    pub(crate) fn open(&self, name: &str) -> Result<Arc<Vocabulary>> {
        self.newest(name, &|dataset| self.depot().vocabulary(name, dataset))
    }

    /// A term base that the caller may use.
    pub(crate) fn term_base(&self, name: &str) -> Result<TermBase> {
        self.newest(name, &|dataset| terms::open(name, dataset, self.depot()))
    }

    /// What a dataset that the caller may use says.
    pub(crate) fn sayings<T>(&self, name: &str, read: &dyn Fn(&Sayings) -> Result<T>) -> Result<T> {
        self.newest(name, &|dataset| read(&Sayings::open(name, dataset, self.depot())?))
    }

    fn newest<T>(&self, name: &str, open: &dyn Fn(&Dataset) -> Result<T>) -> Result<T> {
        let take = || self.shelf.take(name).map_err(|error| error.with_parameter("dataset"));
        let mut dataset = take()?;
        loop {
            let error = match open(&dataset.content) {
                Err(error) if error.kind() == Kind::Storage => error,
                opened => return opened,
            };
            // Its files go when a newer revision is there.
            let newer = take()?;
            if newer.revision == dataset.revision {
                return Err(error);
            }
            dataset = newer;
        }
    }

    fn depot(&self) -> &'a Depot {
        self.shelf.context()
    }
}

impl<'a> Deref for Datasets<'a> {
    type Target = Shelf<'a, Dataset>;

    fn deref(&self) -> &Shelf<'a, Dataset> {
        &self.shelf
    }
}

impl fmt::Debug for Datasets<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Datasets").field("caller", &self.caller).finish_non_exhaustive()
    }
}
