//! What a store knows about its own rows, written in the transaction that changes them.

use super::envelope;
use crate::store::Table;
use glossweave_base::error::Result;

/// The name of the tree of books and schema version.
pub(super) const META: &str = "meta";
/// The name of the tree of counters.
pub(super) const COUNTERS: &str = "counters";
/// The row of [`META`] with the books.
pub(super) const KEY: &str = "books";

/// How many rows there are and what their checksums add up to. A row that is missing, that came
/// back, or that stands in an older state than the others makes a difference here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Books {
    /// The last commit.
    pub(super) revision: u64,
    /// The sum of the checksums of all rows and counters.
    digest: u64,
    /// Counters first, then the tables in the order of [`Table::ALL`].
    rows: [u64; 1 + Table::ALL.len()],
}

impl Books {
    /// The same, at another revision.
    pub(super) fn at(self, revision: u64) -> Books {
        Books { revision, ..self }
    }

    /// Enters a row of the tree at a place.
    pub(super) fn enter(&mut self, tree: usize, checksum: u32) {
        self.rows[tree] = self.rows[tree].wrapping_add(1);
        self.digest = self.digest.wrapping_add(checksum.into());
    }

    /// Strikes a row out.
    pub(super) fn strike(&mut self, tree: usize, checksum: u32) {
        self.rows[tree] = self.rows[tree].wrapping_sub(1);
        self.digest = self.digest.wrapping_sub(checksum.into());
    }

    /// How many rows and counters there are.
    pub(super) fn rows(&self) -> u64 {
        self.rows.iter().sum()
    }

    /// The row to keep under [`KEY`].
    pub(super) fn seal(&self) -> Vec<u8> {
        let numbers = [self.digest].into_iter().chain(self.rows);
        let payload: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
        envelope::seal(META, KEY.as_bytes(), self.revision, &payload).0
    }

    /// Reads that row. Tables that came later have no rows yet.
    pub(super) fn open(sealed: &[u8]) -> Result<Books> {
        let opened = envelope::open(META, KEY.as_bytes(), sealed)?;
        let mut numbers = opened.payload.as_chunks::<8>().0.iter().copied().map(u64::from_le_bytes);
        let mut books = Books { revision: opened.revision, ..Books::default() };
        books.digest = numbers.next().unwrap_or_default();
        for (rows, kept) in books.rows.iter_mut().zip(numbers) {
            *rows = kept;
        }
        Ok(books)
    }
}
