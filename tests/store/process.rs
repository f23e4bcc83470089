//! Who else wants the folder, and how fast it is.

use std::process::{Command, id};
use std::time::{Duration, Instant};
use std::{env, thread};

use glossweave::Kind;
use glossweave::store::{Backend, Durability, Expect, SledBackend, SledOptions, Table};

use super::{done, open, put, tally};

const FOLDER: &str = "GLOSSWEAVE_SECOND_FOLDER";

#[test]
#[ignore = "the child of the test below"]
fn child_that_comes_second() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    match open(folder.as_ref()) {
        Ok(_) => println!("opened"),
        Err(error) => println!("{:?}: {error}", error.kind()),
    }
}

fn second(folder: &std::path::Path) -> String {
    let output = Command::new(env::current_exe().unwrap())
        .args(["--ignored", "--exact", "process::child_that_comes_second", "--nocapture"])
        .env(FOLDER, folder)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_second_process_hears_who_has_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let options = SledOptions::default().with_program("first");
    let store = SledBackend::open(folder.path(), &options).unwrap();
    done(&store, &[put("a", Expect::Absent, "1")], &[]);
    let expected = format!("is in use by process {} (`first`) since 20", id());
    let said = second(folder.path());
    assert!(said.contains("Storage: the store in"), "{said}");
    assert!(said.contains(&expected), "{said}");
    let same = open(folder.path()).unwrap_err();
    assert_eq!(same.kind(), Kind::Storage);
    assert!(same.message().contains(&expected), "{same}");
    // Neither of them did any harm.
    done(&store, &[put("b", Expect::Absent, "1")], &[]);
    drop(store);
    assert!(second(folder.path()).contains("opened"));
}

#[test]
fn relaxed_writes_are_there_after_an_orderly_end() {
    let folder = tempfile::tempdir().unwrap();
    let options = SledOptions::default().with_durability(Durability::Periodic);
    let store = SledBackend::open(folder.path(), &options).unwrap();
    for number in 0..1_000 {
        done(&store, &[put(&format!("{number}"), Expect::Absent, "1")], &[tally("next/x", 1)]);
    }
    let before = store.snapshot().unwrap();
    drop(store);
    assert_eq!(open(folder.path()).unwrap().snapshot().unwrap(), before);
}

/// A figure: how often something happens in a second, on some threads.
fn rate(name: &str, threads: usize, act: impl Fn(usize, u64) + Sync) {
    let (begin, length) = (Instant::now(), Duration::from_secs(2));
    let count: u64 = thread::scope(|scope| {
        let act = &act;
        let spawn = |at| {
            scope.spawn(move || {
                let mut count = 0;
                while begin.elapsed() < length {
                    (0..10).for_each(|more| act(at, count + more));
                    count += 10;
                }
                count
            })
        };
        let running: Vec<_> = (0..threads).map(spawn).collect();
        running.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    let rate = count as f64 / begin.elapsed().as_secs_f64();
    println!("{name}, {threads} threads: {rate:.0}/s");
}

#[test]
#[ignore = "a figure: run with --release -- --ignored --nocapture speed"]
fn speed() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).unwrap();
    for threads in [1, 4] {
        rate("acknowledged writes of 200 bytes", threads, |at, number| {
            let change = put(&format!("{threads}-{at}-{number}"), Expect::Absent, vec![b'x'; 200]);
            done(&store, &[change], &[tally("owned/kay/filter", 1)]);
        });
    }
    for threads in [1, 2] {
        rate("reads of 200 bytes", threads, |_, number| {
            let key = format!("1-0-{}", number % 1_000);
            assert!(store.read(Table::Filters, &key).unwrap().is_some());
        });
    }
}
