//! The state of a Saxon thread: an isolate, and the stylesheets that are compiled in it.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use super::compile::{Compiled, compile};
use super::diagnostics;
use super::library::{Isolate, Library};
use super::stylesheet::SaxonStylesheet;
use glossweave_base::error::{ErrorKind, Result};

/// The maximum number of compiled stylesheets in a thread. Each takes about 0.3 MB.
const KEPT: usize = 128;

struct Entry {
    compiled: Rc<Compiled>,
    sheet: Weak<SaxonStylesheet>,
    used: u64,
}

/// The state of one thread.
pub(super) struct SaxonThread {
    library: Arc<Library>,
    /// The number of the thread.
    pub number: u64,
    heap: usize,
    collection: HashMap<u64, Entry>,
    /// The isolate, which is dropped after its content.
    isolate: Option<Rc<Isolate>>,
    clock: u64,
    is_spent: bool,
}

impl SaxonThread {
    pub fn new(library: Arc<Library>, number: u64, heap: usize) -> SaxonThread {
        SaxonThread {
            library,
            number,
            heap,
            collection: HashMap::new(),
            isolate: None,
            clock: 0,
            is_spent: false,
        }
    }

    /// Returns the isolate, which is created on the first call.
    pub fn isolate(&mut self) -> Result<Rc<Isolate>> {
        if let Some(isolate) = &self.isolate {
            return Ok(isolate.clone());
        }
        let isolate = Isolate::create(&self.library, self.heap)?;
        self.isolate = Some(isolate.clone());
        Ok(isolate)
    }

    /// Returns a compiled stylesheet. It is compiled if this thread has not compiled it before.
    pub fn compiled(&mut self, sheet: &Arc<SaxonStylesheet>) -> Result<Rc<Compiled>> {
        self.clock += 1;
        if let Some(entry) = self.collection.get_mut(&sheet.number) {
            entry.used = self.clock;
            return Ok(entry.compiled.clone());
        }
        let isolate = self.isolate()?;
        let compiled = compile(&isolate, sheet).inspect_err(|error| self.heed(error.kind()))?;
        let compiled = Rc::new(compiled);
        if self.collection.len() >= KEPT {
            self.sweep();
        }
        if self.collection.len() >= KEPT {
            let oldest = self.collection.iter().min_by_key(|(_, entry)| entry.used);
            if let Some(number) = oldest.map(|(number, _)| *number) {
                self.collection.remove(&number);
            }
        }
        let entry =
            Entry { compiled: compiled.clone(), sheet: Arc::downgrade(sheet), used: self.clock };
        self.collection.insert(sheet.number, entry);
        Ok(compiled)
    }

    /// Removes the stylesheets that are no longer used.
    pub fn sweep(&mut self) {
        self.collection.retain(|_, entry| entry.sheet.strong_count() > 0);
    }

    /// Marks the isolate as unusable if the heap was full.
    pub fn heed(&mut self, kind: ErrorKind) {
        self.is_spent |= kind == diagnostics::FULL;
    }

    /// Returns `true` if the thread has to be replaced.
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }
}
