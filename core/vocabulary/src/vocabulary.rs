//! Open datasets: opened once for each revision, and shared.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use serde::Deserialize;

use super::Dataset;
use super::source_log::SourceLog;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::mmap_file::Way;
use glossweave_entity::{Dictionary, EntityIndex, IndexModels, Vocabulary};
use glossweave_rdf::GraphSource;
use glossweave_rdf::{Graph, GraphFile, Triples};
use glossweave_store::acl::{AuthContext, shown};
use glossweave_store::resource::{Resource, any};
use glossweave_store::store::{Backend, BlobStore, StagedDir, Table};
use glossweave_term::TermBase;

/// The names of the files of a revision.
pub(super) const SOURCE: &str = "source";
pub(super) const NAMES: &str = "names";
pub(super) const TERMS: &str = "terms";
/// Exists only if entities share names.
pub(super) const CONTEXT: &str = "context";
/// Made on first use.
const GRAPH: &str = "graph";

/// The most revisions that are kept open. Each has up to three files.
const OPEN: usize = 128;

/// Returns the models of entity indexes, when one is built or opened.
#[doc(hidden)]
pub type ModelSource = Box<dyn Fn() -> Result<IndexModels> + Send + Sync>;

/// The files of all datasets of an engine.
pub struct VocabularyFiles {
    store: Arc<dyn Backend>,
    files: BlobStore,
    open: Mutex<HashMap<u64, Arc<OpenVocabulary>>>,
    bases: Mutex<HashMap<u64, TermBase>>,
    beginning: Mutex<()>,
    models: ModelSource,
}

impl VocabularyFiles {
    /// Opens the folder beside the rows of a store, and removes what no row names. Returns
    /// `ErrorKind::Storage` if it fails.
    #[doc(hidden)]
    pub fn open(access: &AuthContext) -> Result<VocabularyFiles> {
        let store = access.shared_store();
        let folder = store.folder().map(|folder| folder.join("datasets"));
        let files = BlobStore::open(folder.as_deref())?;
        let (mut named, mut unread) = (HashSet::new(), 0);
        store.scan(Table::Datasets, None, &mut |_, row| {
            match serde_json::from_slice::<Row>(&row.value) {
                Ok(row) => named.extend(row.t.files),
                Err(_) => unread += 1,
            }
            Ok(ControlFlow::Continue(()))
        })?;
        // After an import rows name what is not there.
        files.begin_behind(named.iter().copied().max().unwrap_or(0));
        // Of a row that cannot be read nobody knows which folder is its own.
        if unread == 0 {
            files.keep(&named)?;
        }
        files.tidy();
        files.expire(SystemTime::now());
        let (open, bases, beginning) = <_>::default();
        let models: ModelSource = Box::new(|| Ok(IndexModels::default()));
        Ok(VocabularyFiles { store, files, open, bases, beginning, models })
    }

    /// Sets the models for entities that share names.
    #[doc(hidden)]
    #[must_use]
    pub fn with_models(mut self, models: ModelSource) -> VocabularyFiles {
        self.models = models;
        self
    }

    pub(super) fn models(&self) -> Result<IndexModels> {
        (self.models)()
    }

    /// Creates a folder for what is made of a source of so many bytes. Returns `ErrorKind::Storage` if there
    /// is not enough space on the disk.
    pub(super) fn begin(&self, source: usize) -> Result<StagedDir> {
        // The source in one form, and about as much for the names and what is known of them.
        self.store.check_space(source as u64 * 2)?;
        self.files.begin()
    }

    /// Opens the source of a revision. Returns `ErrorKind::Storage` if it is missing, as after an import.
    pub(super) fn source(&self, files: u64) -> Result<SourceLog> {
        let source = self.file(files, SOURCE).and_then(|path| SourceLog::open(&path));
        source.map_err(|error| {
            let message =
                "the files of the dataset are not there: load it again with mode `replace`";
            Error::new(ErrorKind::Storage, message).because(error)
        })
    }

