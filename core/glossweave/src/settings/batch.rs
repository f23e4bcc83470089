//! Settings of batches.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::size::Bytes;
use crate::batch::BatchLimits;

/// Settings of batches.
///
/// ```
/// use glossweave::{Engine, Settings, settings::{BatchSettings, Bytes}};
/// let batches = BatchSettings { threads: 2, documents: 100, size: Bytes::mebibytes(1) };
/// let engine = Engine::builder(Settings { batches, ..Settings::default() }).open()?;
/// assert_eq!(engine.settings().batches.documents, 100);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct BatchSettings {
    /// The number of threads of a batch if its options set none. 0 means one thread for each core
    /// of the machine.
    pub threads: usize,
    /// The maximum number of documents of a batch.
    pub documents: usize,
    /// The maximum total size of the documents of a batch, unpacked.
    pub size: Bytes,
}

impl Default for BatchSettings {
    fn default() -> BatchSettings {
        BatchSettings { threads: 4, documents: 10_000, size: Bytes::gibibytes(1) }
    }
}

impl BatchSettings {
    pub(crate) fn limits(&self) -> BatchLimits {
        BatchLimits { documents: self.documents, bytes: self.size.as_usize() }
    }
}
