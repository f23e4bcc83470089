//! Properties of every store of files, and revisions in a store that fails.

mod cache;
mod fault;

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use std::{fs, thread};

use super::{FileStore, FolderFiles, Revision, SharedFiles, SharedFilesOptions, StoredFiles};
use crate::store::MemoryBackend;
use fault::{Fault, FaultyFiles};
use glossweave_base::error::{ErrorKind, Result};

const HOUR: Duration = Duration::from_secs(3600);

/// Checks an implementation. Files of `large` bytes are stored in several parts if the
/// implementation supports this.
pub(super) fn conforms(files: &dyn FileStore, large: usize) {
    let read = |name: &str| -> Result<Vec<u8>> {
        let mut content = Vec::new();
        files.open(name)?.read_to_end(&mut content).unwrap();
        Ok(content)
    };
    let names = |prefix: &str| {
        let mut names: Vec<_> =
            files.list(prefix).unwrap().into_iter().map(|entry| entry.name).collect();
        names.sort();
        names
    };
    assert!(names("").is_empty());
    let content: Vec<u8> = (0..large).map(|number| (number % 251) as u8).collect();
    files.put("a/x/names", &mut &content[..]).unwrap();
    files.put("a/x/empty", &mut io::empty()).unwrap();
    files.put("ab/names", &mut &b"other"[..]).unwrap();
    assert!(read("a/x/names").unwrap() == content, "the content differs");
    assert_eq!(read("a/x/empty").unwrap(), b"");
    assert_eq!(names("a/"), ["a/x/empty", "a/x/names"]);
    assert_eq!(names(""), ["a/x/empty", "a/x/names", "ab/names"]);
    let age = |name: &str| {
        let listed = files.list("").unwrap();
        let modified = listed.iter().find(|entry| entry.name == name).unwrap().modified;
        SystemTime::now().duration_since(modified).unwrap_or_default()
    };
    assert!(age("ab/names") < Duration::from_secs(60), "{:?}", age("ab/names"));

    // If the source fails half-way, no file remains.
    let mut broken = (&content[..]).chain(Broken);
    assert_eq!(files.put("a/y/names", &mut broken).unwrap_err().kind(), ErrorKind::Storage);
    assert_eq!(names("a/y/"), [""; 0]);
    assert_eq!(read("a/y/names").unwrap_err().kind(), ErrorKind::NotFound);

    files.remove("a/x/names").unwrap();
    files.remove("a/x/names").unwrap();
    assert_eq!(read("a/x/names").unwrap_err().kind(), ErrorKind::NotFound);
    files.remove("a/x/empty").unwrap();
    assert_eq!(names(""), ["ab/names"]);
    for name in ["", "../x", "a//x", "/x"] {
        assert_eq!(files.put(name, &mut io::empty()).unwrap_err().kind(), ErrorKind::Invalid);
    }
    files.remove("ab/names").unwrap();
}

/// A source that returns an error.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the source is broken"))
    }
}

/// Instances that share rows and files but have separate caches.
pub(super) struct Shared {
    pub rows: Arc<MemoryBackend>,
    pub files: Arc<FaultyFiles>,
    pub folder: tempfile::TempDir,
}

impl Shared {
    pub fn new() -> Shared {
        let folder = tempfile::tempdir().unwrap();
        let files = Arc::new(FolderFiles::open(folder.path().join("bucket")).unwrap());
        let (rows, files) = (Arc::new(MemoryBackend::new()), Arc::new(FaultyFiles::new(files)));
        Shared { rows, files, folder }
    }

    pub fn instance(&self, name: &str, cache_bytes: u64) -> SharedFiles {
        let cache = self.folder.path().join(name);
        let options = SharedFilesOptions { cache, cache_bytes, grace: HOUR };
        SharedFiles::open(&*self.rows, self.files.clone(), options).unwrap()
    }

    /// Returns a folder to store.
    pub fn made(&self, names: &[u8]) -> PathBuf {
        let folder = tempfile::tempdir_in(self.folder.path()).unwrap().keep();
        fs::write(folder.join("names"), names).unwrap();
        fs::write(folder.join("source"), b"source").unwrap();
        folder
    }

    /// Returns the names of stored files, from the first slash.
    pub fn stored(&self) -> Vec<String> {
        let listed = self.files.list("").unwrap();
        listed.into_iter().map(|entry| entry.name.split_once('/').unwrap().1.to_owned()).collect()
    }
}

