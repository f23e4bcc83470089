//! Archives, in which packaged formats keep their parts, and compressed files.

mod packed;
pub(crate) mod zip;

pub use packed::{PackedFile, PackedReader};
pub use zip::{Archive, ArchiveRecords, Limits};
