//! Properties of every backend.

use std::ops::ControlFlow;
use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use glossweave::ErrorKind;
use glossweave::store::{
    Action, Backend, CommitOutcome, CounterUpdate, MemoryBackend, Precondition, Row, SledBackend,
    SledOptions, Table,
};

use super::{change, done, put, tally};

/// Runs a test on every backend.
fn on_each(test: impl Fn(&dyn Backend)) {
    test(&MemoryBackend::new());
    let folder = tempfile::tempdir().unwrap();
    test(&SledBackend::open(folder.path(), &SledOptions::default()).unwrap());
    #[cfg(feature = "postgres")]
    if let Some(server) = harness::postgres_server::shared() {
        let url = server.store();
        test(&glossweave::store::PostgresBackend::open(&url, Default::default()).unwrap());
    }
}

fn keys(store: &dyn Backend, after: Option<&str>, most: usize) -> Vec<String> {
    let mut keys = Vec::new();
    store
        .scan(Table::Filters, after, &mut |key, _| {
            keys.push(key.to_owned());
            Ok(if keys.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })
        .unwrap();
    keys
}

#[test]
fn rows_are_what_was_put_last() {
    on_each(|store| {
        assert_eq!(store.read(Table::Filters, "a").unwrap(), None);
        let first = done(store, &[put("a", Precondition::Absent, "1")], &[]);
        let row = Row { revision: first, value: b"1".to_vec() };
        assert_eq!(store.read(Table::Filters, "a").unwrap(), Some(row));
        assert_eq!(store.read(Table::Pipelines, "a").unwrap(), None);
        let second = done(store, &[put("a", Precondition::Revision(first), "")], &[]);
        assert!(second > first);
        let row = Row { revision: second, value: Vec::new() };
        assert_eq!(store.read(Table::Filters, "a").unwrap(), Some(row));
        done(store, &[change("a", Precondition::Present, Action::Remove)], &[]);
        assert_eq!(store.read(Table::Filters, "a").unwrap(), None);
        assert!(done(store, &[put("a", Precondition::Absent, "1")], &[]) > second);
    });
}

#[test]
fn expectations_are_held_to() {
    on_each(|store| {
        let revision = done(store, &[put("a", Precondition::Absent, "1")], &[]);
        for (key, expect, holds) in [
            ("a", Precondition::Absent, false),
            ("a", Precondition::Present, true),
            ("a", Precondition::Revision(revision), true),
            ("a", Precondition::Revision(revision + 1), false),
            ("b", Precondition::Absent, true),
            ("b", Precondition::Present, false),
            ("b", Precondition::Revision(revision), false),
        ] {
            let outcome = store.commit(&[change(key, expect, Action::Keep)], &[]).unwrap();
            assert_eq!(matches!(outcome, CommitOutcome::Done { .. }), holds, "{key} {expect:?}");
        }
        assert_eq!(store.read(Table::Filters, "a").unwrap().unwrap().revision, revision);
    });
}

#[test]
fn a_commit_happens_whole_or_not_at_all() {
    on_each(|store| {
        done(store, &[put("a", Precondition::Absent, "1")], &[tally("admins", 1)]);
        let before = store.snapshot().unwrap();
        let good = put("b", Precondition::Absent, "2");
        let outcome =
            store.commit(&[good.clone(), put("a", Precondition::Absent, "3")], &[]).unwrap();
        assert_eq!(outcome, CommitOutcome::RefusedChange(1));
        let tallies =
            [tally("next/filter", 1), CounterUpdate { within: 1..=9, ..tally("admins", -1) }];
        assert_eq!(store.commit(&[good], &tallies).unwrap(), CommitOutcome::RefusedTally(1));
        assert_eq!(store.snapshot().unwrap(), before);
    });
}

#[test]
fn counters_stay_within_their_bounds() {
    on_each(|store| {
        assert_eq!(store.counter("x").unwrap(), 0);
        assert_eq!(store.commit(&[], &[tally("x", -1)]).unwrap(), CommitOutcome::RefusedTally(0));
        done(store, &[], &[tally("x", i64::MAX), tally("x", i64::MAX), tally("x", 1)]);
        assert_eq!(store.counter("x").unwrap(), u64::MAX);
        assert_eq!(store.commit(&[], &[tally("x", 1)]).unwrap(), CommitOutcome::RefusedTally(0));
        done(store, &[], &[CounterUpdate { within: 0..=0, ..tally("y", 0) }]);
        // The second update of a counter is applied to the result of the first.
        let both = [tally("y", 1), CounterUpdate { within: 1..=1, ..tally("y", 1) }];
        assert_eq!(store.commit(&[], &both).unwrap(), CommitOutcome::RefusedTally(1));
        assert_eq!(store.counter("y").unwrap(), 0);
    });
}

#[test]
fn scans_are_in_the_order_of_bytes() {
    on_each(|store| {
        for key in ["b", "a", "ä", "a.1", "Z", "aa", "\u{10FFFF}"] {
            done(store, &[put(key, Precondition::Absent, key)], &[]);
        }
        let all = ["Z", "a", "a.1", "aa", "b", "ä", "\u{10FFFF}"];
        assert_eq!(keys(store, None, 99), all);
        assert_eq!(keys(store, Some("a"), 99), all[2..]);
        assert_eq!(keys(store, Some("a.0"), 2), all[2..4]);
        assert!(keys(store, Some("\u{10FFFF}"), 99).is_empty());
        let failed =
            store.scan(Table::Filters, None, &mut |key, _| Err(glossweave::Error::invalid(key)));
        assert_eq!(failed.unwrap_err().message(), "Z");
    });
}

#[test]
fn nothing_is_locked_while_a_scan_shows_rows() {
    on_each(|store| {
        for key in ["a", "b", "c"] {
            done(store, &[put(key, Precondition::Absent, "1")], &[]);
        }
        let mut seen = 0;
        store
            .scan(Table::Filters, None, &mut |key, _| {
                seen += 1;
                done(store, &[put(key, Precondition::Present, "2")], &[tally("seen", 1)]);
                assert!(store.snapshot().unwrap().rows.len() == 3);
                Ok(ControlFlow::Continue(()))
            })
            .unwrap();
        assert_eq!((seen, store.counter("seen").unwrap()), (3, 3));
    });
}

#[test]
fn keys_of_wrong_length_and_rows_named_twice_are_invalid() {
    on_each(|store| {
        let long = "k".repeat(257);
        for changes in [
            vec![put("", Precondition::Absent, "1")],
            vec![put(&long, Precondition::Absent, "1")],
            vec![put("a", Precondition::Absent, "1"), put("a", Precondition::Absent, "2")],
        ] {
            assert_eq!(store.commit(&changes, &[]).unwrap_err().kind(), ErrorKind::Invalid);
        }
        done(store, &[put(&long[1..], Precondition::Absent, "1")], &[]);
        let key = "with / and \0 in it";
        done(store, &[put(key, Precondition::Absent, vec![7; 3 << 20])], &[]);
        assert_eq!(store.read(Table::Filters, key).unwrap().unwrap().value, vec![7; 3 << 20]);
    });
}

/// Runs two threads that have read the same revision, `rounds` times.
fn race(store: &dyn Backend, rounds: u64) {
    done(store, &[put("race", Precondition::Absent, "0")], &[]);
    let barrier = Barrier::new(2);
    let odd = AtomicU64::new(0);
    let wins = [AtomicU64::new(0), AtomicU64::new(0)];
    thread::scope(|scope| {
        for (at, won) in wins.iter().enumerate() {
            let (barrier, odd) = (&barrier, &odd);
            scope.spawn(move || {
                for round in 0..rounds {
                    let seen = store.read(Table::Filters, "race").ok().flatten();
                    let revision = seen.map_or(0, |row| row.revision);
                    barrier.wait();
                    let value = format!("{round} by {at}");
                    let change = put("race", Precondition::Revision(revision), value.as_str());
                    let outcome = store.commit(&[change], &[tally("wins", 1)]);
                    barrier.wait();
                    let row = store.read(Table::Filters, "race").ok().flatten();
                    // Counted instead of asserted, because the other thread would wait forever.
                    let as_expected = match outcome {
                        Ok(CommitOutcome::Done { revision }) => {
                            won.fetch_add(1, Ordering::Relaxed);
                            row == Some(Row { revision, value: value.into_bytes() })
                        }
                        outcome => outcome.is_ok_and(|it| it == CommitOutcome::RefusedChange(0)),
                    };
                    odd.fetch_add(u64::from(!as_expected), Ordering::Relaxed);
                    barrier.wait();
                }
            });
        }
    });
    assert_eq!(odd.into_inner(), 0, "outcomes that were not as expected");
    let [one, other] = wins.map(AtomicU64::into_inner);
    assert_eq!(one + other, rounds, "{one} and {other}");
    assert_eq!(store.counter("wins").unwrap(), rounds);
}

#[test]
fn exactly_one_of_two_wins() {
    on_each(|store| race(store, glossweave_testing::count(500, 10_000) as u64));
}