fn open(shared: &SharedFiles, revision: &Revision) -> Result<Vec<u8>> {
    let lease = shared.open_revision(revision, &|| {})?;
    Ok(fs::read(lease.folder().join("names")).unwrap())
}

#[test]
fn a_folder_conforms() {
    let folder = tempfile::tempdir().unwrap();
    conforms(&FolderFiles::open(folder.path()).unwrap(), 100_000);
}

#[test]
fn what_one_stores_another_fetches_once() {
    let shared = Shared::new();
    let (first, second) = (shared.instance("one", 1000), shared.instance("two", 1000));
    let revision = first.put(&shared.made(b"Cork")).unwrap();
    assert_eq!(shared.stored().len(), 2);
    assert_eq!(open(&first, &revision).unwrap(), b"Cork");
    assert_eq!(shared.files.opened(), 0, "the one that stored it has it");
    for _ in 0..2 {
        assert_eq!(open(&second, &revision).unwrap(), b"Cork");
    }
    assert_eq!(shared.files.opened(), 2);
    // The row round-trips.
    let row = serde_json::to_string(&StoredFiles::Shared(revision.clone())).unwrap();
    assert!(
        matches!(serde_json::from_str(&row).unwrap(), StoredFiles::Shared(read) if read == revision)
    );
    assert!(matches!(serde_json::from_str("7").unwrap(), StoredFiles::Folder(7)));
}

#[test]
fn many_threads_and_instances_with_one_cache_fetch_once() {
    let shared = Shared::new();
    let revision = shared.instance("one", 1000).put(&shared.made(b"Cork")).unwrap();
    shared.files.set(Fault::Slow);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let two = shared.instance("two", 1000);
                assert_eq!(open(&two, &revision).unwrap(), b"Cork");
            });
        }
    });
    assert_eq!(shared.files.opened(), 2);
}

#[test]
fn a_failed_upload_is_an_error_and_its_rest_goes_by_age() {
    let shared = Shared::new();
    let instance = shared.instance("one", 1000);
    shared.files.set(Fault::PutAfter(1));
    let error = instance.put(&shared.made(b"Cork")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    shared.files.set(Fault::None);
    assert_eq!(shared.stored().len(), 1);
    let now = SystemTime::now();
    assert_eq!(instance.expire(now + HOUR / 2, || Ok(Vec::new())).unwrap(), 0);
    assert_eq!(shared.stored().len(), 1, "it might still be going on");
    // The grace time begins when the revision is first seen without a row.
    assert_eq!(instance.expire(now + HOUR * 2, || Ok(Vec::new())).unwrap(), 0);
    assert_eq!(shared.stored().len(), 2);
    assert_eq!(instance.expire(now + HOUR * 2, || Ok(Vec::new())).unwrap(), 1);
    assert!(shared.stored().is_empty());
}

#[test]
fn a_download_that_fails_leaves_nothing_and_works_the_next_time() {
    let shared = Shared::new();
    let (first, second) = (shared.instance("one", 1000), shared.instance("two", 1000));
    let revision = first.put(&shared.made(b"Cork")).unwrap();
    for fault in [Fault::Open, Fault::CutOff, Fault::Truncated, Fault::Flipped] {
        shared.files.set(fault);
        let error = open(&second, &revision).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Storage, "{fault:?}");
        assert!(error.message().contains(&revision.id), "{error}");
        let remaining: Vec<_> = fs::read_dir(shared.folder.path().join("two")).unwrap().collect();
        assert_eq!(remaining.len(), 1, "{fault:?}: {remaining:?}");
        // The instance with the revision in its cache still returns it.
        assert_eq!(open(&first, &revision).unwrap(), b"Cork");
    }
    shared.files.set(Fault::None);
    assert_eq!(open(&second, &revision).unwrap(), b"Cork");
}

#[test]
fn those_who_waited_for_a_failed_download_get_its_error() {
    let shared = Shared::new();
    let revision = shared.instance("one", 1000).put(&shared.made(b"Cork")).unwrap();
    let two = shared.instance("two", 1000);
    shared.files.set(Fault::SlowCutOff);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                assert_eq!(open(&two, &revision).unwrap_err().kind(), ErrorKind::Storage)
            });
        }
    });
    assert_eq!(shared.files.opened(), 1);
}

