//! Damaged folders: either all data is there, or opening returns `ErrorKind::Storage`. It never
//! returns other data, panics or hangs.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use glossweave::ErrorKind;
use glossweave::store::{Action, Backend, Precondition, Snapshot, Table};
use harness::random::Random;

use super::{change, done, open, put, tally};

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}

/// Returns the files of a store, relative to its folder.
fn files(folder: &Path, below: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder.join(below)).unwrap() {
        let entry = entry.unwrap();
        let path = below.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(folder, &path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Creates a store with a history: values of all sizes, replaced and removed rows.
fn model(folder: &Path) -> Snapshot {
    let store = open(folder).unwrap();
    for round in 0..4_u8 {
        for number in 0..120_usize {
            let key = format!("row-{number}");
            let size = if number == 7 { 200_000 } else { number * 7 };
            done(
                &store,
                &[put(
                    &key,
                    if round == 0 { Precondition::Absent } else { Precondition::Present },
                    vec![round; size],
                )],
                &[tally("next/filter", 1)],
            );
        }
    }
    done(&store, &[change("row-9", Precondition::Present, Action::Remove)], &[]);
    let snapshot = store.snapshot().unwrap();
    drop(store);
    // sled creates its snapshots when it opens.
    drop(open(folder).unwrap());
    snapshot
}

#[derive(Debug, PartialEq)]
enum End {
    Whole,
    Refused,
}

/// Opens a damaged folder, reads all data and writes a row, with a time limit.
fn outcome(folder: &Path, expected: &Snapshot, what: &str) -> End {
    let (send, receive) = mpsc::channel();
    let path = folder.to_owned();
    thread::spawn(move || {
        let result = open(&path).and_then(|store| {
            let snapshot = store.snapshot()?;
            let _ = store.commit(&[put("new", Precondition::Absent, "1")], &[])?;
            let row = store.read(Table::Filters, "new")?;
            drop(store);
            let again = open(&path)?;
            assert_eq!(again.read(Table::Filters, "new")?, row);
            Ok(snapshot)
        });
        send.send(result).unwrap();
    });
    let result = receive
        .recv_timeout(Duration::from_secs(30))
        .unwrap_or_else(|error| unreachable!("{what}: no end, or a panic: {error}"));
    match result {
        Ok(snapshot) => {
            assert!(snapshot == *expected, "{what}: other data");
            End::Whole
        }
        Err(error) => {
            assert!(matches!(error.kind(), ErrorKind::Storage), "{what}: {error}");
            End::Refused
        }
    }
}

/// Damages a copy of the model in many ways.
struct Bench {
    folder: tempfile::TempDir,
    expected: Snapshot,
}

impl Bench {
    fn new() -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let expected = model(&folder.path().join("model"));
        Bench { folder, expected }
    }

    fn files(&self) -> Vec<PathBuf> {
        files(&self.folder.path().join("model"), Path::new(""))
    }

    fn file(&self, begin: &str) -> PathBuf {
        let starts = |path: &PathBuf| path.to_string_lossy().starts_with(begin);
        self.files().into_iter().find(starts).unwrap()
    }

    fn run(&self, what: &str, spoil: impl FnOnce(&Path)) -> (End, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        copy(&self.folder.path().join("model"), folder.path());
        spoil(folder.path());
        (outcome(folder.path(), &self.expected, what), folder)
    }

    fn spoil(&self, what: &str, file: &Path, spoil: impl FnOnce(&mut Vec<u8>)) -> End {
        let change = |folder: &Path| {
            let mut bytes = fs::read(folder.join(file)).unwrap();
            spoil(&mut bytes);
            fs::write(folder.join(file), bytes).unwrap();
        };
        self.run(&format!("{} {what}", file.display()), change).0
    }
}

#[test]
fn an_untouched_copy_is_whole() {
    assert_eq!(Bench::new().run("nothing", |_| ()).0, End::Whole);
}

#[test]
fn spoilt_snapshots_are_made_anew() {
    let bench = Bench::new();
    let snap = bench.file("sled/snap.");
    for (what, spoil) in [
        ("empty", (|bytes: &mut Vec<u8>| bytes.clear()) as fn(&mut Vec<u8>)),
        ("cut", |bytes| bytes.truncate(bytes.len() / 2)),
        ("flipped", |bytes| *bytes.last_mut().unwrap() ^= 4),
    ] {
        assert_eq!(bench.spoil(what, &snap, spoil), End::Whole, "{what}");
    }
    let (end, folder) = bench.run("empty", |folder| fs::write(folder.join(&snap), "").unwrap());
    assert_eq!(end, End::Whole);
    assert!(!folder.path().join("damaged").exists(), "the copy is of no more use");
}

#[test]
fn what_cannot_be_repaired_is_kept() {
    let bench = Bench::new();
    let (end, folder) = bench.run("log of noise", |folder| {
        let log = folder.join("sled/db");
        let length = fs::metadata(&log).unwrap().len() as usize;
        fs::write(log, vec![0xA5; length]).unwrap();
    });
    assert_eq!(end, End::Refused);
    // Whatever sled changed, the next opening returns the same error.
    assert_eq!(open(folder.path()).unwrap_err().kind(), ErrorKind::Storage);
}

#[test]
fn cut_files_are_noticed() {
    let bench = Bench::new();
    for file in bench.files() {
        let length = fs::metadata(bench.folder.path().join("model").join(&file)).unwrap().len();
        for part in [0, 1, 10, 100, 250, 400, 500, 600, 750, 900, 990, 999] {
            let end = (length * part / 1000) as usize;
            bench.spoil(&format!("cut at {end} of {length}"), &file, |bytes| bytes.truncate(end));
        }
    }
}

#[test]
fn flipped_bits_are_noticed() {
    let bench = Bench::new();
    let mut random = Random::new(7);
    for file in bench.files() {
        let path = bench.folder.path().join("model").join(&file);
        let used: Vec<_> = fs::read(&path)
            .unwrap()
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte != 0)
            .map(|(at, _)| at)
            .collect();
        for _ in 0..if file.ends_with("db") {
            glossweave_testing::count(12, 120)
        } else {
            glossweave_testing::count(3, 12)
        } {
            if used.is_empty() {
                break;
            }
            let (at, bit) = (used[random.below(used.len())], random.below(8));
            bench.spoil(&format!("bit {bit} of byte {at}"), &file, |bytes| bytes[at] ^= 1 << bit);
        }
    }
}

