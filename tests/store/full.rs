//! A full disk, which is a small disk in memory. Only root can create it; for other users the tests
//! are skipped.

use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;
use std::{fs, thread};

use glossweave::ErrorKind;
use glossweave::store::{Action, Backend, Change, Precondition, SledBackend, SledOptions, Table};
use glossweave_store::store::FileStore;
use glossweave_store::store::FolderFiles;

use super::{change, done, put};

/// A separate file system, which is removed when this value is dropped.
struct Disk(tempfile::TempDir);

impl Disk {
    fn new(megabytes: u64) -> Option<Disk> {
        let disk = Disk(tempfile::tempdir().unwrap());
        let size = format!("size={megabytes}m");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(disk.0.path());
        if mount.output().is_ok_and(|output| output.status.success()) {
            return Some(disk);
        }
        eprintln!("skipped: only root can mount a small disk");
        None
    }

    fn filler(&self) -> std::path::PathBuf {
        self.0.path().join("filler")
    }

    /// Fills the disk except for some bytes.
    fn fill(&self, but: u64) {
        let output = Command::new("df").args(["-B1", "--output=avail"]).arg(self.0.path()).output();
        let output = String::from_utf8(output.unwrap().stdout).unwrap();
        let free: u64 = output.lines().last().unwrap().trim().parse().unwrap();
        let had = fs::metadata(self.filler()).map_or(0, |about| about.len());
        let bytes = vec![b'x'; (had + free).saturating_sub(but) as usize];
        fs::write(self.filler(), bytes).unwrap();
    }

    fn empty(&self) {
        fs::remove_file(self.filler()).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).output();
    }
}

fn open(folder: &Path, reserve: u64) -> SledBackend {
    SledBackend::open(folder, &SledOptions { reserve, ..SledOptions::default() }).unwrap()
}

/// Ends the test when a call hangs.
fn within(time: Duration, what: impl FnOnce() + Send + 'static) {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::spawn(move || {
        what();
        let _ = sender.send(());
    });
    if receiver.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
        unreachable!("a call hangs");
    }
    thread.join().unwrap();
}

#[test]
fn a_full_disk_fails_what_is_written_and_nothing_else() {
    let Some(disk) = Disk::new(48) else { return };
    within(Duration::from_secs(120), move || {
        let store = open(&disk.0.path().join("store"), 0);
        done(&store, &[put("first", Precondition::Absent, "1")], &[]);
        for round in 0..20 {
            let (mut kept, mut failed) = (Vec::new(), 0);
            disk.fill(4_700_000);
            // All sizes: within a page, over several pages, next to the log.
            for number in 0..200 {
                let key = format!("{round}-{number}");
                let value = "x".repeat([40, 30_000, 150_000][number % 3]);
                match store.commit(&[put(&key, Precondition::Absent, value)], &[]) {
                    Ok(_) => kept.push(key),
                    Err(error) => {
                        assert_eq!(error.kind(), ErrorKind::Storage, "{error}");
                        failed += 1;
                    }
                }
            }
            assert!(failed > 20, "{failed}");
            assert!(store.read(Table::Filters, "first").unwrap().is_some());
            store.check().unwrap();
            disk.empty();
            // Writes work again immediately, and nothing is lost.
            let again = format!("again-{round}");
            done(&store, &[put(&again, Precondition::Absent, "1")], &[]);
            for key in kept {
                done(&store, &[change(&key, Precondition::Present, Action::Remove)], &[]);
            }
        }
    });
}

#[test]
fn space_is_kept_and_removals_free_some() {
    let Some(disk) = Disk::new(48) else { return };
    within(Duration::from_secs(60), move || {
        let store = open(&disk.0.path().join("store"), 8 << 20);
        let value = "x".repeat(100_000);
        done(&store, &[put("a", Precondition::Absent, value.clone())], &[]);
        disk.fill(6 << 20);
        // Files are refused while rows are still written.
        let error = store.check_space(1).unwrap_err();
        assert!(error.message().contains("8388608 are kept free (`store.reserve`)"), "{error}");
        done(&store, &[put("b", Precondition::Absent, value.clone())], &[]);
        disk.fill(4 << 20);
        let more: [Change; 1] = [put("c", Precondition::Absent, value)];
        let error = store.commit(&more, &[]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Storage);
        assert!(error.message().contains("is full"), "{error}");
        store.check().unwrap();
        assert!(store.read(Table::Filters, "a").unwrap().is_some());
        done(&store, &[change("a", Precondition::Present, Action::Remove)], &[]);
        disk.empty();
        done(&store, &more, &[]);
        store.check_space(1).unwrap();
    });
}

#[test]
fn files_of_datasets_leave_the_reserve_free() {
    let Some(disk) = Disk::new(48) else { return };
    let files = FolderFiles::open(disk.0.path().join("files")).unwrap().with_reserve(8 << 20);
    files.put("small", &mut &b"x"[..]).unwrap();
    let large = vec![b'x'; 45 << 20];
    let error = files.put("large", &mut &large[..]).unwrap_err();
    assert_eq!((error.kind(), error.code()), (ErrorKind::Storage, Some("disk-full")));
    // No file remains.
    files.put("next", &mut &large[..20 << 20]).unwrap();
}

#[test]
fn a_store_on_a_full_disk_opens_for_reading() {
    let Some(disk) = Disk::new(48) else { return };
    within(Duration::from_secs(60), move || {
        let folder = disk.0.path().join("store");
        let store = open(&folder, 8 << 20);
        done(&store, &[put("a", Precondition::Absent, "1")], &[]);
        drop(store);
        for free in [3 << 20, 4096, 0] {
            disk.fill(free);
            let store = open(&folder, 8 << 20);
            assert!(store.read(Table::Filters, "a").unwrap().is_some());
            let error = store.commit(&[put("b", Precondition::Absent, "1")], &[]).unwrap_err();
            assert_eq!((error.kind(), error.code()), (ErrorKind::Storage, Some("disk-full")));
        }
        disk.empty();
        let store = open(&folder, 8 << 20);
        done(&store, &[put("b", Precondition::Absent, "1")], &[]);
    });
}

#[test]
fn a_store_that_was_killed_opens_on_a_full_disk_for_reading() {
    let Some(disk) = Disk::new(48) else { return };
    within(Duration::from_secs(120), move || {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path(), 0);
        for number in 0..300 {
            let value = "x".repeat([40, 3_000, 30_000][number % 3]);
            done(&store, &[put(&number.to_string(), Precondition::Absent, value)], &[]);
        }
        // The files of a killed process: nothing was closed.
        let killed = disk.0.path().join("store");
        let copied = Command::new("cp").arg("-r").arg(folder.path()).arg(&killed).status();
        assert!(copied.unwrap().success());
        drop(store);
        for free in [3 << 20, 4096, 0] {
            disk.fill(free);
            let store = open(&killed, 8 << 20);
            assert!(store.read(Table::Filters, "299").unwrap().is_some());
            let error = store.commit(&[put("b", Precondition::Absent, "1")], &[]).unwrap_err();
            assert_eq!((error.kind(), error.code()), (ErrorKind::Storage, Some("disk-full")));
        }
    });
}
