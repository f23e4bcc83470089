//! The part of a row that refers to files.

use serde::{Deserialize, Serialize};

/// The files of a revision of a resource, as stored in its row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StoredFiles {
    /// A numbered folder next to the rows.
    Folder(u64),
    /// Files in a store that several engines share.
    Shared(Revision),
}

/// Files that were stored together under a random name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Revision {
    /// The name, 32 hexadecimal digits.
    pub(super) id: String,
    pub(super) files: Vec<FileSum>,
}

/// A file of a revision.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct FileSum {
    pub name: String,
    pub bytes: u64,
    /// The SHA-256 of the content, as hexadecimal digits.
    pub sha256: String,
}

impl Revision {
    /// Returns the total bytes of the files.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// Returns `true` if the names have the expected form. They become paths, and a row may be
    /// crafted.
    pub(super) fn is_valid(&self) -> bool {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let is_name = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase());
        self.id.len() == 32
            && self.id.bytes().all(is_hex)
            && self.files.iter().all(|file| is_name(&file.name) && file.name != REMOVED)
    }
}

/// The name of the file that marks a revision as removed, next to its files.
pub(super) const REMOVED: &str = "removed";
