//! Open datasets: opened once for each revision, and shared.

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
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::mmap_file::Way;
use glossweave_entity::{Dictionary, EntityIndex, IndexModels, Vocabulary};
use glossweave_rdf::GraphSource;
use glossweave_rdf::{Graph, GraphFile, Triples};
use glossweave_store::acl::{AuthContext, shown};
use glossweave_store::resource::{Resource, any};
use glossweave_store::store::{
    Backend, BlobStore, FileStore, SharedFiles, SharedFilesOptions, StagedDir, StagedFiles,
    StoredFiles, Table,
};
use glossweave_term::TermBase;

/// Made on first use.
const GRAPH: &str = "graph";

/// The most revisions that are kept open. Each has up to three files.
const OPEN: usize = 128;

/// Returns the models of entity indexes, when one is built or opened.
type ModelSource = Box<dyn Fn() -> Result<IndexModels> + Send + Sync>;

/// The files of all datasets of an engine.
pub struct VocabularyFiles {
    store: Arc<dyn Backend>,
    files: BlobStore,
    /// The files that other engines use too, if the settings name a place for them.
    shared: Option<SharedFiles>,
    open: Mutex<HashMap<StoredFiles, Arc<OpenVocabulary>>>,
    bases: Mutex<HashMap<StoredFiles, (TermBase, Files)>>,
    beginning: Mutex<()>,
    models: ModelSource,
}

/// The place of files that several engines share.
pub struct SharedPlace {
    /// The store of files.
    pub files: Arc<dyn FileStore>,
    /// The folder of the cache; if it is not given, one beside the rows.
    pub cache: Option<PathBuf>,
    /// The most bytes of the cache.
    pub cache_bytes: u64,
    /// The time for which files stay that no row names.
    pub grace: Duration,
}

impl VocabularyFiles {
    /// Opens the folder beside the rows of a store, and removes what no row names. Returns
    /// `ErrorKind::Storage` if it fails.
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
        // After an import rows name what is not there.
        files.begin_behind(numbers.iter().copied().max().unwrap_or(0));
        // Of a row that cannot be read nobody knows which folder is its own.
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

    /// Stores the files of new revisions at a place that other engines use too. Returns `ErrorKind::Storage` if
    /// the disk of the cache or the rows fail.
    pub fn with_shared(mut self, place: SharedPlace) -> Result<VocabularyFiles> {
        let SharedPlace { files, cache, cache_bytes, grace } = place;
        let cache = cache.map_or_else(|| self.files.cache(), Ok)?;
        let options = SharedFilesOptions { cache, cache_bytes, grace };
        self.shared = Some(SharedFiles::open(&*self.store, files, options)?);
        // The numbers keep the blank nodes of two loads apart, also if two engines load into one dataset.
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

    /// Creates a folder for what is made of a source of so many bytes. Returns `ErrorKind::Storage` if there
    /// is not enough space on the disk, and `ErrorKind::Unsupported` if others would have the row without its files.
    pub(super) fn begin(&self, source: usize) -> Result<StagedDir> {
        if self.shared.is_none() && self.store.is_shared() {
            let message = "several engines share this store: `files` has to name a place for the files of datasets";
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        // The source in one form, and about as much for the names and what is known of them.
        self.store.check_space(source as u64 * 2)?;
        self.files.begin()
    }

    /// Stores a folder that is complete, for the row that will name it. Returns `ErrorKind::Storage` if the disk
    /// or the store of files fails.
    pub(super) fn put(&self, staged: StagedDir) -> Result<(StoredFiles, StagedFiles)> {
        if let Some(shared) = &self.shared {
            let revision = shared.put(staged.path())?;
            return Ok((StoredFiles::Shared(revision), StagedFiles::default()));
        }
        staged.settle()?;
        Ok((StoredFiles::Folder(staged.number()), StagedFiles(Some(Arc::new(staged)))))
    }

    /// Returns the folder with the files of a revision; those of a shared place are fetched. Returns
    /// `ErrorKind::Storage` if that fails or there are none.
    fn files(&self, files: &StoredFiles) -> Result<Files> {
        match (files, &self.shared) {
            // In the folder of this engine the number is that of other files.
            (StoredFiles::Folder(_), _) if self.store.is_shared() => {
                let message = "the files are in a folder of the store that the row comes from";
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
                let message = "the files are at a place that several engines share (`files`)";
                Err(Error::new(ErrorKind::Storage, message))
            }
        }
    }

    /// Opens the source of a revision. Returns `ErrorKind::Storage` if it is missing, as after an import.
    pub(super) fn source(&self, files: &StoredFiles) -> Result<SourceLog> {
        let source = self.files(files).and_then(SourceLog::of_files);
        source.map_err(|error| {
            let message =
                "the files of the dataset are not there: load it again with mode `replace`";
            Error::new(ErrorKind::Storage, message).because(error)
        })
    }

    /// Returns the path of a file that is not finished yet.
    pub(super) fn side(&self, name: &str) -> Result<PathBuf> {
        self.files.side(name)
    }

    /// Returns the store, which says if there is space for an upload.
    pub(super) fn store(&self) -> Arc<dyn Backend> {
        self.store.clone()
    }

    /// Returns the number and the bytes of other unfinished files whose names begin with a prefix.
    pub(super) fn waiting(&self, prefix: &str, but: &Path) -> (u64, u64) {
        self.files.waiting(prefix, but)
    }

    /// Returns the number of bytes of the files of a revision.
    pub(super) fn size(&self, files: &StoredFiles) -> u64 {
        match files {
            StoredFiles::Folder(number) => self.files.size(*number),
            StoredFiles::Shared(revision) => revision.size(),
        }
    }

    /// Returns the number of bytes of the files of a dataset, by its row.
    pub fn size_of_row(&self, row: &glossweave_store::store::Row) -> u64 {
        let row = serde_json::from_slice::<Row>(&row.value);
        row.ok().and_then(|row| row.t.files).map_or(0, |files| self.size(&files))
    }

    /// Lets one upload at a time begin, since they are counted.
    pub(super) fn beginning(&self) -> MutexGuard<'_, ()> {
        self.beginning.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes uploads that nobody added to for a week, and shared files that no row has named for the time of
    /// grace. Returns their number, and `ErrorKind::Storage` if the store of files fails.
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

    /// Removes a revision that no row names any more. Those who have it open can go on.
    pub(super) fn forget(&self, files: &StoredFiles) {
        match (files, &self.shared) {
            // Who finds the names has found the rest.
            (StoredFiles::Folder(number), _) => self.files.remove(*number, NAMES),
            (StoredFiles::Shared(revision), Some(shared)) => {
                // Another engine may be fetching it. If this fails, its time begins at the next expiry.
                let _ = shared.remove_later(revision);
            }
            (StoredFiles::Shared(_), None) => {}
        }
        self.lock().remove(files);
        self.bases().remove(files);
    }

    /// Opens a dataset. Returns `ErrorKind::Invalid` for a term base, and `ErrorKind::Storage` if its files are
    /// missing or damaged.
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
            let message = format!("the files of the dataset `{name}` are not there: load it again");
            Error::new(ErrorKind::Storage, message).because(error)
        };
        let own = self.files(files).map_err(missing)?;
        let names = Some(Dictionary::open_by(&own.path(NAMES), Way::Copied).map_err(missing)?);
        let context = own.path(CONTEXT);
        let context = match context.exists() {
            true => {
                let context = EntityIndex::open_by(&context, Way::Copied).map_err(missing)?;
                Some(self.with_own_models(name, context)?)
            }
            false => None,
        };
        let (language, graph) = (dataset.language.clone(), Mutex::default());
        let entities = Arc::new(Vocabulary { names, context });
        let opened = Arc::new(OpenVocabulary { entities, files: own, language, graph });
        let mut open = self.lock();
        // Forgotten meanwhile: what was opened after the names may be missing.
        if !opened.files.path(NAMES).exists() {
            let message = format!("the files of the dataset `{name}` went meanwhile");
            return Err(Error::new(ErrorKind::Storage, message));
        }
        if open.len() >= OPEN {
            open.clear();
        }
        Ok(open.entry(files.clone()).or_insert(opened).clone())
    }

