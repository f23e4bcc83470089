//! The number of writes a second to a store in PostgreSQL, from one client and from eight:
//! `cargo run -p glossweave-tests --features postgres --example postgres_speed`.

use std::thread;
use std::time::{Duration, Instant};

use glossweave::Result;
use glossweave::store::{
    Backend, Change, CommitOutcome, CounterUpdate, Durability, PostgresBackend, Precondition, Table,
};
use harness::postgres_server::PostgresServer;

const TIME: Duration = Duration::from_secs(5);

/// Writes rows of some size for some time, and returns the number of commits.
fn write(store: &dyn Backend, client: usize, counter: &str) -> Result<usize> {
    let begun = Instant::now();
    let mut number = 0;
    while begun.elapsed() < TIME {
        let key = format!("{client}-{}", number % 100);
        let expect = if number < 100 { Precondition::Absent } else { Precondition::Present };
        let change = Change::put(Table::Filters, &key, expect, vec![b'x'; 200]);
        let outcome = store.commit(&[change], &[CounterUpdate::more(counter.to_owned())])?;
        assert!(matches!(outcome, CommitOutcome::Done { .. }), "{outcome:?}");
        number += 1;
    }
    Ok(number)
}

fn main() -> Result<()> {
    let Some(server) = PostgresServer::start("") else { return Ok(()) };
    for (clients, is_shared) in [(1, false), (8, false), (8, true)] {
        let store = PostgresBackend::open(&server.store(), Durability::Flush)?;
        let counts: Result<Vec<usize>> = thread::scope(|scope| {
            let store = &store;
            let write = |client: usize| {
                let counter = if is_shared { "all".to_owned() } else { client.to_string() };
                scope.spawn(move || write(store, client, &counter))
            };
            let threads: Vec<_> = (0..clients).map(write).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        let rate = counts?.iter().sum::<usize>() as f64 / TIME.as_secs_f64();
        let counters = if is_shared { "one counter" } else { "a counter each" };
        println!("{clients} clients, {counters}: {rate:.0} commits a second");
    }
    Ok(())
}
