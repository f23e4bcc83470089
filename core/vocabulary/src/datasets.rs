//! Operations on datasets on behalf of a caller.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::upload::Uploader;
use super::{Dataset, Load, OpenVocabulary, SourceStatements, Upload, VocabularyFiles, terms};
use glossweave_base::call_limits::without_limits;
use glossweave_base::error::{ErrorKind, Result};
use glossweave_store::acl::{Caller, Identity};
use glossweave_store::resource::{
    Collection, CollectionExt, PermissionExt, Resource, ResourceUpdate,
};
use glossweave_term::TermBase;

/// The stored datasets: a [`Collection`], with additional methods to load sources that are too
/// large to be held in memory.
#[derive(Clone)]
pub struct Datasets<'a> {
    collection: Collection<'a, Dataset>,
    caller: Caller,
}

impl<'a> Datasets<'a> {
    fn uploader(&self, user: Identity) -> Uploader<'a> {
        let (access, limits) = self.collection.bounds();
        Uploader { user, limits, usage: access.usage() }
    }

    /// Stores a new dataset.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Collection::create`], [`ErrorKind::Unavailable`] if the source cannot be read,
    /// and [`ErrorKind::Malformed`], with the location, for the first row that is not valid. If an error is
    /// returned, nothing is stored.
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

    /// Adds content to a dataset, replaces its content, or removes content from it. The mode is
    /// specified in the changes. Requests that are running continue to use the old names; later
    /// requests use the new names.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Collection::update`] and [`Datasets::create_from`].
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

    /// Creates a source for a new dataset, which is written in parts and removed when it is dropped. It
    /// is used with [`Datasets::create_from_upload`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Collection::create`] that can be detected before the content is known,
    /// and [`ErrorKind::Storage`] if the source cannot be written to disk.
    pub fn new_source(&self, name: &str) -> Result<Upload> {
        let caller = self.collection.may_create(Some(name))?;
        Upload::passing(self.folder(), name, &self.uploader(caller))
    }

    /// Creates a source for an existing dataset, which is written in parts and removed when it is
    /// dropped. It is used with [`Datasets::update_from_upload`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Collection::update`] that can be detected before the content is known,
    /// and [`ErrorKind::Storage`] if the source cannot be written to disk.
    pub fn next_source(&self, name: &str) -> Result<Upload> {
        let caller = self.collection.may_update(name)?;
        Upload::passing(self.folder(), name, &self.uploader(caller))
    }

    /// Opens an upload: a source that is written in parts, and kept until it is loaded or discarded. When
    /// the same user opens the upload again under the same name, for example after the process has
    /// restarted, it still contains the data that was sent before.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] for anonymous callers, [`ErrorKind::Invalid`] if the name is
    /// not a valid name of a dataset, [`ErrorKind::Throttled`] if there are too many uploads, and
    /// [`ErrorKind::Storage`] if the upload cannot be stored.
    pub fn upload(&self, name: &str) -> Result<Upload> {
        let caller = self.collection.may_upload(name)?;
        Upload::open(self.folder(), name, &self.uploader(caller))
    }

    /// Stores a new dataset from an upload, and then removes the upload. If an error is returned, the upload
    /// is kept.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Datasets::create_from`], and [`ErrorKind::NotFound`] if the upload is empty.
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

    /// Updates a dataset from an upload like [`Datasets::update_from`], and then removes the upload. If an
    /// error is returned, the upload is kept.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Datasets::update_from`], and [`ErrorKind::NotFound`] if the upload is empty.
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

    /// Returns the caller on whose behalf operations are performed.
    pub fn caller(&self) -> &Caller {
        &self.caller
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
            // Retries, because the files of a revision are deleted when there is a newer revision.
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

/// Methods of datasets that the other modules and crates of Glossweave call.
pub trait DatasetsExt<'a> {
    /// Creates the datasets of a caller.
    fn new(collection: Collection<'a, Dataset>, caller: Caller) -> Self;

    /// Opens a dataset that the caller may use. Also returns its revision.
    fn open(&self, name: &str) -> Result<(Arc<OpenVocabulary>, u64)>;

    /// Opens a term base that the caller may use. Also returns its revision.
    fn term_base(&self, name: &str) -> Result<(TermBase, u64)>;
}

impl<'a> DatasetsExt<'a> for Datasets<'a> {
    fn new(collection: Collection<'a, Dataset>, caller: Caller) -> Datasets<'a> {
        Datasets { collection, caller }
    }

    fn open(&self, name: &str) -> Result<(Arc<OpenVocabulary>, u64)> {
        // Request limits are not applied, because the dataset stays open for other calls.
        self.newest(name, &|dataset| without_limits(|| self.folder().vocabulary(name, dataset)))
    }

    fn term_base(&self, name: &str) -> Result<(TermBase, u64)> {
        self.newest(name, &|dataset| without_limits(|| terms::open(name, dataset, self.folder())))
    }
}
