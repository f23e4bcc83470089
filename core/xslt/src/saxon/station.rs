//! What a thread of Saxon has: an isolate, and the stylesheets that it has compiled there.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use super::compile::{Compiled, compile};
use super::complaint;
use super::library::{Isolate, Library};
use super::sheet::Sheet;
use glossweave_base::error::{Kind, Result};

/// How many compiled stylesheets a thread keeps. One takes some 0.3 MB.
const KEPT: usize = 128;

struct Entry {
    compiled: Rc<Compiled>,
    sheet: Weak<Sheet>,
    used: u64,
}

/// The place of work of one thread.
pub(super) struct Station {
    library: Arc<Library>,
    /// The number of the thread.
    pub number: u64,
    heap: usize,
    shelf: HashMap<u64, Entry>,
    /// Dropped after what is in it.
    isolate: Option<Rc<Isolate>>,
    clock: u64,
    is_spent: bool,
}

impl Station {
    pub fn new(library: Arc<Library>, number: u64, heap: usize) -> Station {
        Station {
            library,
            number,
            heap,
            shelf: HashMap::new(),
            isolate: None,
            clock: 0,
            is_spent: false,
        }
    }

    /// The isolate, made when it is needed first.
    pub fn isolate(&mut self) -> Result<Rc<Isolate>> {
        if let Some(isolate) = &self.isolate {
            return Ok(isolate.clone());
        }
        let isolate = Isolate::create(&self.library, self.heap)?;
        self.isolate = Some(isolate.clone());
        Ok(isolate)
    }

    /// A stylesheet, compiled now where it is not there yet.
    pub fn compiled(&mut self, sheet: &Arc<Sheet>) -> Result<Rc<Compiled>> {
        self.clock += 1;
        if let Some(entry) = self.shelf.get_mut(&sheet.number) {
            entry.used = self.clock;
            return Ok(entry.compiled.clone());
        }
        let isolate = self.isolate()?;
        let compiled = compile(&isolate, sheet).inspect_err(|error| self.heed(error.kind()))?;
        let compiled = Rc::new(compiled);
        if self.shelf.len() >= KEPT {
            self.sweep();
        }
        if self.shelf.len() >= KEPT {
            let oldest = self.shelf.iter().min_by_key(|(_, entry)| entry.used);
            if let Some(number) = oldest.map(|(number, _)| *number) {
                self.shelf.remove(&number);
            }
        }
        let entry =
            Entry { compiled: compiled.clone(), sheet: Arc::downgrade(sheet), used: self.clock };
        self.shelf.insert(sheet.number, entry);
        Ok(compiled)
    }

    /// Forgets the stylesheets that nobody has any more.
    pub fn sweep(&mut self) {
        self.shelf.retain(|_, entry| entry.sheet.strong_count() > 0);
    }

    /// After the heap was full, its isolate is not used again.
    pub fn heed(&mut self, kind: Kind) {
        self.is_spent |= kind == complaint::FULL;
    }

    /// Whether the thread has to be replaced.
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }
}