#[test]
fn a_row_that_was_crafted_leads_nowhere() {
    let shared = Shared::new();
    let instance = shared.instance("one", 1000);
    let revision = instance.put(&shared.made(b"Cork")).unwrap();
    let row = serde_json::to_string(&revision).unwrap();
    for (old, new) in
        [(&*revision.id, "../../../outside"), ("names", "../names"), ("names", "removed")]
    {
        let crafted: Revision = serde_json::from_str(&row.replace(old, new)).unwrap();
        assert_eq!(open(&instance, &crafted).unwrap_err().kind(), ErrorKind::Storage, "{new}");
    }
}

#[test]
fn a_removed_revision_stays_for_the_time_of_grace() {
    let shared = Shared::new();
    let (first, second) = (shared.instance("one", 1000), shared.instance("two", 1000));
    let old = first.put(&shared.made(b"Cork")).unwrap();
    let new = first.put(&shared.made(b"Cobh")).unwrap();
    let named = || Ok(vec![StoredFiles::Shared(new.clone())]);
    // The revision was stored long ago and is removed now.
    for name in shared.stored() {
        shared.files.age(&name, HOUR * 100);
    }
    first.remove_later(&old).unwrap();
    let now = SystemTime::now();
    assert_eq!(second.expire(now + HOUR / 2, named).unwrap(), 0);
    assert_eq!(open(&second, &old).unwrap(), b"Cork");
    assert_eq!(second.expire(now + HOUR * 2, named).unwrap(), 1);
    assert_eq!(shared.stored().len(), 2);
    assert_eq!(open(&shared.instance("three", 1000), &old).unwrap_err().kind(), ErrorKind::Storage);
    assert_eq!(open(&shared.instance("three", 1000), &new).unwrap(), b"Cobh");
    // An instance with the revision in its cache keeps it.
    assert_eq!(open(&second, &old).unwrap(), b"Cork");
}

#[test]
fn a_removal_that_failed_half_way_is_finished_later() {
    let shared = Shared::new();
    let instance = shared.instance("one", 1000);
    let revision = instance.put(&shared.made(b"Cork")).unwrap();
    instance.remove_later(&revision).unwrap();
    let later = SystemTime::now() + HOUR * 2;
    shared.files.set(Fault::RemoveAfter(1));
    assert_eq!(instance.expire(later, || Ok(Vec::new())).unwrap_err().kind(), ErrorKind::Storage);
    shared.files.set(Fault::None);
    assert!(shared.stored().iter().any(|name| name.ends_with("/removed")));
    assert_eq!(instance.expire(later, || Ok(Vec::new())).unwrap(), 1);
    assert!(shared.stored().is_empty());
}

#[test]
fn the_rows_are_read_after_the_files_were_listed() {
    let shared = Shared::new();
    let instance = shared.instance("one", 1000);
    let revision = instance.put(&shared.made(b"Cork")).unwrap();
    instance.remove_later(&revision).unwrap();
    let named = || {
        assert_eq!(shared.files.listed(), 1);
        Ok(vec![StoredFiles::Shared(revision.clone())])
    };
    assert_eq!(instance.expire(SystemTime::now() + HOUR * 2, named).unwrap(), 0);
    assert_eq!(open(&shared.instance("two", 1000), &revision).unwrap(), b"Cork");
}

#[test]
fn two_stores_of_rows_at_one_place_leave_each_other_alone() {
    let shared = Shared::new();
    let instance = shared.instance("one", 1000);
    let cache = shared.folder.path().join("other");
    let options = SharedFilesOptions { cache, cache_bytes: 1000, grace: HOUR };
    let other = SharedFiles::open(&MemoryBackend::new(), shared.files.clone(), options).unwrap();
    instance.put(&shared.made(b"Cork")).unwrap();
    let later = SystemTime::now() + HOUR * 2;
    for _ in 0..2 {
        assert_eq!(other.expire(later, || Ok(Vec::new())).unwrap(), 0);
    }
    assert_eq!(shared.stored().len(), 2);
}

#[test]
fn storing_longer_than_the_time_of_grace_is_an_error() {
    let shared = Shared::new();
    let cache = shared.folder.path().join("one");
    let options = SharedFilesOptions { cache, cache_bytes: 1000, grace: Duration::ZERO };
    let instance = SharedFiles::open(&*shared.rows, shared.files.clone(), options).unwrap();
    let error = instance.put(&shared.made(b"Cork")).unwrap_err();
    assert!(error.message().contains("files.grace"), "{error}");
}
