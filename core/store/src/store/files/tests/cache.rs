//! The size limit of a cache, and the order of removal.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use super::{Shared, open};
use crate::store::files::{Revision, SharedFiles};
use glossweave_base::error::ErrorKind;

fn is_cached(cache: &Path, revision: &Revision) -> bool {
    cache.join(&revision.id).exists()
}

fn put(shared: &Shared, instance: &SharedFiles) -> Revision {
    // With its source, 106 bytes.
    instance.put(&shared.made(&[b'x'; 100])).unwrap()
}

/// Sets the time of the last use.
fn used(cache: &Path, revision: &Revision, ago: u64) {
    let lock = fs::File::options().write(true).open(cache.join(format!("{}.lock", revision.id)));
    lock.unwrap().set_modified(SystemTime::now() - Duration::from_secs(ago)).unwrap();
}

#[test]
fn the_revision_that_was_not_used_for_longest_leaves() {
    let shared = Shared::new();
    let (first, second) = (shared.instance("one", 1000), shared.instance("two", 250));
    let cache = shared.folder.path().join("two");
    let [a, b, c] = [(), (), ()].map(|()| put(&shared, &first));
    open(&second, &a).unwrap();
    open(&second, &b).unwrap();
    used(&cache, &a, 100);
    used(&cache, &b, 200);
    open(&second, &c).unwrap();
    assert_eq!([&a, &b, &c].map(|revision| is_cached(&cache, revision)), [true, false, true]);
    // Opening a revision counts as a use.
    used(&cache, &c, 50);
    open(&second, &a).unwrap();
    open(&second, &b).unwrap();
    assert_eq!([&a, &b, &c].map(|revision| is_cached(&cache, revision)), [true, true, false]);
}

#[test]
fn what_is_in_use_stays() {
    let shared = Shared::new();
    let (first, second) = (shared.instance("one", 1000), shared.instance("two", 250));
    let cache = shared.folder.path().join("two");
    let [a, b, c] = [(), (), ()].map(|()| put(&shared, &first));
    let held = [&a, &b].map(|revision| second.open_revision(revision, &|| {}).unwrap());
    used(&cache, &a, 100);
    let error = open(&second, &c).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    assert!(error.message().contains("files.cache-size"), "{error}");
    assert_eq!([&a, &b, &c].map(|revision| is_cached(&cache, revision)), [true, true, false]);
    // Another engine with the same cache does not remove it either.
    assert!(open(&shared.instance("two", 250), &c).is_err());
    // A revision that is open and idle is released.
    let held = std::cell::Cell::new(Some(held));
    second.open_revision(&c, &|| drop(held.take())).unwrap();
    assert_eq!([&a, &b, &c].map(|revision| is_cached(&cache, revision)), [false, true, true]);
}

#[test]
fn a_revision_larger_than_the_cache_is_an_error() {
    let shared = Shared::new();
    let instance = shared.instance("one", 50);
    // The revision is stored anyway, because other engines may have a larger cache.
    let revision = put(&shared, &instance);
    let error = open(&instance, &revision).unwrap_err();
    assert!(
        error.message().contains("the files have 106 bytes, limit of the cache is 50"),
        "{error}"
    );
    assert!(open(&shared.instance("two", 1000), &revision).is_ok());
}

#[test]
fn files_that_were_added_count() {
    let shared = Shared::new();
    let (first, second) = (shared.instance("one", 1000), shared.instance("two", 250));
    let cache = shared.folder.path().join("two");
    let [a, b] = [(), ()].map(|()| put(&shared, &first));
    open(&second, &a).unwrap();
    fs::write(cache.join(&a.id).join("graph"), [0; 100]).unwrap();
    open(&second, &b).unwrap();
    assert!(!is_cached(&cache, &a));
}

#[test]
fn what_a_process_left_half_way_is_fetched_anew() {
    let shared = Shared::new();
    let (first, second) = (shared.instance("one", 1000), shared.instance("two", 1000));
    let cache = shared.folder.path().join("two");
    let revision = put(&shared, &first);
    fs::create_dir(cache.join(format!("{}.part", revision.id))).unwrap();
    fs::write(cache.join(format!("{}.lock", revision.id)), "106").unwrap();
    assert_eq!(open(&second, &revision).unwrap(), [b'x'; 100]);
    // A truncated file in the cache is downloaded again too.
    fs::write(cache.join(&revision.id).join("names"), "x").unwrap();
    assert_eq!(open(&second, &revision).unwrap(), [b'x'; 100]);
}
