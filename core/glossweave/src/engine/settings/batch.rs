//! The settings of batches.

use serde::{Deserialize, Serialize};

use super::Settings;
use crate::batch::BatchLimits;

/// The settings of batches.
///
/// ```
/// use glossweave::{Engine, Settings, engine::BatchSettings};
/// let batch = BatchSettings::default().with_threads(2).with_documents(100).with_bytes(1 << 20);
/// let engine = Engine::builder(Settings::default().with_batch(batch)).open()?;
/// assert_eq!(engine.settings().batch.documents, 100);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BatchSettings {
    /// The number of threads of a batch, if its options do not say; 0 means as many as the machine has cores.
    pub threads: usize,
    /// The most documents of a batch.
    pub documents: usize,
    /// The most bytes of all documents of a batch together, unpacked.
    pub bytes: usize,
}

impl Default for BatchSettings {
    fn default() -> BatchSettings {
        BatchSettings { threads: 4, documents: 10_000, bytes: 1 << 30 }
    }
}

impl BatchSettings {
    /// Sets the number of threads of a batch.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> BatchSettings {
        self.threads = threads;
        self
    }

    /// Sets the most documents of a batch.
    #[must_use]
    pub fn with_documents(mut self, documents: usize) -> BatchSettings {
        self.documents = documents;
        self
    }

    /// Sets the most bytes of all documents of a batch together.
    #[must_use]
    pub fn with_bytes(mut self, bytes: usize) -> BatchSettings {
        self.bytes = bytes;
        self
    }

    pub(in crate::engine) fn limits(&self) -> BatchLimits {
        BatchLimits { documents: self.documents, bytes: self.bytes }
    }
}

impl Settings {
    /// Sets the settings of batches.
    ///
    /// ```
    /// use glossweave::{Settings, engine::BatchSettings};
    /// let settings = Settings::default().with_batch(BatchSettings::default().with_threads(8));
    /// assert_eq!(settings.batch.threads, 8);
    /// ```
    #[must_use]
    pub fn with_batch(mut self, settings: BatchSettings) -> Settings {
        self.batch = settings;
        self
    }
}
