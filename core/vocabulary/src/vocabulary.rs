//! Open datasets, which are opened once for each revision and shared.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use serde::Deserialize;

use super::Dataset;
use super::files::{CONTEXT, Files, NAMES, TERMS};
use super::source_log::SourceLog;
use glossweave_base::error::{Error, ErrorKind, Result, shown};
use glossweave_base::mmap_file::{FileAccess, OpenFile};
use glossweave_entity::{Dictionary, EntityIndex, EntityIndexExt, IndexModels, Vocabulary};
use glossweave_rdf::GraphSource;
use glossweave_rdf::{Graph, GraphFile, Triples};
use glossweave_store::acl::AuthContext;
use glossweave_store::resource::{Resource, any};
use glossweave_store::store::{
    Backend, BlobStore, FileStore, SharedFiles, SharedFilesOptions, StagedDir, StagedFiles,
    StoredFiles, Table,
};
use glossweave_term::TermBase;

/// The graph is created when it is used for the first time.
const GRAPH: &str = "graph";

/// The maximum number of revisions that are kept open. Each uses up to three files.
const OPEN: usize = 128;

/// A function that returns the models for entity indexes. It is called when an index is built or
/// opened.
type ModelSource = Box<dyn Fn() -> Result<IndexModels> + Send + Sync>;

/// The files of all datasets of an engine.
pub struct VocabularyFiles {
    store: Arc<dyn Backend>,
    files: BlobStore,
    /// The files that are shared with other engines, if the settings specify a location for them.
    shared: Option<SharedFiles>,
    open: Mutex<HashMap<StoredFiles, Arc<OpenVocabulary>>>,
    bases: Mutex<HashMap<StoredFiles, (TermBase, Files)>>,
    beginning: Mutex<()>,
    models: ModelSource,
}

/// The location of files that several engines share.
pub struct SharedPlace {
    /// The store of files.
    pub files: Arc<dyn FileStore>,
    /// The folder of the cache. If unset, the cache is stored next to the rows.
    pub cache: Option<PathBuf>,
    /// The maximum size of the cache, in bytes.
    pub cache_bytes: u64,
    /// The time for which unreferenced files are kept.
    pub grace: Duration,
}

impl VocabularyFiles {
    /// Opens the folder next to the rows of a store, and removes unreferenced files. Returns
    /// `ErrorKind::Storage` if the folder cannot be opened.
    pub fn open(access: &AuthContext) -> Result<VocabularyFiles> {
        let store = access.shared_store();
        let folder = store.folder().map(|folder| folder.join("datasets"));
        let files = BlobStore::open(folder.as_deref())?;
        let (named, is_whole) = named(&*store)?;
        let numbers: HashSet<u64> = named
            .iter()
            .filter_map(|files| match files {
                StoredFiles::Folder(number) => Some(*number),
                StoredFiles::Shared(_) => None,
            })
            .collect();
        // After an import, rows may refer to folders that do not exist. New folders must use higher
        // numbers.
        files.begin_behind(numbers.iter().copied().max().unwrap_or(0));
        // If a row cannot be read, no folder is removed, because the row may refer to any of them.
        if is_whole {
            files.keep(&numbers)?;
        }
        files.tidy();
        files.expire(SystemTime::now());
        let (open, bases, beginning) = <_>::default();
        let models: ModelSource = Box::new(|| Ok(IndexModels::default()));
        let shared = None;
        Ok(VocabularyFiles { store, files, shared, open, bases, beginning, models })
    }

    /// Stores the files of new revisions at a location that other engines also use. Returns
    /// `ErrorKind::Storage` if the cache on disk or the rows cannot be accessed.
    pub fn with_shared(mut self, place: SharedPlace) -> Result<VocabularyFiles> {
        let SharedPlace { files, cache, cache_bytes, grace } = place;
        let cache = cache.map_or_else(|| self.files.cache(), Ok)?;
        let options = SharedFilesOptions { cache, cache_bytes, grace };
        self.shared = Some(SharedFiles::open(&*self.store, files, options)?);
        // Uses random numbers, so that blank nodes of different loads stay distinct even when two engines
        // load data into the same dataset.
        self.files.begin_anywhere()?;
        Ok(self)
    }

