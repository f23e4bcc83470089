//! A process that writes is killed at random times, and the store is checked afterwards.
//!
//! The child process runs this test binary again. Each of its threads owns some keys. It prints
//! each operation before the call and, when the call has returned, prints that it is done.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{env, fs, thread};

use glossweave::store::{Action, Backend, Change, CounterUpdate, Precondition, Table};
use glossweave_testing::count;
use harness::random::Random;

use super::{done, open, tally};

const TEST: &str = "store::crash::nothing_acknowledged_is_lost_when_the_process_is_killed";
const FOLDER: &str = "GLOSSWEAVE_CRASH_FOLDER";
const SEED: &str = "GLOSSWEAVE_CRASH_SEED";
const LIVES: usize = 220;
const WRITERS: usize = 4;
const KEYS: usize = 6;
const OWNERS: [&str; 3] = ["ann", "ben", "cem"];

/// The value of a key: none, or an owner and a number.
type State = Option<(String, u64)>;

fn value(owner: &str, number: u64) -> Vec<u8> {
    // All sizes: within a page, over several pages, next to the log.
    let size = [0, 30, 700, 9_000, 150_000][(number % 61 % 5) as usize >> (number % 7).min(2)];
    format!("{owner} {number} {}", "x".repeat(size)).into_bytes()
}

fn parse(value: &[u8]) -> (String, u64) {
    let text = std::str::from_utf8(value).unwrap();
    let mut words = text.split(' ');
    let (owner, number) = (words.next().unwrap(), words.next().unwrap().parse().unwrap());
    assert_eq!(value, self::value(owner, number), "half of {owner} {number}");
    (owner.to_owned(), number)
}

fn owned(owner: &str) -> String {
    format!("owned/{owner}/filter")
}

/// Returns the changes of a key and its copy in a second table, in the same commit, so that a
/// partial commit is detected.
fn both(key: &str, expect: Precondition, action: &Action) -> [Change; 2] {
    [Table::Filters, Table::Pipelines].map(|table| Change {
        table,
        key: key.to_owned(),
        expect,
        action: action.clone(),
    })
}

/// Runs in the child process, which is killed.
fn write(folder: &Path) {
    let seed: u64 = env::var(SEED).unwrap().parse().unwrap();
    let store = open(folder).unwrap();
    // One write for each line, which is shorter than the atomic size of a pipe.
    let say = |text: String| std::io::stderr().write_all(text.as_bytes()).unwrap();
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let store = &store;
            scope.spawn(move || {
                let mut random = Random::new(seed * 100 + writer as u64);
                for round in 1.. {
                    let key = format!("{writer}-{}", random.below(KEYS));
                    let number = seed * 1_000_000 + round;
                    let old = store.read(Table::Filters, &key).unwrap();
                    let owner = OWNERS[random.below(OWNERS.len())];
                    let (changes, tallies, next) = match old {
                        None => {
                            let action = Action::Put(value(owner, number));
                            let changes = both(&key, Precondition::Absent, &action);
                            (changes, vec![tally(&owned(owner), 1)], Some(owner.to_owned()))
                        }
                        Some(row) => {
                            let (before, _) = parse(&row.value);
                            let expect = Precondition::Revision(row.revision);
                            let less = CounterUpdate {
                                within: 0..=u64::MAX,
                                ..tally(&owned(&before), -1)
                            };
                            if random.chance(30) {
                                (both(&key, expect, &Action::Remove), vec![less], None)
                            } else if random.chance(50) {
                                let changes =
                                    both(&key, expect, &Action::Put(value(owner, number)));
                                let more = tally(&owned(owner), 1);
                                (changes, vec![less, more], Some(owner.to_owned()))
                            } else {
                                let changes =
                                    both(&key, expect, &Action::Put(value(&before, number)));
                                (changes, vec![], Some(before))
                            }
                        }
                    };
                    let state = next.map_or("-".to_owned(), |owner| format!("{owner} {number}"));
                    say(format!("try {key} {state}\n"));
                    done(store, &changes, &tallies);
                    say(format!("ack {key} {state}\n"));
                }
            });
        }
    });
}

