//! The settings of batches.

use serde::{Deserialize, Serialize};

use crate::batch::BatchLimits;

/// The settings of batches.
///
/// ```
/// use glossweave::{Engine, Settings, engine::BatchSettings};
/// let batch = BatchSettings { threads: 2, documents: 100, bytes: 1 << 20, ..BatchSettings::default() };
/// let engine = Engine::builder(Settings { batch, ..Settings::default() }).open()?;
/// assert_eq!(engine.settings().batch.documents, 100);
/// # Ok::<(), glossweave::Error>(())
/// ```
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
    pub(in crate::engine) fn limits(&self) -> BatchLimits {
        BatchLimits { documents: self.documents, bytes: self.bytes }
    }
}
