//! Storage on disk: opening again, changes during reads, continued uploads.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use glossweave::resource::ResourceUpdate;
use glossweave::store::{SledBackend, SledOptions, export, import};
use glossweave::{ErrorKind, Settings};

use super::{Fixture, PLACES, said};

fn fixture(folder: &Path) -> Fixture {
    let mut settings = Settings::default();
    settings.store.location = Some(folder.to_str().unwrap().parse().unwrap());
    Fixture::with(settings)
}

/// Returns the folders of datasets.
fn folders(store: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(store.join("datasets"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "uploads")
        .collect();
    names.sort();
    names
}

#[test]
fn names_outlive_the_engine() {
    let folder = tempfile::tempdir().unwrap();
    let first = fixture(folder.path());
    first.create("places", PLACES, &[]).unwrap();
    drop(first);
    // Files that a crash has left are removed when the store is opened.
    fs::create_dir(folder.path().join("datasets/77")).unwrap();
    fs::create_dir_all(folder.path().join("datasets/uploads")).unwrap();
    fs::write(folder.path().join("datasets/uploads/~1-1"), "x").unwrap();
    let second = fixture(folder.path());
    assert_eq!(folders(folder.path()).len(), 1);
    assert!(!folder.path().join("datasets/uploads/~1-1").exists());
    assert_eq!(second.found("Cork", &[("dataset", "places")]), ["Cork=Cork/City"]);
    second.update("places", "uri,label\nhttp://ex.org/Bonn,Bonn\n", &[]).unwrap();
    assert_eq!(second.found("Bonn, Cork", &[("dataset", "places")]).len(), 2);
    assert_eq!(folders(folder.path()).len(), 1, "the old revision is gone");
    second.anna().datasets().delete("places", &ResourceUpdate::default()).unwrap();
    assert!(folders(folder.path()).is_empty());
}

#[test]
fn a_failed_change_leaves_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let fixture = fixture(folder.path());
    fixture.create("places", PLACES, &[]).unwrap();
    let before = folders(folder.path());
    fixture.update("places", "uri,label\nhttp://ex.org/x,\n", &[]).unwrap_err();
    fixture.create("places", PLACES, &[]).unwrap_err();
    let stale = fixture.anna().datasets().update(
        "places",
        Some(PLACES.as_bytes()),
        &said(&[("if-revision", "1")]),
    );
    assert_eq!(stale.unwrap_err().kind(), ErrorKind::PreconditionFailed);
    assert_eq!(folders(folder.path()), before);
}

#[test]
fn missing_files_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let first = fixture(folder.path());
    first.create("places", PLACES, &[]).unwrap();
    drop(first);
    fs::remove_dir_all(folder.path().join("datasets")).unwrap();
    let second = fixture(folder.path());
    let error = second.find("Cork", &[("dataset", "places")]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    assert!(error.message().contains("load it again"), "{error}");
    let language = said(&[("language", "en")]);
    for error in [
        second.update("places", PLACES, &[]).unwrap_err(),
        second.anna().datasets().update("places", None, &language).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Storage);
        assert!(error.message().contains("load it again with mode `replace`"), "{error}");
    }
    second.update("places", PLACES, &[("mode", "replace")]).unwrap();
    assert_eq!(second.found("Cork", &[("dataset", "places")]).len(), 1);
}

#[test]
fn no_new_dataset_gets_the_files_of_a_missing_one() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let first = fixture(folder.path());
    first.create("places", PLACES, &[]).unwrap();
    drop(first);
    let mut rows = Vec::new();
    export(&SledBackend::open(folder.path(), &SledOptions::default()).unwrap(), &mut rows).unwrap();
    let store = SledBackend::open(other.path(), &SledOptions::default()).unwrap();
    import(&store, rows.as_slice()).unwrap();
    drop(store);

    let second = fixture(other.path());
    second.create("towns", "uri,label\nhttp://ex.org/Bonn,Bonn\n", &[]).unwrap();
    let missing = second.find("Bonn", &[("dataset", "places")]).unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::Storage);
    second.anna().datasets().delete("places", &ResourceUpdate::default()).unwrap();
    assert_eq!(second.found("Bonn", &[("dataset", "towns")]), ["Bonn=Bonn/"]);
}

#[test]
fn requests_run_while_names_change() {
    let fixture = Fixture::new();
    let table = |round: usize| {
        let mut table = String::from("uri,label\n");
        (0..500).for_each(|n| table.push_str(&format!("http://ex.org/{round}-{n},name {n}\n")));
        table
    };
    fixture.create("names", &table(0), &[]).unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let readers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let mut rounds = 0;
                    while !done.load(Ordering::Relaxed) {
                        let found =
                            fixture.found("name 1, name 2, name 499", &[("dataset", "names")]);
                        assert_eq!(found.len(), 3);
                        let rounds_of =
                            |one: &String| one.split(['=', '-']).nth(1).unwrap().to_owned();
                        let first = rounds_of(&found[0]);
                        assert!(found.iter().all(|one| rounds_of(one) == first), "{found:?}");
                        rounds += 1;
                    }
                    rounds
                })
            })
            .collect();
        for round in 1..20 {
            fixture.update("names", &table(round), &[("mode", "replace")]).unwrap();
        }
        done.store(true, Ordering::Relaxed);
        assert!(readers.into_iter().all(|reader| reader.join().unwrap() > 0));
    });
}

