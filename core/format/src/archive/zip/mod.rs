//! Zip archives (PKWARE APPNOTE 6.3): reading within limits, and replacing records while every other
//! byte stays.

mod directory;
mod patch;
mod reader;
mod second;
mod write;

pub use reader::{Archive, ArchiveRecords, Limits};
pub(super) use reader::{PackedRecord, packed_records};
pub(crate) use second::SecondReader;
pub(crate) use write::write;

#[cfg(test)]
pub(crate) mod builder;
#[cfg(test)]
pub(crate) use directory::END;
