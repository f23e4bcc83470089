//! A store of files with configurable faults.

use std::io::{self, Cursor, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::store::files::{FileEntry, FileStore, FolderFiles};
use glossweave_base::error::{Error, ErrorKind, Result};

#[derive(Clone, Copy, Debug)]
pub(in crate::store::files) enum Fault {
    None,
    /// Only this number of files is stored.
    PutAfter(usize),
    RemoveAfter(usize),
    Open,
    /// Reading ends with an error.
    CutOff,
    SlowCutOff,
    /// The content is a byte shorter, without an error.
    Truncated,
    /// One bit of the content differs.
    Flipped,
    Slow,
}

#[derive(Debug)]
pub(in crate::store::files) struct FaultyFiles {
    files: Arc<FolderFiles>,
    fault: Mutex<Fault>,
    opened: AtomicUsize,
    listed: AtomicUsize,
    ages: Mutex<Vec<(String, Duration)>>,
}

impl FaultyFiles {
    pub fn new(files: Arc<FolderFiles>) -> FaultyFiles {
        let (opened, listed, ages) = <_>::default();
        FaultyFiles { files, fault: Mutex::new(Fault::None), opened, listed, ages }
    }

    pub fn set(&self, fault: Fault) {
        *self.fault.lock().unwrap() = fault;
    }

    /// Returns the number of opened files.
    pub fn opened(&self) -> usize {
        self.opened.load(Ordering::SeqCst)
    }

    /// Returns how often the files were listed.
    pub fn listed(&self) -> usize {
        self.listed.load(Ordering::SeqCst)
    }

    /// Makes a file older.
    pub fn age(&self, end: &str, age: Duration) {
        self.ages.lock().unwrap().push((end.to_owned(), age));
    }

    fn count_down(&self) -> Result<()> {
        let mut fault = self.fault.lock().unwrap();
        match &mut *fault {
            Fault::PutAfter(0) | Fault::RemoveAfter(0) => {
                Err(Error::new(ErrorKind::Storage, "503 slow down"))
            }
            Fault::PutAfter(remaining) | Fault::RemoveAfter(remaining) => {
                *remaining -= 1;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

impl FileStore for FaultyFiles {
    fn put(&self, name: &str, content: &mut dyn Read) -> Result<()> {
        self.count_down()?;
        self.files.put(name, content)
    }

    fn open(&self, name: &str) -> Result<Box<dyn Read + Send>> {
        self.opened.fetch_add(1, Ordering::SeqCst);
        let fault = *self.fault.lock().unwrap();
        if matches!(fault, Fault::Slow | Fault::SlowCutOff) {
            sleep(Duration::from_millis(200));
        }
        let mut content = Vec::new();
        self.files.open(name)?.read_to_end(&mut content).unwrap();
        match fault {
            Fault::Open => return Err(Error::new(ErrorKind::Storage, "503 slow down")),
            Fault::CutOff | Fault::SlowCutOff => {
                content.pop();
                return Ok(Box::new(Cursor::new(content).chain(CutOff)));
            }
            Fault::Truncated => drop(content.pop()),
            Fault::Flipped => content[0] ^= 1,
            _ => {}
        }
        Ok(Box::new(Cursor::new(content)))
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.count_down()?;
        self.files.remove(name)
    }

    fn list(&self, prefix: &str) -> Result<Vec<FileEntry>> {
        self.listed.fetch_add(1, Ordering::SeqCst);
        let mut entries = self.files.list(prefix)?;
        for (end, age) in &*self.ages.lock().unwrap() {
            for entry in entries.iter_mut().filter(|entry| entry.name.ends_with(end)) {
                entry.modified = SystemTime::now() - *age;
            }
        }
        Ok(entries)
    }
}

struct CutOff;

impl Read for CutOff {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::ConnectionReset.into())
    }
}
