//! Stores of rows, which contain all data of an engine.
//!
//! ```
//! use glossweave::store::{
//!     Backend, Change, CommitOutcome, CounterUpdate, MemoryBackend, Precondition, Table,
//! };
//! use std::ops::ControlFlow;
//!
//! let store = MemoryBackend::new();
//! store.check()?;
//! let new = Change::put(Table::Filters, "places", Precondition::Absent, b"{}".to_vec());
//! let made = CounterUpdate::more("filters".to_owned());
//! assert_eq!(store.commit(&[new], &[made])?, CommitOutcome::Done { revision: 1 });
//! assert_eq!(store.counter("filters")?, 1);
//!
//! let mut keys = Vec::new();
//! store.scan(Table::Filters, None, &mut |key, row| {
//!     keys.push((key.to_owned(), row.revision));
//!     Ok(ControlFlow::Continue(()))
//! })?;
//! assert_eq!(keys, [("places".to_owned(), 1)]);
//!
//! // One writer saw revision 1, and another one changes the row first.
//! let seen = Precondition::Revision(1);
//! let _ = store.commit(&[Change::put(Table::Filters, "places", seen, b"[]".to_vec())], &[])?;
//! let late = store.commit(&[Change::remove(Table::Filters, "places", seen)], &[])?;
//! assert_eq!(late, CommitOutcome::RefusedChange(0));
//!
//! store.flush()?;
//! let copy = MemoryBackend::new();
//! copy.restore(store.snapshot()?)?;
//! assert_eq!(copy.read(Table::Filters, "places")?.unwrap().value, b"[]");
//! // What is in memory has no folder, and no disk to fill.
//! assert_eq!(copy.folder(), None);
//! copy.check_space(u64::MAX)?;
//! # Ok::<(), glossweave::Error>(())
//! ```

#[cfg(feature = "postgres")]
#[doc(inline)]
pub use glossweave_store::store::PostgresBackend;
#[cfg(feature = "sled")]
#[doc(inline)]
pub use glossweave_store::store::SledBackend;
#[doc(inline)]
pub use glossweave_store::store::{
    Action, Backend, Change, CommitOutcome, CounterUpdate, Durability, MemoryBackend, Precondition,
    Row, SledOptions, Snapshot, StoreLocation, Table, export, import, import_folder, import_to,
};