/// The known state of a key: the last acknowledged state, and the operation that was begun
/// afterwards.
#[derive(Default)]
struct Known {
    acknowledged: State,
    begun: Option<State>,
}

fn live(folder: &Path, seed: u64, known: &mut HashMap<String, Known>) -> usize {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", TEST, "--nocapture"])
        .env(FOLDER, folder)
        .env(SEED, seed.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let pipe = BufReader::new(child.stderr.take().unwrap());
    let acknowledged = AtomicUsize::new(0);
    thread::scope(|scope| {
        let counted = &acknowledged;
        let reader = scope.spawn(move || {
            let mut lines = Vec::new();
            for line in pipe.lines() {
                lines.push(line.unwrap());
                counted.store(lines.len(), Ordering::Relaxed);
            }
            lines
        });
        // Some processes are killed while they open the store, but most during writes, after a
        // number of steps.
        let mut random = Random::new(seed);
        let steps = if random.chance(10) { 0 } else { random.within(1..60) };
        while acknowledged.load(Ordering::Relaxed) < steps && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_micros(200));
        }
        thread::sleep(Duration::from_micros(random.within(0..2_000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        for line in reader.join().unwrap() {
            let words: Vec<_> = line.split(' ').collect();
            let (step, key, state) = match words[..] {
                [step, key, "-"] => (step, key, None),
                [step, key, owner, number] if matches!(step, "try" | "ack") => {
                    (step, key, Some((owner.to_owned(), number.parse().unwrap())))
                }
                _ => unreachable!("the child said: {line}"),
            };
            let known = known.entry(key.to_owned()).or_default();
            match step {
                "try" => known.begun = Some(state),
                _ => {
                    assert_eq!(known.begun.take(), Some(state.clone()));
                    known.acknowledged = state;
                }
            }
        }
    });
    acknowledged.into_inner()
}

fn look(folder: &Path, known: &mut HashMap<String, Known>) {
    let store = open(folder).unwrap();
    let (mut rows, mut large) = ([HashMap::new(), HashMap::new()], 0);
    for (table, rows) in [Table::Filters, Table::Pipelines].iter().zip(&mut rows) {
        store
            .scan(*table, None, &mut |key, row| {
                large += usize::from(row.value.len() > 4096);
                rows.insert(key.to_owned(), parse(&row.value));
                Ok(ControlFlow::Continue(()))
            })
            .unwrap();
    }
    let files = fs::read_dir(folder.join("values")).unwrap().count();
    assert_eq!(files, large, "files of large values");
    let [rows, copies] = rows;
    assert_eq!(rows, copies, "half of a commit");
    for owner in OWNERS {
        let count = rows.values().filter(|(other, _)| other == owner).count() as u64;
        assert_eq!(store.counter(&owned(owner)).unwrap(), count, "{owner}");
    }
    for key in rows.keys() {
        assert!(known.contains_key(key), "`{key}` comes from nowhere");
    }
    for (key, known) in known {
        let found = rows.get(key).cloned();
        if found != known.acknowledged {
            assert_eq!(Some(&found), known.begun.as_ref(), "`{key}`: {:?}", known.acknowledged);
        }
        *known = Known { acknowledged: found, begun: None };
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    if let Some(folder) = env::var_os(FOLDER) {
        return write(folder.as_ref());
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let mut known = HashMap::new();
    let mut steps = 0;
    let lives = count(60, LIVES);
    for seed in 1..=lives as u64 {
        steps += live(&path, seed, &mut known);
        look(&path, &mut known);
    }
    assert!(steps > 10 * lives, "only {steps} steps: the children hardly lived");
    println!("{lives} lives, {steps} steps");
    // No database was ever repaired, and the files do not grow without limit.
    assert!(!path.join("damaged").exists());
    let size: u64 = ["sled", "sled/blobs", "values"]
        .iter()
        .flat_map(|part| fs::read_dir(path.join(part)).unwrap())
        .map(|entry| entry.unwrap().metadata().unwrap().len())
        .sum();
    assert!(size < 256 << 20, "{size} bytes");
}
