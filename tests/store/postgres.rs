//! Shared stores in PostgreSQL.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use glossweave::acl::PageRequest;
use glossweave::resource::ResourceUpdate;
use glossweave::store::{
    Action, Backend, Change, CommitOutcome, CounterUpdate, Durability, MemoryBackend,
    PostgresBackend, Precondition, Table, export, import,
};
use glossweave::{Caller, Engine, Error, ErrorKind, Format, Request, Settings};
use glossweave_testing::PATIENCE;
use harness::postgres_server::{PASSWORD, PostgresServer, shared};

use super::{change, done, put, tally};

fn open(url: &str) -> PostgresBackend {
    PostgresBackend::open(url, Durability::Flush).unwrap()
}

/// Runs two commits at the same time, on two openings of a store.
fn both(
    url: &str,
    rounds: usize,
    commits: impl Fn(usize, &dyn Backend, usize) -> CommitOutcome + Sync,
    check: impl Fn(usize, [bool; 2]),
) {
    let stores = [open(url), open(url)];
    for round in 0..rounds {
        let barrier = Barrier::new(2);
        let outcomes = thread::scope(|scope| {
            let run = |at: usize| {
                let (store, barrier, commits) = (&stores[at], &barrier, &commits);
                scope.spawn(move || {
                    barrier.wait();
                    matches!(commits(at, store, round), CommitOutcome::Done { .. })
                })
            };
            [run(0), run(1)].map(|thread| thread.join().unwrap())
        });
        check(round, outcomes);
    }
}

#[test]
fn a_user_is_not_removed_while_something_is_created_for_them() {
    let Some(server) = shared() else { return };
    let url = server.store();
    let store = open(&url);
    let user = |round| format!("ann{round}");
    for round in 0..300 {
        done(&store, &[Change::put(Table::Users, &user(round), Precondition::Absent, vec![])], &[]);
    }
    let commits = |at: usize, store: &dyn Backend, round: usize| {
        let (user, owned) = (user(round), format!("owned/{}", user(round)));
        match at {
            0 => {
                let owner = Change::keep(Table::Users, &user, Precondition::Present);
                let filter = put(&user, Precondition::Absent, "{}");
                store.commit(&[filter, owner], &[CounterUpdate::more(owned)]).unwrap()
            }
            _ => {
                let removed = Change::remove(Table::Users, &user, Precondition::Present);
                store.commit(&[removed], &[CounterUpdate::exactly(owned, 0)]).unwrap()
            }
        }
    };
    both(&url, 300, commits, |round, [created, removed]| {
        assert!(created != removed, "round {round}: {created} and {removed}");
        assert_eq!(store.read(Table::Users, &user(round)).unwrap().is_some(), created);
        assert_eq!(store.read(Table::Filters, &user(round)).unwrap().is_some(), created);
    });
}

#[test]
fn of_two_rows_that_exclude_each_other_one_is_written() {
    let Some(server) = shared() else { return };
    let url = server.store();
    let commits = |at: usize, store: &dyn Backend, round: usize| {
        let [mine, other] = [at, 1 - at].map(|at| format!("{round}-{at}"));
        let absent = change(&other, Precondition::Absent, Action::Keep);
        store.commit(&[absent, put(&mine, Precondition::Absent, "{}")], &[]).unwrap()
    };
    both(&url, 300, commits, |round, [one, other]| {
        assert!(one != other, "round {round}: {one} and {other}");
    });
}

#[test]
fn commits_in_any_order_of_rows_do_not_block_each_other() {
    let Some(server) = shared() else { return };
    let url = server.store();
    let store = open(&url);
    let keys = ["a", "b", "c", "d"];
    done(&store, &keys.map(|key| put(key, Precondition::Absent, "0")), &[]);
    let commits = |at: usize, store: &dyn Backend, _| {
        let mut changes = keys.map(|key| put(key, Precondition::Present, "1"));
        let mut tallies = keys.map(|key| tally(key, 1));
        if at == 1 {
            changes.reverse();
            tallies.reverse();
        }
        store.commit(&changes, &tallies).unwrap()
    };
    both(&url, 300, commits, |round, outcomes| assert_eq!(outcomes, [true; 2], "round {round}"));
    assert_eq!(store.counter("a").unwrap(), 600);
}

fn settings(url: &str) -> Settings {
    Settings::from_pairs([
        ("store.location", url),
        ("admin.create", "true"),
        ("admin.username", "root"),
        ("admin.password", "battery staple"),
    ])
    .unwrap()
}

