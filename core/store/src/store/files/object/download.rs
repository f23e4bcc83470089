//! The download of an object in parts, some of them in advance.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;

use object_store::{ObjectMeta, ObjectStoreExt};

use super::{Objects, PART, PARTS, Pending};
use glossweave_base::error::Result;

pub(super) struct Download {
    objects: Arc<Objects>,
    name: String,
    about: ObjectMeta,
    /// The position of the first byte that was not requested yet.
    next: u64,
    under_way: VecDeque<Pending<Vec<u8>>>,
    part: io::Cursor<Vec<u8>>,
}

impl Download {
    pub fn new(objects: Arc<Objects>, name: &str, about: ObjectMeta) -> Download {
        let (next, under_way, part) = <_>::default();
        Download { objects, name: name.to_owned(), about, next, under_way, part }
    }

    /// Returns the next part. It is empty at the end.
    fn next_part(&mut self) -> Result<Vec<u8>> {
        while self.next < self.about.size && self.under_way.len() < PARTS {
            let range = self.next..self.about.size.min(self.next + PART as u64);
            self.next = range.end;
            let (store, path) = (self.objects.store.clone(), self.about.location.clone());
            let get = async move { store.get_range(&path, range).await.map(Vec::from) };
            self.under_way.push_back(self.objects.begin(&self.name, get)?);
        }
        self.under_way.pop_front().map_or_else(|| Ok(Vec::new()), Pending::wait)
    }
}

impl Read for Download {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.part.position() == self.part.get_ref().len() as u64 {
            self.part = io::Cursor::new(self.next_part().map_err(io::Error::other)?);
        }
        self.part.read(buffer)
    }
}