#[test]
fn writers_at_once_all_count() {
    let fixture = Fixture::new();
    fixture.create("names", "uri,label\nhttp://ex.org/x,x\n", &[]).unwrap();
    thread::scope(|scope| {
        for number in 0..8 {
            let fixture = &fixture;
            scope.spawn(move || {
                let table = format!("uri,label\nhttp://ex.org/{number},name {number}\n");
                fixture.update("names", &table, &[]).unwrap();
            });
        }
    });
    assert_eq!(fixture.anna().datasets().read("names").unwrap().content.labels, 9);
}

#[test]
fn an_upload_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let first = fixture(folder.path());
    let (one, two) = PLACES.split_at(70);
    let datasets = first.anna().datasets();
    datasets.upload("places").unwrap().append(one.as_bytes()).unwrap();
    drop(first);

    let second = fixture(folder.path());
    let datasets = second.anna().datasets();
    let mut upload = datasets.upload("places").unwrap();
    assert_eq!((upload.len(), upload.name()), (70, "places"));
    upload.append(&two.as_bytes()[..two.len() - 1]).unwrap();
    upload.append(b",oops,\n").unwrap();
    // A failed upload is kept.
    let mut strict = ResourceUpdate::default();
    strict.set("strict", "true").unwrap();
    let error = datasets.create_from_upload(upload, &strict).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    let upload = datasets.upload("places").unwrap();
    assert_eq!(upload.len() as usize, PLACES.len() + 6);
    upload.discard();

    let mut upload = datasets.upload("places").unwrap();
    assert!(upload.is_empty());
    upload.append(PLACES.as_bytes()).unwrap();
    let made = datasets.create_from_upload(upload, &ResourceUpdate::default()).unwrap();
    assert_eq!(made.content.labels, 5);
    // The upload is removed, and an empty source is refused.
    let gone = datasets.upload("places").unwrap();
    assert!(gone.is_empty());
    let error = datasets.update_from_upload(gone, &ResourceUpdate::default()).unwrap_err();
    assert_eq!(
        (error.kind(), error.message()),
        (ErrorKind::NotFound, "nothing was uploaded for `places`")
    );
    assert_eq!(datasets.read("places").unwrap().content.labels, 5);
    let other = second.engine.session(second.ben.clone()).datasets();
    assert!(other.upload("places").unwrap().is_empty());
    assert_eq!(datasets.upload("../x").unwrap_err().kind(), ErrorKind::Invalid);
}

#[test]
fn an_upload_takes_what_a_reader_gives_until_it_fails() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let fixture = fixture(folder.path());
    let mut upload = fixture.anna().datasets().upload("places").unwrap();
    let error = upload.append_from(&mut PLACES.as_bytes().chain(Broken)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    assert_eq!(upload.len() as usize, PLACES.len());
    let made =
        fixture.anna().datasets().create_from_upload(upload, &ResourceUpdate::default()).unwrap();
    assert_eq!(made.content.labels, 5);
}

#[test]
fn a_source_has_a_limit() {
    let mut settings = Settings::default();
    settings.limits.dataset = "100".parse().unwrap();
    let fixture = Fixture::with(settings);
    assert_eq!(fixture.create("places", PLACES, &[]).unwrap_err().kind(), ErrorKind::TooLarge);
    let datasets = fixture.anna().datasets();
    let mut source = PLACES.as_bytes();
    let load = glossweave::vocabulary::Load::new(&mut source);
    let error = datasets.create_from("places", load, &ResourceUpdate::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[test]
fn uploads_of_a_user_count_together() {
    let mut settings = Settings::default();
    settings.limits.dataset = "100".parse().unwrap();
    let fixture = Fixture::with(settings);
    let datasets = fixture.anna().datasets();
    let mut first = datasets.upload("first").unwrap();
    first.append(&[b'x'; 60]).unwrap();
    let mut second = datasets.upload("second").unwrap();
    assert_eq!(second.append(&[b'x'; 41]).unwrap_err().kind(), ErrorKind::TooLarge);
    second.append(&[b'x'; 40]).unwrap();
    let other = fixture.engine.session(fixture.ben.clone()).datasets();
    other.upload("first").unwrap().append(&[b'x'; 100]).unwrap();
    first.discard();
    datasets.upload("second").unwrap().append(&[b'x'; 60]).unwrap();
}