/// Opens four engines at the same time on a database.
fn engines(url: &str) -> Vec<Engine> {
    let barrier = Barrier::new(4);
    thread::scope(|scope| {
        let open = |_| {
            scope.spawn(|| {
                barrier.wait();
                Engine::builder(settings(url)).open().unwrap()
            })
        };
        let threads: Vec<_> = (0..4).map(open).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn engines_that_open_an_empty_database_at_once_make_one_admin_and_one_set_of_templates() {
    let Some(server) = shared() else { return };
    for _ in 0..5 {
        let url = server.store();
        let engines = engines(&url);
        for engine in &engines {
            let root = engine.session(Caller::Anonymous).users();
            let root = root.authenticate("root", "battery staple").unwrap();
            let session = engine.session(Caller::Token(root));
            assert_eq!(session.users().list(&PageRequest::default()).unwrap().len(), 1);
            assert_eq!(session.templates().list(&PageRequest::default()).unwrap().len(), 6);
        }
        let store = open(&url);
        assert_eq!(store.counter("next/user").unwrap(), 1);
    }
}

#[test]
fn a_name_is_given_once_and_what_one_engine_changes_the_others_see() {
    let Some(server) = shared() else { return };
    let url = server.store();
    let engines = engines(&url);
    for round in 0..20 {
        let barrier = Barrier::new(engines.len());
        let made = AtomicU64::new(0);
        thread::scope(|scope| {
            for (at, engine) in engines.iter().enumerate() {
                let (barrier, made) = (&barrier, &made);
                scope.spawn(move || {
                    let name = format!("{}nn{round}", if at % 2 == 0 { 'a' } else { 'A' });
                    barrier.wait();
                    match engine.session(Caller::Anonymous).users().create(&name, "correct horse") {
                        Ok(_) => drop(made.fetch_add(1, Ordering::Relaxed)),
                        Err(error) => assert_eq!(error.kind(), ErrorKind::Conflict, "{error}"),
                    }
                });
            }
        });
        assert_eq!(made.into_inner(), 1, "users of the name `ann{round}`");
    }
    let users = engines[0].session(Caller::Anonymous).users();
    users.create("kay", "correct horse").unwrap();
    let token = users.authenticate("kay", "correct horse").unwrap();
    let sessions: Vec<_> =
        engines.iter().map(|engine| engine.session(Caller::Token(token.clone()))).collect();
    let made = sessions[0].filters();
    let made = made.create(Some("all"), b"SELECT * { ?s ?p ?o }", &ResourceUpdate::default());
    let made = made.unwrap();
    for session in &sessions[1..] {
        assert_eq!(session.filters().read("all").unwrap(), made);
    }
    // A change is refused if another engine has replaced its base.
    let mut stale = ResourceUpdate::default();
    stale.if_revision = vec![made.revision];
    sessions[1].filters().update("all", Some(b"SELECT ?s { ?s ?p ?o }"), &stale).unwrap();
    let error = sessions[2].filters().update("all", Some(b"ASK {}"), &stale).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PreconditionFailed);
}

#[test]
fn what_has_expired_is_removed_once() {
    let Some(server) = shared() else { return };
    let url = server.store();
    let now: glossweave::clock::Timestamp = "2026-01-31T12:00:00Z".parse().unwrap();
    let week: glossweave::clock::Timestamp = "2026-03-31T12:00:00Z".parse().unwrap();
    let at = |moment: glossweave::clock::Timestamp| {
        let clock = glossweave::clock::FixedClock::new(moment.into());
        Engine::builder(settings(&url)).clock(clock).open().unwrap()
    };
    let first = at(now);
    let root = first.session(Caller::Anonymous).users().authenticate("root", "battery staple");
    let root = first.session(Caller::Token(root.unwrap()));
    // Opened while there is nothing to remove.
    let later = [at(week), at(week)];
    let step = br#"[{"method":"POST","endpoint":"http://example.org/"}]"#;
    for _ in 0..50 {
        root.pipelines().create(None, step, &ResourceUpdate::default()).unwrap();
    }
    let barrier = Barrier::new(2);
    let removed: usize = thread::scope(|scope| {
        let expire = |engine| {
            let barrier = &barrier;
            scope.spawn(move || {
                barrier.wait();
                Engine::expire(engine).unwrap()
            })
        };
        let threads: Vec<_> = later.iter().map(expire).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(removed, 50);
    assert_eq!(open(&url).counter("owned/root/pipeline").unwrap(), 0);
}

/// Stops other threads when it is dropped, even if the test fails.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Returns a value that contains a number twice, so that a partial value is detected.
fn value(number: u64) -> Vec<u8> {
    format!("{number} {} {number}", "x".repeat(3_000)).into_bytes()
}

fn number(value: &[u8]) -> u64 {
    let text = std::str::from_utf8(value).unwrap();
    let number = text.split(' ').next().unwrap().parse().unwrap();
    assert_eq!(value, self::value(number), "half of {number}");
    number
}

/// Restarts a server while clients write, and checks the rows afterwards.
fn restart(mode: &str) {
    const CLIENTS: usize = 8;
    let Some(mut server) = PostgresServer::start("") else { return };
    let url = server.store();
    let store = open(&url);
    let is_over = AtomicBool::new(false);
    let unknown = AtomicU64::new(0);
    let stores: Vec<_> = (0..CLIENTS).map(|_| open(&url)).collect();
    let commits: Vec<_> = (0..CLIENTS).map(|_| AtomicU64::new(0)).collect();
    // The next restart happens when each client has made more commits.
    let all_have = |count: u64| commits.iter().all(|done| done.load(Ordering::Relaxed) >= count);
    let wait_for = |count: u64| {
        let begun = Instant::now();
        while !all_have(count) && begun.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(5));
        }
    };
    let counts: Vec<u64> = thread::scope(|scope| {
        let write = |client: usize| {
            let (is_over, unknown) = (&is_over, &unknown);
            let (store, commits) = (&stores[client], &commits[client]);
            scope.spawn(move || {
                let key = format!("client {client}");
                let (mut last, mut expect) = (0, Precondition::Absent);
                while !is_over.load(Ordering::Relaxed) {
                    let changes = [Table::Filters, Table::Pipelines]
                        .map(|table| Change::put(table, &key, expect, value(last + 1)));
                    match store.commit(&changes, &[tally(&key, 1), tally("all", 1)]) {
                        Ok(CommitOutcome::Done { revision }) => {
                            last += 1;
                            commits.store(last, Ordering::Relaxed);
                            expect = Precondition::Revision(revision);
                        }
                        // Each client is the only writer of its rows.
                        Ok(refused) => unreachable!("{refused:?} after {last}"),
                        Err(error) => {
                            assert_eq!(error.kind(), ErrorKind::Storage, "{error}");
                            unknown.fetch_add(1, Ordering::Relaxed);
                            break;
                        }
                    }
                }
                last
            })
        };
        let threads: Vec<_> = (0..CLIENTS).map(write).collect();
        let over = Over(&is_over);
        for round in 1..=glossweave_testing::count(2, 5) as u64 {
            wait_for(4 * round);
            server.stop(mode);
            thread::sleep(Duration::from_millis(100));
            server.resume();
        }
        wait_for(11);
        drop(over);
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    // All outcomes are known, because the server was unavailable for less than the retry time.
    assert_eq!(unknown.into_inner(), 0, "commits without a known outcome");
    for (client, last) in counts.iter().enumerate() {
        let key = format!("client {client}");
        assert!(*last >= 11, "{key} has written {last} times");
        for table in [Table::Filters, Table::Pipelines] {
            let row = store.read(table, &key).unwrap().unwrap();
            assert_eq!(number(&row.value), *last, "{key}");
        }
        assert_eq!(store.counter(&key).unwrap(), *last);
    }
    assert_eq!(store.counter("all").unwrap(), counts.iter().sum::<u64>());
}

#[test]
fn nothing_acknowledged_is_lost_or_done_twice_when_the_server_crashes() {
    restart("immediate");
}

#[test]
fn nothing_acknowledged_is_lost_or_done_twice_when_the_server_is_restarted() {
    restart("fast");
}

#[test]
fn a_commit_whose_connection_is_ended_happens_once() {
    // A separate server, because other tests keep their connections.
    let Some(server) = PostgresServer::start("-c fsync=off") else { return };
    let url = server.store();
    let store = open(&url);
    let is_over = AtomicBool::new(false);
    let last = thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut last = 0;
            while !is_over.load(Ordering::Relaxed) {
                done(&store, &[], &[tally("commits", 1)]);
                last += 1;
            }
            last
        });
        let over = Over(&is_over);
        for _ in 0..glossweave_testing::count(20, 100) {
            server.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                 WHERE query LIKE '%glossweave_commit%' AND pid <> pg_backend_pid()",
            );
            thread::sleep(Duration::from_millis(20));
        }
        drop(over);
        writer.join().unwrap()
    });
    assert_eq!(store.counter("commits").unwrap(), last);
}