    /// Returns the path of a file of a revision.
    pub(super) fn file(&self, files: u64, name: &str) -> Result<PathBuf> {
        Ok(self.files.path(files)?.join(name))
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
    pub(super) fn size(&self, files: u64) -> u64 {
        self.files.size(files)
    }

    /// Returns the number of bytes of the files of a dataset, by its row.
    #[doc(hidden)]
    pub fn size_of_row(&self, row: &glossweave_store::store::Row) -> u64 {
        let row = serde_json::from_slice::<Row>(&row.value);
        row.ok().and_then(|row| row.t.files).map_or(0, |files| self.size(files))
    }

    /// Lets one upload at a time begin, since they are counted.
    pub(super) fn beginning(&self) -> MutexGuard<'_, ()> {
        self.beginning.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes uploads that nobody added to for a week, and returns their number.
    #[doc(hidden)]
    pub fn expire(&self) -> usize {
        self.files.expire(SystemTime::now())
    }

    /// Removes a revision that no row names any more. Those who have it open can go on.
    pub(super) fn forget(&self, files: u64) {
        // Who finds the names has found the rest.
        self.files.remove(files, NAMES);
        self.lock().remove(&files);
        self.bases().remove(&files);
    }

    /// Opens a dataset. Returns `ErrorKind::Invalid` for a term base, and `ErrorKind::Storage` if its files are
    /// missing or damaged.
    pub(crate) fn vocabulary(&self, name: &str, dataset: &Dataset) -> Result<Arc<OpenVocabulary>> {
        if dataset.sort.is_some() {
            let message = format!("the dataset `{name}` is a term base, expected names of things");
            return Err(Error::invalid(message).with_parameter("dataset"));
        }
        let Some(files) = dataset.files else { return Ok(Arc::default()) };
        if let Some(open) = self.lock().get(&files) {
            return Ok(open.clone());
        }
        let missing = |error: Error| {
            let message = format!("the files of the dataset `{name}` are not there: load it again");
            Error::new(ErrorKind::Storage, message).because(error)
        };
        let folder = self.files.path(files).map_err(missing)?;
        let names = Some(Dictionary::open_by(&folder.join(NAMES), Way::Copied).map_err(missing)?);
        let context = folder.join(CONTEXT);
        let context = match context.exists() {
            true => {
                let context = EntityIndex::open_by(&context, Way::Copied).map_err(missing)?;
                Some(self.with_own_models(name, context)?)
            }
            false => None,
        };
        let (language, graph) = (dataset.language.clone(), Mutex::default());
        let entities = Arc::new(Vocabulary { names, context });
        let opened = Arc::new(OpenVocabulary { entities, folder, language, graph });
        let mut open = self.lock();
        // Forgotten meanwhile: what was opened after the names may be missing.
        if !opened.folder.join(NAMES).exists() {
            let message = format!("the files of the dataset `{name}` went meanwhile");
            return Err(Error::new(ErrorKind::Storage, message));
        }
        if open.len() >= OPEN {
            open.clear();
        }
        Ok(open.entry(files).or_insert(opened).clone())
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
    pub(super) fn term_base(&self, files: u64) -> Result<TermBase> {
        if let Some(open) = self.bases().get(&files) {
            return Ok(open.clone());
        }
        let path = self.file(files, TERMS)?;
        let opened = TermBase::open_by(&path, Way::Copied)?;
        let mut open = self.bases();
        // Forgotten meanwhile: nobody will ask for it again.
        if path.exists() {
            if open.len() >= OPEN {
                open.clear();
            }
            open.insert(files, opened.clone());
        }
        Ok(opened)
    }

    fn bases(&self) -> MutexGuard<'_, HashMap<u64, TermBase>> {
        self.bases.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<OpenVocabulary>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for VocabularyFiles {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("VocabularyFiles").field("files", &self.files).finish_non_exhaustive()
    }
}

/// The graphs of all datasets of an engine.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct StoredGraphs {
    pub access: Arc<AuthContext>,
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
    files: Option<u64>,
}

/// A revision of a dataset.
#[derive(Debug, Default)]
#[doc(hidden)]
pub struct OpenVocabulary {
    entities: Arc<Vocabulary>,
    folder: PathBuf,
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
                let path = self.folder.join(GRAPH);
                if !path.exists() {
                    let spool = SourceLog::open(&self.folder.join(SOURCE))?;
                    let spool = spool.speaking(self.language.as_deref());
                    GraphFile::build(&spool)?.save(&path)?;
                }
                GraphFile::open_by(&path, Way::Copied)?
            }
        };
        Ok(graph.insert(Arc::new(made)).clone())
    }
}
