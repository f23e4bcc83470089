//! The disk space of a store, after many changes and after a kill.

use std::fs;
use std::path::Path;

use glossweave::store::{
    Action, Backend, Durability, Precondition, SledBackend, SledOptions, Table,
};

use super::{change, done, open, put};

/// Returns the total bytes of all files below a folder.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .map(|entry| match entry.file_type().unwrap().is_dir() {
            true => size(&entry.path()),
            false => entry.metadata().unwrap().len(),
        })
        .sum()
}

fn value(seed: usize, bytes: usize) -> Vec<u8> {
    (0..bytes).map(|at| (at.wrapping_mul(seed + 7) >> 3) as u8).collect()
}

/// The numbers and sizes of rows, similar to stylesheets, pipelines and templates.
const MIXED: &[(&str, usize, usize)] =
    &[("large", 1, 890_000), ("middle", 20, 9_000), ("small", 40, 3_000)];

fn updates(durability: Durability, kinds: &[(&str, usize, usize)], rounds: usize) {
    let folder = tempfile::tempdir().unwrap();
    let options = SledOptions { durability, ..SledOptions::default() };
    let store = SledBackend::open(folder.path(), &options).unwrap();
    let live: usize = kinds.iter().map(|(_, count, bytes)| count * bytes).sum();
    for round in 1..=rounds {
        let expect = if round == 1 { Precondition::Absent } else { Precondition::Present };
        for (name, count, bytes) in kinds {
            for number in 0..*count {
                let value = value(round + number, *bytes);
                done(&store, &[put(&format!("{name}-{number}"), expect, value)], &[]);
            }
        }
    }
    store.flush().unwrap();
    let most = 3 * live as u64 + (4 << 20);
    let taken = size(folder.path());
    assert!(taken < most, "{taken} bytes for {live} under {}", durability.name());
    drop(store);
    let store = open(folder.path()).unwrap();
    let taken = size(folder.path());
    assert!(taken < most, "{taken} bytes for {live} after opening again");
    for (name, count, bytes) in kinds {
        for number in 0..*count {
            let key = format!("{name}-{number}");
            let row = store.read(Table::Filters, &key).unwrap().unwrap();
            assert!(row.value == value(rounds + number, *bytes), "{key}");
            done(&store, &[change(&key, Precondition::Present, Action::Remove)], &[]);
        }
    }
    drop(store);
    assert!(size(folder.path()) < 4 << 20, "{} bytes for nothing", size(folder.path()));
}

#[test]
fn what_was_replaced_takes_no_space() {
    for durability in Durability::ALL {
        updates(*durability, &[("stylesheet", 1, 890_000)], 60);
        updates(*durability, MIXED, 12);
    }
}
