//! Tests of failed log-ins.

use std::time::Duration;

use super::{WORD, World};
use crate::acl::{AuthContext, Caller, Users, expire_log_ins};
use crate::store::{Backend, Table};
use glossweave_base::error::ErrorKind;

#[test]
fn failed_log_ins_have_to_wait_longer_and_longer() {
    let world = World::new();
    for name in ["root", "nobody", "not a name", ""] {
        let fail = || world.nobody().authenticate(name, "wrong word").unwrap_err();
        for _ in 0..5 {
            assert_eq!(fail().kind(), ErrorKind::Unauthenticated, "{name}");
        }
        for wait in [1, 2, 4, 8, 16, 32, 60, 60] {
            let error = fail();
            assert_eq!(error.kind(), ErrorKind::Throttled, "{name}");
            assert_eq!(error.retry_after(), Some(Duration::from_secs(wait)), "{name}");
            world.clock.advance(Duration::from_millis(wait * 1_000 - 1));
            assert_eq!(fail().kind(), ErrorKind::Throttled, "{name}");
            world.clock.advance(Duration::from_millis(1));
            assert_eq!(fail().kind(), ErrorKind::Unauthenticated, "{name}");
        }
    }
    // The right password does not help before the wait is over. Afterwards it resets the count.
    let log_in = |word: &str| world.nobody().authenticate("root", word).map_err(|e| e.kind());
    assert_eq!(log_in("wrong word").unwrap_err(), ErrorKind::Unauthenticated);
    assert_eq!(log_in(WORD).unwrap_err(), ErrorKind::Throttled);
    world.clock.advance(Duration::from_secs(60));
    log_in(WORD).unwrap();
    assert_eq!(log_in("wrong word").unwrap_err(), ErrorKind::Unauthenticated);
    log_in(WORD).unwrap();
}

#[test]
fn failed_log_ins_elsewhere_keep_nobody_out() {
    let world = World::new();
    let at = |host: u8| world.nobody().from_address([192, 0, 2, host].into());
    at(1).authenticate("root", WORD).unwrap();
    // One attacker with ten guesses per second.
    for _ in 0..240 {
        at(9).authenticate("root", "wrong word").unwrap_err();
        world.clock.advance(Duration::from_millis(100));
    }
    assert_eq!(at(9).authenticate("root", WORD).unwrap_err().kind(), ErrorKind::Throttled);
    at(2).authenticate("root", WORD).unwrap();
    // Guesses from many addresses: a user can still log in from a known address.
    for host in 10..130 {
        let _ = at(host).authenticate("root", "wrong word").unwrap_err();
    }
    assert_eq!(at(3).authenticate("root", WORD).unwrap_err().kind(), ErrorKind::Throttled);
    for host in [1, 2] {
        (0..7).for_each(|_| drop(at(host).authenticate("root", "wrong word")));
        let error = at(host).authenticate("root", "wrong word").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Throttled);
        at(host).authenticate("root", WORD).unwrap();
    }
}

#[test]
fn failed_log_ins_count_for_all_engines_and_are_forgotten() {
    let world = World::new();
    let other = AuthContext::new(world.store.clone(), world.clock.clone(), |_| Ok(0));
    let here = || world.nobody().from_address([192, 0, 2, 1].into());
    let there = || Users::new(&other, Caller::Anonymous).from_address([192, 0, 2, 1].into());
    for _ in 0..3 {
        here().authenticate("root", "wrong word").unwrap_err();
    }
    for _ in 0..2 {
        there().authenticate("root", "wrong word").unwrap_err();
    }
    for users in [here(), there()] {
        let error = users.authenticate("root", WORD).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Throttled);
    }
    let rows = || {
        let mut rows = Vec::new();
        let mut add = |key: &str, _| {
            rows.push(key.split('/').next().unwrap().to_owned());
            Ok(std::ops::ControlFlow::Continue(()))
        };
        world.store.scan(Table::LogIns, None, &mut add).unwrap();
        rows
    };
    assert_eq!(rows(), ["address", "name"]);
    // A log-in removes the failures of the address, and records the address.
    world.clock.advance(Duration::from_secs(1));
    there().authenticate("root", WORD).unwrap();
    assert_eq!(rows(), ["known", "name"]);
    world.clock.advance(Duration::from_secs(60 * 60 - 1));
    assert_eq!(expire_log_ins(&world.access).unwrap(), 0);
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(expire_log_ins(&world.access).unwrap(), 1);
    assert_eq!(rows(), ["known"]);
    world.clock.advance(Duration::from_secs(90 * 24 * 60 * 60));
    assert_eq!(expire_log_ins(&other).unwrap(), 1);
}

#[test]
fn many_guesses_at_once_learn_no_more() {
    let world = World::new();
    let kinds: Vec<_> = std::thread::scope(|scope| {
        let guess = || world.nobody().authenticate("root", "wrong word").unwrap_err().kind();
        let guesses: Vec<_> = (0..20).map(|_| scope.spawn(guess)).collect();
        guesses.into_iter().map(|guess| guess.join().unwrap()).collect()
    });
    let rejected = kinds.iter().filter(|kind| **kind == ErrorKind::Unauthenticated).count();
    assert_eq!(rejected, 5);
}
