//! Zip archives (PKWARE APPNOTE 6.3), which package formats use to store their parts. The archives
//! are read within limits, and records can be replaced without changes to the other bytes. Also
//! supports compressed files.

mod directory;
mod packed;
mod patch;
mod reader;
mod second;
mod write;

pub use packed::{PackedFile, PackedReader};
pub use reader::{Archive, ArchiveRecords, Limits};
pub use second::SecondReader;
pub use write::write;