    /// Sets the models of a context. Returns `ErrorKind::Storage` if it was built with another encoder.
    fn with_own_models(&self, name: &str, context: EntityIndex) -> Result<EntityIndex> {
        let IndexModels { encoder, space } = self.models()?;
        let context = match &space {
            Some(space) => context.with_class_space(space),
            None => context,
        };
        let Some(encoder) = encoder else { return Ok(context) };
        context.with_encoder(encoder).map_err(|error| {
            let message = format!(
                "the dataset `{name}` was loaded with another sentence encoder: load it again"
            );
            Error::new(ErrorKind::Storage, message).because(error)
        })
    }

    /// Opens the terms of a revision. Returns `ErrorKind::Storage` if its file is missing or damaged.
    pub(super) fn term_base(&self, files: &StoredFiles) -> Result<TermBase> {
        if let Some((open, own)) = self.bases().get(files) {
            own.note_use();
            return Ok(open.clone());
        }
        let own = self.files(files)?;
        let path = own.path(TERMS);
        let opened = TermBase::open_by(&path, Way::Copied)?;
        let mut open = self.bases();
        // Forgotten meanwhile: nobody will ask for it again.
        if path.exists() {
            if open.len() >= OPEN {
                open.clear();
            }
            open.insert(files.clone(), (opened.clone(), own));
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
    /// The store with the users, who may read or use datasets.
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
            // Its files go when a newer revision is there.
            let newer = take()?;
            if newer.revision == dataset.revision {
                return Err(error);
            }
            dataset = newer;
        }
    }
}

/// The part of a row that names its files.
#[derive(Deserialize)]
struct Row {
    t: Part,
}

#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    files: Option<StoredFiles>,
}

/// Returns the files that the rows of datasets name, and `true` if each row could be read.
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

/// A revision of a dataset.
#[derive(Debug, Default)]
pub struct OpenVocabulary {
    entities: Arc<Vocabulary>,
    files: Files,
    /// The language of names without one of their own.
    language: Option<String>,
    graph: Mutex<Option<Arc<GraphFile>>>,
}

impl OpenVocabulary {
    /// Returns the names of its entities, and their context.
    pub fn entities(&self) -> Arc<Vocabulary> {
        self.entities.clone()
    }

    /// Returns its triples. They are sorted into a file of their own on first use, which concurrent
    /// callers wait for. Returns `ErrorKind::Storage` if that fails.
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
                GraphFile::open_by(&path, Way::Copied)?
            }
        };
        Ok(graph.insert(Arc::new(made)).clone())
    }
}
