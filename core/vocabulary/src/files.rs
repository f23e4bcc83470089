//! The files of a revision.

use std::path::PathBuf;
use std::sync::Arc;

use glossweave_store::store::Lease;

/// The names of the files of a revision.
pub(super) const SOURCE: &str = "source";
pub(super) const NAMES: &str = "names";
pub(super) const TERMS: &str = "terms";
/// This file only exists if entities share names.
pub(super) const CONTEXT: &str = "context";

/// The folder with the files of a revision. The files are kept at least as long as this value
/// lives.
#[derive(Clone, Debug, Default)]
pub(super) struct Files {
    pub folder: PathBuf,
    /// The lease of the folder. `None` if the folder is stored next to the rows.
    pub lease: Option<Arc<Lease>>,
}

impl Files {
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn note_use(&self) {
        if let Some(lease) = &self.lease {
            lease.note_use();
        }
    }
}
