//! Zip archives (PKWARE APPNOTE 6.3), in which packaged formats keep their parts: reading within limits, and replacing
//! records while every other byte stays. Also compressed files.

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