#[test]
fn an_export_of_any_backend_is_imported_into_any_other() {
    let Some(server) = shared() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (disk, database) = (super::open(folder.path()).unwrap(), open(&server.store()));
    for at in 0..1_200 {
        let row = put(&format!("key {at}\0"), Precondition::Absent, [at as u8, 0, 255]);
        done(&disk, &[row], &[tally(&format!("counter {at}"), i64::MAX)]);
    }
    done(&disk, &[change("key 7\0", Precondition::Present, Action::Remove)], &[]);
    let mut lines = Vec::new();
    export(&disk, &mut lines).unwrap();
    import(&database, &lines[..]).unwrap();
    assert_eq!(database.snapshot().unwrap(), disk.snapshot().unwrap());
    assert_eq!(import(&database, &lines[..]).unwrap_err().kind(), ErrorKind::Conflict);
    let (mut again, memory) = (Vec::new(), MemoryBackend::new());
    export(&database, &mut again).unwrap();
    assert_eq!(again, lines);
    import(&memory, &again[..]).unwrap();
    // Revisions continue.
    for store in [&memory as &dyn Backend, &database, &disk] {
        assert_eq!(done(store, &[put("new", Precondition::Absent, "1")], &[]), 1_202);
    }
}

#[test]
fn datasets_need_a_place_for_their_files_that_all_engines_reach() {
    let Some(server) = shared() else { return };
    let (url, places) = (server.store(), tempfile::tempdir().unwrap());
    let open = |has_place: bool| {
        let mut settings = settings(&url);
        if has_place {
            let place = format!("file:{}", places.path().display());
            settings.files.location = Some(place.clone());
        }
        Engine::builder(settings).open().unwrap()
    };
    let create = |engine: &Engine| {
        let table = b"uri,label\nhttp://example.org/Cork,Cork\n";
        let session = engine.local_session().unwrap();
        session.datasets().create(Some("cork"), table, &ResourceUpdate::default()).map(drop)
    };
    let find = |engine: &Engine| {
        let mut request = Request::new("To Cork", Format::Text);
        request.recognition.set("dataset", "cork").unwrap();
        let reply = engine.session(Caller::Anonymous).entities().enrich("dictionary", request)?;
        Ok::<_, Error>(String::from_utf8(reply.bytes).unwrap().contains("char=3,7"))
    };
    let alone = open(false);
    assert_eq!(create(&alone).unwrap_err().kind(), ErrorKind::Unsupported);
    assert_eq!(find(&alone).unwrap_err().kind(), ErrorKind::Unauthenticated);
    create(&open(true)).unwrap();
    assert!(find(&open(true)).unwrap());
    // An engine without the setting does not find another file with that name.
    assert_eq!(find(&alone).unwrap_err().kind(), ErrorKind::Storage);
}