#[test]
fn missing_files_are_noticed() {
    let bench = Bench::new();
    for file in bench.files() {
        let remove = |folder: &Path| fs::remove_file(folder.join(&file)).unwrap();
        let (end, _) = bench.run(&format!("no {}", file.display()), remove);
        let spare = ["lock", "sled/conf"].iter().any(|name| file == Path::new(name))
            || file.to_string_lossy().starts_with("sled/snap.");
        if spare {
            assert_eq!(end, End::Whole, "{}", file.display());
        } else if !file.starts_with("sled/blobs") {
            // The blob may have been replaced.
            assert_eq!(end, End::Refused, "{}", file.display());
        }
    }
    let (end, _) =
        bench.run("no database", |folder| fs::remove_dir_all(folder.join("sled")).unwrap());
    assert_eq!(end, End::Refused);
}

#[test]
fn an_older_copy_of_the_database_is_noticed() {
    let bench = Bench::new();
    let (end, _) = bench.run("old database", |folder| {
        let old = folder.join("old");
        copy(&folder.join("sled"), &old);
        let store = open(folder).unwrap();
        done(&store, &[put("later", Precondition::Absent, "1")], &[]);
        drop(store);
        fs::remove_dir_all(folder.join("sled")).unwrap();
        fs::rename(old, folder.join("sled")).unwrap();
    });
    assert_eq!(end, End::Refused);
}
