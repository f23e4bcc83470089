//! Benchmarks of a store in PostgreSQL, in calls per second: writes, reads by token with and
//! without the cache of tokens, and calls of e-Entity compared with a store in a folder. Run it
//! with `cargo run -p glossweave-tests --features postgres --example postgres_speed`.

use glossweave::settings::{FileSettings, ModelSettings, StoreSettings};
use std::thread;
use std::time::{Duration, Instant};

use glossweave::resource::ResourceUpdate;
use glossweave::store::{
    Backend, Change, CommitOutcome, CounterUpdate, Durability, PostgresBackend, Precondition, Table,
};
use glossweave::{Caller, Engine, Format, Request, Result, Settings};
use harness::postgres_server::PostgresServer;

const TIME: Duration = Duration::from_secs(5);
const CACHED: u64 = 1_000;

/// Returns the number of calls per second. The arguments of the call are the numbers of the client
/// and of the call.
fn rate(clients: usize, call: impl Fn(usize, usize) -> Result<()> + Sync) -> Result<f64> {
    let call = &call;
    let client = |client: usize| {
        let begun = Instant::now();
        let mut number = 0;
        while begun.elapsed() < TIME {
            call(client, number)?;
            number += 1;
        }
        Ok(number)
    };
    let counts: Result<Vec<usize>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..clients).map(|one| scope.spawn(move || client(one))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    Ok(counts?.iter().sum::<usize>() as f64 / TIME.as_secs_f64())
}

/// Writes a row.
fn write(store: &dyn Backend, client: usize, number: usize, counter: &str) -> Result<()> {
    let key = format!("{client}-{}", number % 100);
    let expect = if number < 100 { Precondition::Absent } else { Precondition::Present };
    let change = Change::put(Table::Filters, &key, expect, vec![b'x'; 200]);
    let outcome = store.commit(&[change], &[CounterUpdate::more(counter.to_owned())])?;
    assert!(matches!(outcome, CommitOutcome::Done { .. }), "{outcome:?}");
    Ok(())
}

/// Reads a filter, and recognizes the names of a dataset in a text, with the token of a user.
fn read_and_find(name: &str, settings: Settings) -> Result<()> {
    let engine = Engine::builder(Settings {
        models: ModelSettings { mentions: Some("none".into()), ..ModelSettings::default() },
        ..settings
    })
    .open()?;
    let users = engine.session(Caller::Anonymous).users();
    // When the store is opened again, the user already exists.
    let _ = users.create("ann", "correct horse");
    let caller = Caller::Token(users.authenticate("ann", "correct horse")?);
    let session = || engine.session(caller.clone());
    let update = ResourceUpdate::default();
    let _ = session().filters().create(Some("all"), b"SELECT * { ?s ?p ?o }", &update);
    let names = "uri,label\nhttp://example.org/Cork,Cork\n";
    let _ = session().datasets().create(Some("places"), names.as_bytes(), &update);
    for clients in [1, 8] {
        let reads = rate(clients, |_, _| session().filters().read("all").map(drop))?;
        println!("{clients} clients, {name}: {reads:.0} reads a second");
    }
    let text = "From Cork to Cobh, and back. ".repeat(35);
    let found = rate(2, |_, _| {
        let mut request = Request::new(text.as_str(), Format::Text);
        request.set("language", "en")?;
        request.set("dataset", "places")?;
        session().entities().enrich("dictionary", request).map(drop)
    })?;
    println!("2 clients, {name}: {found:.0} texts of 1 KB a second");
    Ok(())
}

fn main() -> Result<()> {
    let Some(server) = PostgresServer::start("") else { return Ok(()) };
    for (clients, is_shared) in [(1, false), (8, false), (8, true)] {
        let store = PostgresBackend::open(&server.store(), Durability::Flush)?;
        let writes = rate(clients, |client, number| {
            let counter = if is_shared { "all".to_owned() } else { client.to_string() };
            write(&store, client, number, &counter)
        })?;
        let counters = if is_shared { "one counter" } else { "a counter each" };
        println!("{clients} clients, {counters}: {writes:.0} commits a second");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let files = FileSettings {
        location: Some(format!("file:{}", folder.path().join("files").display())),
        cache: Some(folder.path().join("cache")),
        ..FileSettings::default()
    };
    let mut shared = Settings { files, ..Settings::default() };
    shared.store.location = Some(server.store().parse()?);
    let mut cached = shared.clone();
    cached.store.cache_time = std::time::Duration::from_millis(CACHED);
    for _ in 0..2 {
        read_and_find(
            "folder",
            Settings {
                store: StoreSettings::new(folder.path().join("store")),
                ..Settings::default()
            },
        )?;
        read_and_find("PostgreSQL", shared.clone())?;
        read_and_find("PostgreSQL, rows kept for a second", cached.clone())?;
    }
    Ok(())
}