#[test]
fn a_snapshot_is_of_one_moment() {
    let Some(server) = shared() else { return };
    let url = server.store();
    let store = open(&url);
    let rows = [Table::Filters, Table::Pipelines];
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut expect = Precondition::Absent;
            while !is_over.load(Ordering::Relaxed) {
                done(&store, &rows.map(|table| Change::put(table, "a", expect, vec![])), &[]);
                expect = Precondition::Present;
            }
        });
        let _over = Over(&is_over);
        let reader = open(&url);
        for _ in 0..200 {
            let snapshot = reader.snapshot().unwrap();
            let revisions: Vec<_> = snapshot.rows.iter().map(|(.., row)| row.revision).collect();
            assert!(
                revisions.iter().all(|revision| *revision == snapshot.revision),
                "{revisions:?}"
            );
        }
    });
}

#[test]
fn tables_of_a_newer_version_are_not_touched() {
    let Some(server) = shared() else { return };
    let url = server.store();
    drop(open(&url));
    let schema = url.rsplit_once("%3D").unwrap().1;
    server.sql(&format!("UPDATE {schema}.glossweave_schema SET version = 99"));
    let error = PostgresBackend::open(&url, Durability::Flush).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert_eq!(error.message(), "the tables of the store have version 99, expected at most 1");
}

#[test]
fn no_error_and_no_log_shows_a_password() {
    let Some(server) = shared() else { return };
    let url = server.store();
    let wrong = url.replace(PASSWORD, "wrong-horse");
    let error = PostgresBackend::open(&wrong, Durability::Flush).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    assert!(error.message().contains("password authentication failed"), "{error}");
    let settings = settings(&wrong);
    let refused = Engine::builder(settings.clone()).open().unwrap_err();
    let shown = serde_json::to_string(&settings).unwrap();
    for text in [format!("{error:?} {refused:?} {settings:?}"), shown, format!("{:?}", open(&url))]
    {
        assert!(!text.contains("horse"), "{text}");
    }
    for wrong in
        ["postgres://ann:wrong-horse@[", "postgres://h/?wrong-horse=1", "mysql://wrong-horse"]
    {
        let settings = Settings::from_pairs([("store.location", wrong)]);
        let opened = settings.and_then(|settings| Engine::builder(settings).open());
        let error = opened.err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Invalid);
        assert!(!format!("{error:?}").contains("horse"), "{error:?}");
    }
}
