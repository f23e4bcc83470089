//! A disk that refuses writes while sled writes its log. The file size limit of the system is used
//! to cause this for one process, without a check of free space before.

use std::env;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use glossweave::ErrorKind;
use glossweave::store::{Backend, Durability, Precondition, SledBackend, SledOptions, Table};
use glossweave_testing::PATIENCE;

use super::{done, open, put};

const FOLDER: &str = "GLOSSWEAVE_FAILING_FOLDER";
const DURABILITY: &str = "GLOSSWEAVE_FAILING_DURABILITY";
const TEST: &str = "store::failing::a_write_that_fails_within_a_flush_hangs_nothing";
/// The maximum time of a call, which is longer than the store waits for a disk.
const MOST: Duration = PATIENCE;

/// Runs in the child process with a limited file size.
fn write(folder: &Path) {
    let durability: Durability = env::var(DURABILITY).unwrap().parse().unwrap();
    let options = SledOptions { durability, ..SledOptions::default() };
    let store = SledBackend::open(folder, &options).unwrap();
    let mut kept = 0;
    let error = loop {
        let begun = Instant::now();
        let change = put(&format!("row-{kept}"), Precondition::Absent, "x".repeat(3_000));
        let outcome = store.commit(&[change], &[]).and_then(|_| match durability {
            Durability::Periodic if kept % 100 == 99 => store.flush(),
            _ => Ok(()),
        });
        assert!(begun.elapsed() < MOST, "a commit took {:?}", begun.elapsed());
        match outcome {
            Ok(()) => kept += 1,
            Err(error) => break error,
        }
        assert!(kept < 20_000, "nothing failed");
    };
    assert_eq!(error.kind(), ErrorKind::Storage, "{error}");
    assert_eq!(store.check().unwrap_err().kind(), ErrorKind::Storage);
    // Reads continue, writes are refused immediately.
    let begun = Instant::now();
    for _ in 0..20 {
        assert!(store.read(Table::Filters, "row-0").unwrap().is_some());
        assert!(store.check().is_err() || store.read(Table::Filters, "row-1").is_ok());
    }
    let refused = store.commit(&[put("other", Precondition::Absent, "x".repeat(3_000))], &[]);
    assert!(begun.elapsed() < MOST, "reads took {:?}", begun.elapsed());
    println!("failed after {kept}: {error}; then {refused:?}");
    // Writes succeed again when space is available.
    let pid = std::process::id().to_string();
    let raised = Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited"]).status();
    assert!(raised.unwrap().success());
    let begun = Instant::now();
    while let Err(error) = store.commit(&[put("again", Precondition::Absent, "1")], &[]) {
        assert!(begun.elapsed() < MOST, "{error}");
        thread::sleep(Duration::from_millis(100));
    }
    store.check().unwrap();
    store.flush().unwrap();
    if durability == Durability::Flush {
        for number in 0..kept {
            assert!(store.read(Table::Filters, &format!("row-{number}")).unwrap().is_some());
        }
    }
    println!("goes on");
}

#[test]
fn a_write_that_fails_within_a_flush_hangs_nothing() {
    if let Some(folder) = env::var_os(FOLDER) {
        return write(folder.as_ref());
    }
    if Command::new("prlimit").arg("--version").output().is_err() {
        eprintln!("skipped: prlimit is missing");
        return;
    }
    for durability in Durability::ALL {
        let folder = tempfile::tempdir().unwrap();
        // The signal is ignored, because it would end the process.
        let script = "trap '' XFSZ; ulimit -S -f 6000; exec \"$0\" --exact \"$1\" --nocapture";
        let output = Command::new("sh")
            .args(["-c", script])
            .arg(env::current_exe().unwrap())
            .arg(TEST)
            .env(FOLDER, folder.path())
            .env(DURABILITY, durability.name())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}\n{errors}", durability.name());
        assert!(said.contains("goes on"), "{said}");
        println!("{said}");
        let store = open(folder.path()).unwrap();
        done(&store, &[put("last", Precondition::Absent, "1")], &[]);
    }
}