    /// Sets the models for entities that share names.
    #[must_use]
    pub fn with_models(mut self, models: ModelSource) -> VocabularyFiles {
        self.models = models;
        self
    }

    pub(super) fn models(&self) -> Result<IndexModels> {
        (self.models)()
    }

    /// Creates a folder for the files that are built from a source of `source` bytes. Returns
    /// `ErrorKind::Storage` if there is not enough disk space, and `ErrorKind::Unsupported` if other engines
    /// would see the row without its files.
    pub(super) fn begin(&self, source: usize) -> Result<StagedDir> {
        if self.shared.is_none() && self.store.is_shared() {
            let message = "several engines share this store: set `files` to a shared location for the files of datasets";
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        // The normalized source needs about this much space, and so do the names and their context.
        self.store.check_space(source as u64 * 2)?;
        self.files.begin()
    }

    /// Stores a complete folder, so that a row can refer to it. Returns `ErrorKind::Storage` if the disk or
    /// the file store fails.
    pub(super) fn put(&self, staged: StagedDir) -> Result<(StoredFiles, StagedFiles)> {
        if let Some(shared) = &self.shared {
            let revision = shared.put(staged.path())?;
            return Ok((StoredFiles::Shared(revision), StagedFiles::default()));
        }
        staged.settle()?;
        Ok((StoredFiles::Folder(staged.number()), StagedFiles(Some(Arc::new(staged)))))
    }

    /// Returns the folder with the files of a revision. Shared files are downloaded first. Returns
    /// `ErrorKind::Storage` if the download fails or the files do not exist.
    fn files(&self, files: &StoredFiles) -> Result<Files> {
        match (files, &self.shared) {
            // In the folder of this engine, the same number would refer to different files.
            (StoredFiles::Folder(_), _) if self.store.is_shared() => {
                let message = "the files are in the folder of another store";
                Err(Error::new(ErrorKind::Storage, message))
            }
            (StoredFiles::Folder(number), _) => {
                Ok(Files { folder: self.files.path(*number)?, lease: None })
            }
            (StoredFiles::Shared(revision), Some(shared)) => {
                let lease = shared.open_revision(revision, &|| {
                    self.lock().clear();
                    self.bases().clear();
                })?;
                Ok(Files { folder: lease.folder().to_owned(), lease: Some(Arc::new(lease)) })
            }
            (StoredFiles::Shared(_), None) => {
                let message = "the files are in a shared location; set `files`";
                Err(Error::new(ErrorKind::Storage, message))
            }
        }
    }

    /// Opens the source of a revision. Returns `ErrorKind::Storage` if it is missing, for example after
    /// an import.
    pub(super) fn source(&self, files: &StoredFiles) -> Result<SourceLog> {
        let source = self.files(files).and_then(SourceLog::of_files);
        source.map_err(|error| {
            let message = "the files of the dataset are missing; load it again with mode `replace`";
            Error::new(ErrorKind::Storage, message).because(error)
        })
    }

    /// Returns the path of an unfinished file.
    pub(super) fn side(&self, name: &str) -> Result<PathBuf> {
        self.files.side(name)
    }

    /// Returns the store, which is used to check the free space for an upload.
    pub(super) fn store(&self) -> Arc<dyn Backend> {
        self.store.clone()
    }

    /// Returns the number and the total size of unfinished files whose name starts with `prefix`,
    /// except for the file `but`.
    pub(super) fn waiting(&self, prefix: &str, but: &Path) -> (u64, u64) {
        self.files.waiting(prefix, but)
    }

    /// Returns the total size of the files of a revision, in bytes.
    pub(super) fn size(&self, files: &StoredFiles) -> u64 {
        match files {
            StoredFiles::Folder(number) => self.files.size(*number),
            StoredFiles::Shared(revision) => revision.size(),
        }
    }

    /// Returns the total size of the files of a dataset in bytes, given its row.
    pub fn size_of_row(&self, row: &glossweave_store::store::Row) -> u64 {
        let row = serde_json::from_slice::<Row>(&row.value);
        row.ok().and_then(|row| row.t.files).map_or(0, |files| self.size(&files))
    }

    /// Locks the creation of uploads, so that they can be counted reliably.
    pub(super) fn beginning(&self) -> MutexGuard<'_, ()> {
        self.beginning.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes uploads that have not changed for a week, and shared files that have been unreferenced for the
    /// grace period. Returns the number of removed items. Returns `ErrorKind::Storage` if the file store
    /// fails.
    pub fn expire(&self) -> Result<usize> {
        let uploads = self.files.expire(SystemTime::now());
        let Some(shared) = &self.shared else { return Ok(uploads) };
        let shared = shared.expire(SystemTime::now(), || match named(&*self.store)? {
            (named, true) => Ok(named),
            (_, false) => {
                let message = "no shared files are removed: the row of a dataset cannot be read";
                Err(Error::new(ErrorKind::Storage, message))
            }
        })?;
        Ok(uploads + shared)
    }

    /// Removes an unreferenced revision. Callers that have it open can continue to use it.
    pub(super) fn forget(&self, files: &StoredFiles) {
        match (files, &self.shared) {
            // The names are removed first, because a caller that can open the names expects the
            // other files to exist.
            (StoredFiles::Folder(number), _) => self.files.remove(*number, NAMES),
            (StoredFiles::Shared(revision), Some(shared)) => {
                // The removal is delayed, because another engine may be downloading the files. If this
                // call fails, the delay starts at the next expiry instead.
                let _ = shared.remove_later(revision);
            }
            (StoredFiles::Shared(_), None) => {}
        }
        self.lock().remove(files);
        self.bases().remove(files);
    }

    /// Opens a dataset. Returns `ErrorKind::Invalid` if it is a term base, and `ErrorKind::Storage` if its
    /// files are missing or damaged.
    pub(crate) fn vocabulary(&self, name: &str, dataset: &Dataset) -> Result<Arc<OpenVocabulary>> {
        if dataset.sort.is_some() {
            let message = format!("the dataset `{name}` is a term base, expected names of things");
            return Err(Error::invalid(message).with_parameter("dataset"));
        }
        let Some(files) = &dataset.files else { return Ok(Arc::default()) };
        if let Some(open) = self.lock().get(files) {
            open.files.note_use();
            return Ok(open.clone());
        }
        let missing = |error: Error| {
            let message = format!("the files of the dataset `{name}` are missing; load it again");
            Error::new(ErrorKind::Storage, message).because(error)
        };
        let opened_files = self.files(files).map_err(missing)?;
        let names = Some(
            Dictionary::open_with(&opened_files.path(NAMES), FileAccess::Copied)
                .map_err(missing)?,
        );
        let context = opened_files.path(CONTEXT);
        let context = match context.exists() {
            true => {
                let context =
                    EntityIndex::open_with(&context, FileAccess::Copied).map_err(missing)?;
                Some(self.with_own_models(name, context)?)
            }
            false => None,
        };
        let (language, graph) = (dataset.language.clone(), Mutex::default());
        let entities = Arc::new(Vocabulary { names, context });
        let opened = Arc::new(OpenVocabulary { entities, files: opened_files, language, graph });
        let mut open = self.lock();
        // The revision was removed in the meantime, so that files that were opened after the names
        // may be missing.
        if !opened.files.path(NAMES).exists() {
            let message = format!("the files of the dataset `{name}` were removed in the meantime");
            return Err(Error::new(ErrorKind::Storage, message));
        }
        if open.len() >= OPEN {
            open.clear();
        }
        Ok(open.entry(files.clone()).or_insert(opened).clone())
    }

    /// Sets the models of a context. Returns `ErrorKind::Storage` if the context was built with another
    /// encoder.
    fn with_own_models(&self, name: &str, context: EntityIndex) -> Result<EntityIndex> {
        let IndexModels { encoder, space } = self.models()?;
        let context = match &space {
            Some(space) => context.with_class_space(space),
            None => context,
        };
        let Some(encoder) = encoder else { return Ok(context) };
        context.with_encoder(encoder).map_err(|error| {
            let message = format!(
                "the dataset `{name}` was loaded with a different sentence encoder; load it again"
            );
            Error::new(ErrorKind::Storage, message).because(error)
        })
    }

    /// Opens the term base of a revision. Returns `ErrorKind::Storage` if its file is missing or
    /// damaged.
    pub(super) fn term_base(&self, files: &StoredFiles) -> Result<TermBase> {
        if let Some((open, opened_files)) = self.bases().get(files) {
            opened_files.note_use();
            return Ok(open.clone());
        }
        let opened_files = self.files(files)?;
        let path = opened_files.path(TERMS);
        let opened = TermBase::open_with(&path, FileAccess::Copied)?;
        let mut open = self.bases();
        // If the revision was removed in the meantime, it is not cached, because it will not be
        // requested again.
        if path.exists() {
            if open.len() >= OPEN {
                open.clear();
            }
            open.insert(files.clone(), (opened.clone(), opened_files));
        }
        Ok(opened)
    }

    fn bases(&self) -> MutexGuard<'_, HashMap<StoredFiles, (TermBase, Files)>> {
        self.bases.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<StoredFiles, Arc<OpenVocabulary>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for VocabularyFiles {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let VocabularyFiles { files, shared, .. } = self;
        let mut shown = out.debug_struct("VocabularyFiles");
        shown.field("files", files).field("shared", shared).finish_non_exhaustive()
    }
}

/// The graphs of all datasets of an engine.
#[derive(Clone, Debug)]
pub struct StoredGraphs {
    /// The store that contains the users and their permissions for datasets.
    pub access: Arc<AuthContext>,
    /// The files of the datasets.
    pub folder: Arc<VocabularyFiles>,
}

impl GraphSource for StoredGraphs {
    fn graph(&self, name: &str) -> Result<Arc<dyn Triples + Send + Sync>> {
        let none = || Error::new(ErrorKind::NotFound, format!("no dataset {}", shown(name)));
        let take = || any(&self.access, name)?.ok_or_else(none);
        let mut dataset: Resource<Dataset> = take()?;
        loop {
            let opened = self.folder.vocabulary(name, &dataset.content);
            let error = match opened.and_then(|vocabulary| vocabulary.graph()) {
                Ok(graph) => return Ok(graph),
                Err(error) => error,
            };
            // Retries, because the files of a revision are deleted when there is a newer revision.
            let newer = take()?;
            if newer.revision == dataset.revision {
                return Err(error);
            }
            dataset = newer;
        }
    }
}

/// The part of a row that refers to its files.
#[derive(Deserialize)]
struct Row {
    t: RowFiles,
}

#[derive(Deserialize)]
struct RowFiles {
    #[serde(default)]
    files: Option<StoredFiles>,
}

/// Returns the files that the rows of datasets refer to, and `true` if all rows could be read.
fn named(store: &dyn Backend) -> Result<(Vec<StoredFiles>, bool)> {
    let (mut named, mut is_whole) = (Vec::new(), true);
    store.scan(Table::Datasets, None, &mut |_, row| {
        match serde_json::from_slice::<Row>(&row.value) {
            Ok(row) => named.extend(row.t.files),
            Err(_) => is_whole = false,
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((named, is_whole))
}

/// An open revision of a dataset.
#[derive(Debug, Default)]
pub struct OpenVocabulary {
    entities: Arc<Vocabulary>,
    files: Files,
    /// The default language of names.
    language: Option<String>,
    graph: Mutex<Option<Arc<GraphFile>>>,
}

impl OpenVocabulary {
    /// Returns the names of the entities and their context.
    pub fn entities(&self) -> Arc<Vocabulary> {
        self.entities.clone()
    }

    /// Returns the triples. When they are used for the first time, they are sorted into a separate
    /// file, and concurrent callers wait for it. Returns `ErrorKind::Storage` if the file cannot be
    /// created.
    pub fn graph(&self) -> Result<Arc<GraphFile>> {
        let mut graph = self.graph.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(graph) = &*graph {
            return Ok(graph.clone());
        }
        let made = match self.entities.names {
            None => GraphFile::build(&Graph::new())?,
            Some(_) => {
                let path = self.files.path(GRAPH);
                if !path.exists() {
                    let spool = SourceLog::of_files(self.files.clone())?;
                    let spool = spool.speaking(self.language.as_deref());
                    GraphFile::build(&spool)?.save(&path)?;
                }
                GraphFile::open_with(&path, FileAccess::Copied)?
            }
        };
        Ok(graph.insert(Arc::new(made)).clone())
    }
}
