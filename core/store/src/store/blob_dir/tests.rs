use std::fs::File;

use super::*;

#[test]
fn a_folder_stays_only_where_it_is_kept() {
    let place = tempfile::tempdir().unwrap();
    let files = BlobStore::open(Some(place.path())).unwrap();
    let (kept, lost) = (files.begin().unwrap(), files.begin().unwrap());
    fs::write(kept.file("names"), "x").unwrap();
    kept.settle().unwrap();
    kept.keep();
    let (number, gone) = (kept.number(), lost.number());
    drop((kept, lost));
    assert!(files.path(number).unwrap().join("names").is_file());
    assert_eq!(files.path(gone).unwrap_err().kind(), ErrorKind::Storage);

    // Numbers continue, and folders without a row are removed.
    let files = BlobStore::open(Some(place.path())).unwrap();
    assert_eq!(files.begin().unwrap().number(), number + 1);
    files.begin_behind(number + 7);
    files.begin_behind(number);
    assert_eq!(files.begin().unwrap().number(), number + 8);
    files.keep(&HashSet::new()).unwrap();
    assert!(files.path(number).is_err());
}

#[test]
fn a_temporary_folder_goes_with_its_owner() {
    let files = BlobStore::open(None).unwrap();
    let staged = files.begin().unwrap();
    staged.keep();
    let path = files.path(staged.number()).unwrap();
    drop(files);
    assert!(!path.exists());
}

#[test]
fn a_process_that_was_forked_off_removes_nothing() {
    let mut files = BlobStore::open(None).unwrap();
    let mut staged = files.begin().unwrap();
    let path = files.path(staged.number()).unwrap();
    (files.owner, staged.owner) = (Owner(0), Owner(0));
    fs::write(staged.file("names"), "x").unwrap();
    files.remove(staged.number(), "names");
    drop((files, staged));
    assert!(path.join("names").is_file());
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

#[test]
fn what_nobody_adds_to_goes_after_a_week() {
    for place in [Some(tempfile::tempdir().unwrap()), None] {
        let files = BlobStore::open(place.as_ref().map(|place| place.path())).unwrap();
        assert_eq!(files.expire(SystemTime::now()), 0);
        let paths = ["1-a", "1-b", "11-c"].map(|name| files.side(name).unwrap());
        paths.iter().for_each(|path| fs::write(path, "four").unwrap());
        assert_eq!(files.waiting("1-", &paths[0]), (1, 4));
        let now = SystemTime::now();
        let file = File::options().append(true).open(&paths[1]).unwrap();
        file.set_modified(now - MAX_AGE - Duration::from_secs(60)).unwrap();
        assert_eq!(files.expire(now), 1);
        assert_eq!(paths.map(|path| path.exists()), [true, false, true]);
    }
}
