//! Records of the categories Provenance and Localization Quality Issue.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::category::{Category, Field};
use super::reference::is_reference;

/// The records of one category, each in the order of [`Category::record`](super::Category::record).
/// Clones share the list, because any number of elements may refer to it.
#[derive(Clone, Debug, Default)]
pub struct Records(Option<Arc<Vec<Vec<Field>>>>);

impl Records {
    /// Creates the records of a category, and sorts the fields of each record. When a record repeats
    /// a field, the first value is used.
    pub fn of(category: Category, records: impl IntoIterator<Item = Vec<Field>>) -> Records {
        let place = |field: &Field| category.record().iter().position(|name| *name == field.0);
        let ordered = records.into_iter().map(|mut record| {
            record.sort_by_key(place);
            record.dedup_by(|later, first| later.0 == first.0);
            record
        });
        Records(Some(Arc::new(ordered.collect())))
    }

    /// Returns the records as a slice.
    pub fn as_slice(&self) -> &[Vec<Field>] {
        self.0.as_ref().map_or(&[], |all| all.as_slice())
    }

    /// Returns `true` if there are no records.
    pub fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    /// Adds a record.
    pub fn push(&mut self, record: Vec<Field>) {
        self.all().push(record);
    }

    /// Returns the first record, and creates it if necessary.
    pub fn first(&mut self) -> &mut Vec<Field> {
        let all = self.all();
        if all.is_empty() {
            all.push(Vec::new());
        }
        &mut all[0]
    }

    /// Keeps the records for which `keep` returns `true`.
    pub fn retain(&mut self, keep: impl Fn(&Vec<Field>) -> bool) {
        if !self.as_slice().iter().all(&keep) {
            self.all().retain(keep);
        }
    }

    /// Returns the size of the records in bytes, or 0 if the list is shared.
    pub fn heap_size(&self) -> usize {
        let Some(all) = self.0.as_ref().filter(|all| Arc::strong_count(all) == 1) else { return 0 };
        all.iter().flatten().map(|field| size_of::<Field>() + field.1.len()).sum()
    }

    /// Returns the address of the list. The address is unique while the list exists.
    pub fn address(&self) -> Option<usize> {
        self.0.as_ref().map(|all| Arc::as_ptr(all).addr())
    }

    /// Returns a copy with the references to resources resolved by `make`. Returns `None` if
    /// `is_ready` accepts all references.
    pub fn resolved(
        &self,
        is_ready: impl Fn(&str) -> bool,
        make: impl Fn(&str) -> Option<String>,
    ) -> Option<Records> {
        if self.references().all(is_ready) {
            return None;
        }
        let mut made = self.clone();
        for field in made.all().iter_mut().flatten().filter(|field| is_reference(field.0)) {
            if let Some(reference) = make(&field.1) {
                field.1 = reference.into();
            }
        }
        Some(made)
    }

    /// Returns the references to resources.
    pub fn references(&self) -> impl Iterator<Item = &str> {
        let all = self.as_slice().iter().flatten();
        all.filter(|field| is_reference(field.0)).map(|field| &*field.1)
    }

    /// Returns `true` if both share one list.
    pub fn is(&self, other: &Records) -> bool {
        match (&self.0, &other.0) {
            (Some(list), Some(other)) => Arc::ptr_eq(list, other),
            (None, None) => true,
            _ => false,
        }
    }

    fn all(&mut self) -> &mut Vec<Vec<Field>> {
        Arc::make_mut(self.0.get_or_insert_default())
    }
}

impl PartialEq for Records {
    fn eq(&self, other: &Records) -> bool {
        self.is(other) || self.as_slice() == other.as_slice()
    }
}

impl Eq for Records {}

/// Hashes the length and the first record only, because long lists are hashed often.
impl Hash for Records {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.as_slice().len(), self.as_slice().first()).hash(state);
    }
}
