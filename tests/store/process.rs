//! Other processes that open the folder, and its state when a process ends regularly.

use std::env;
use std::path::Path;
use std::process::{Command, id};

use glossweave::ErrorKind;
use glossweave::store::{Backend, Durability, Precondition, SledBackend, SledOptions};

use super::{done, open, put, tally};

const FOLDER: &str = "GLOSSWEAVE_SECOND_FOLDER";

/// Runs in the second process.
fn come_second(folder: &Path) {
    match open(folder) {
        Ok(_) => println!("opened"),
        Err(error) => println!("{:?}: {error}", error.kind()),
    }
}

fn second(folder: &Path) -> String {
    let output = Command::new(env::current_exe().unwrap())
        .args([
            "--exact",
            "store::process::a_second_process_is_told_who_has_the_folder",
            "--nocapture",
        ])
        .env(FOLDER, folder)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_second_process_is_told_who_has_the_folder() {
    if let Some(folder) = env::var_os(FOLDER) {
        return come_second(folder.as_ref());
    }
    let folder = tempfile::tempdir().unwrap();
    let options = SledOptions { program: Some("first".into()), ..SledOptions::default() };
    let store = SledBackend::open(folder.path(), &options).unwrap();
    done(&store, &[put("a", Precondition::Absent, "1")], &[]);
    let expected = format!("is in use by process {} (`first`) since 20", id());
    let said = second(folder.path());
    assert!(said.contains("Storage: the store in"), "{said}");
    assert!(said.contains(&expected), "{said}");
    let same = open(folder.path()).unwrap_err();
    assert_eq!(same.kind(), ErrorKind::Storage);
    assert!(same.message().contains(&expected), "{same}");
    // Both attempts were harmless.
    done(&store, &[put("b", Precondition::Absent, "1")], &[]);
    drop(store);
    assert!(second(folder.path()).contains("opened"));
}

#[test]
fn relaxed_writes_are_there_after_an_orderly_end() {
    let folder = tempfile::tempdir().unwrap();
    let options = SledOptions { durability: Durability::Periodic, ..SledOptions::default() };
    let store = SledBackend::open(folder.path(), &options).unwrap();
    for number in 0..1_000 {
        done(
            &store,
            &[put(&format!("{number}"), Precondition::Absent, "1")],
            &[tally("next/x", 1)],
        );
    }
    let before = store.snapshot().unwrap();
    drop(store);
    assert_eq!(open(folder.path()).unwrap().snapshot().unwrap(), before);
}
