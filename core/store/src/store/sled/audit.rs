//! The totals of the rows, which are updated in the same transaction as the rows.

use super::row_codec;
use crate::store::Table;
use glossweave_base::error::Result;

/// The name of the tree for the totals and the schema version.
pub(super) const META: &str = "meta";
/// The name of the tree for counters.
pub(super) const COUNTERS: &str = "counters";
/// The key of the totals in [`META`].
pub(super) const KEY: &str = "books";

/// The totals: the number of rows and the sum of their checksums. They do not match if a row is
/// missing, was restored, or is older than the other rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checksums {
    /// The revision of the last commit.
    pub(super) revision: u64,
    /// The sum of the checksums of all rows and counters.
    digest: u64,
    /// The number of rows in each tree: first the counters, then the tables in the order of
    /// [`Table::ALL`].
    rows: [u64; 1 + Table::ALL.len()],
}

impl Checksums {
    /// Returns the same totals with another revision.
    pub(super) fn at(self, revision: u64) -> Checksums {
        Checksums { revision, ..self }
    }

    /// Adds a row of the tree with this index.
    pub(super) fn add(&mut self, tree: usize, checksum: u32) {
        self.rows[tree] = self.rows[tree].wrapping_add(1);
        self.digest = self.digest.wrapping_add(checksum.into());
    }

    /// Subtracts a row of the tree with this index.
    pub(super) fn remove(&mut self, tree: usize, checksum: u32) {
        self.rows[tree] = self.rows[tree].wrapping_sub(1);
        self.digest = self.digest.wrapping_sub(checksum.into());
    }

    /// Returns the number of rows and counters.
    pub(super) fn rows(&self) -> u64 {
        self.rows.iter().sum()
    }

    /// Returns the row to store under [`KEY`].
    pub(super) fn seal(&self) -> Vec<u8> {
        let numbers = [self.digest].into_iter().chain(self.rows);
        let payload: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
        row_codec::seal(META, KEY.as_bytes(), self.revision, &payload).0
    }

    /// Parses the row under [`KEY`]. Tables that were added later have no rows yet.
    pub(super) fn open(sealed: &[u8]) -> Result<Checksums> {
        let opened = row_codec::open(META, KEY.as_bytes(), sealed)?;
        let mut numbers = opened.payload.as_chunks::<8>().0.iter().copied().map(u64::from_le_bytes);
        let mut checksums = Checksums { revision: opened.revision, ..Checksums::default() };
        checksums.digest = numbers.next().unwrap_or_default();
        for (rows, stored) in checksums.rows.iter_mut().zip(numbers) {
            *rows = stored;
        }
        Ok(checksums)
    }
}
