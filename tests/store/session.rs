//! A process is killed at random times while its users create, change, give away and delete
//! filters.
//!
//! As in `crash`, the child process runs this test binary again, and prints each operation before
//! and after the call.

use glossweave::settings::AdminSettings;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, thread};

use glossweave::acl::PageRequest;
use glossweave::resource::ResourceUpdate;
use glossweave::store::Backend;
use glossweave::{Caller, Engine, ErrorKind, Session, Settings};
use glossweave_testing::{PATIENCE, count};
use harness::random::Random;

use super::open as store;

const TEST: &str = "store::session::no_filter_is_lost_or_miscounted_when_the_process_is_killed";
const FOLDER: &str = "GLOSSWEAVE_SESSION_FOLDER";
const SEED: &str = "GLOSSWEAVE_SESSION_SEED";
const TOKENS: &str = "GLOSSWEAVE_SESSION_TOKENS";
const LIVES: usize = 200;
const WRITERS: usize = 4;
const NAMES: usize = 5;
const OWNERS: [&str; 3] = ["ann", "ben", "cem"];
const WORD: &str = "correct horse";

/// The owner of a filter and its number, if it exists.
type State = Option<(String, u64)>;

fn settings(folder: &Path) -> Settings {
    let mut settings = Settings::default();
    settings.store.location = Some(folder.to_str().unwrap().parse().unwrap());
    settings
}

fn query(number: u64) -> String {
    format!("SELECT ?v{number} {{ ?s ?p ?v{number} }}")
}

fn number(query: &str) -> u64 {
    let rest = query.strip_prefix("SELECT ?v").unwrap();
    let number = rest.split(' ').next().unwrap().parse().unwrap();
    assert_eq!(query, self::query(number), "half of a filter");
    number
}

fn give(owner: &str) -> ResourceUpdate {
    let mut changes = ResourceUpdate::default();
    changes.set("newOwner", owner).unwrap();
    changes
}

/// Runs in the child process, which is killed.
fn write(folder: &Path) {
    let seed: u64 = env::var(SEED).unwrap().parse().unwrap();
    let tokens = env::var(TOKENS).unwrap();
    let tokens: Vec<Caller> = tokens.split(' ').map(Caller::token).collect();
    let engine = Engine::builder(settings(folder)).open().unwrap();
    let say = |text: String| std::io::stderr().write_all(text.as_bytes()).unwrap();
    let session = |owner: &str| -> Session<'_> {
        let at = OWNERS.iter().position(|one| *one == owner).unwrap();
        engine.session(tokens[at].clone())
    };
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let session = &session;
            scope.spawn(move || {
                let mut random = Random::new(seed * 100 + writer as u64);
                let mut states: BTreeMap<String, State> = BTreeMap::new();
                for round in 1.. {
                    let name = format!("{writer}-{}", random.below(NAMES));
                    let fresh = seed * 1_000_000 + round;
                    let owner = OWNERS[random.below(OWNERS.len())];
                    let any = session(owner).filters();
                    let old = states.remove(&name).unwrap_or_else(|| {
                        let found = any.read(&name).ok()?;
                        Some((found.owner, number(&found.content.query)))
                    });
                    let state = match &old {
                        None => Some((owner.to_owned(), fresh)),
                        Some(_) if random.chance(25) => None,
                        Some((_, number)) if random.chance(40) => Some((owner.to_owned(), *number)),
                        Some((old, _)) => Some((old.clone(), fresh)),
                    };
                    let said = state
                        .as_ref()
                        .map_or("-".to_owned(), |(owner, number)| format!("{owner} {number}"));
                    say(format!("try {name} {said}\n"));
                    match (&old, &state) {
                        (None, _) => {
                            let text = query(fresh);
                            any.create(Some(&name), text.as_bytes(), &ResourceUpdate::default())
                                .unwrap();
                        }
                        (Some((old, _)), None) => {
                            session(old)
                                .filters()
                                .delete(&name, &ResourceUpdate::default())
                                .unwrap();
                        }
                        (Some((old, before)), Some((owner, after))) => {
                            let text = query(*after);
                            let content = (before != after).then_some(text.as_bytes());
                            let changes = match owner == old {
                                true => ResourceUpdate::default(),
                                false => give(owner),
                            };
                            session(old).filters().update(&name, content, &changes).unwrap();
                        }
                    }
                    say(format!("ack {name} {said}\n"));
                    states.insert(name, state);
                }
            });
        }
    });
}

/// The known state of a filter: the last acknowledged state, and the operation that was begun
/// afterwards.
#[derive(Default)]
struct Known {
    acknowledged: State,
    begun: Option<State>,
}

fn live(folder: &Path, tokens: &str, seed: u64, known: &mut BTreeMap<String, Known>) -> usize {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", TEST, "--nocapture"])
        .env(FOLDER, folder)
        .env(SEED, seed.to_string())
        .env(TOKENS, tokens)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let pipe = BufReader::new(child.stderr.take().unwrap());
    let count = AtomicUsize::new(0);
    let lines = thread::scope(|scope| {
        let counted = &count;
        let reader = scope.spawn(move || {
            let mut lines = Vec::new();
            for line in pipe.lines() {
                lines.push(line.unwrap());
                counted.store(lines.len(), Ordering::Relaxed);
            }
            lines
        });
        // After a number of steps, however long they take, and a random time within the next step.
        let mut random = Random::new(seed);
        let steps = random.within(1..40);
        let begun = Instant::now();
        while count.load(Ordering::Relaxed) < steps && begun.elapsed() < PATIENCE {
            thread::sleep(Duration::from_micros(100));
        }
        thread::sleep(Duration::from_micros(random.within(0..2_000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        reader.join().unwrap()
    });
    for line in &lines {
        let words: Vec<_> = line.split(' ').collect();
        let (step, name, state) = match words[..] {
            [step, name, "-"] => (step, name, None),
            [step, name, owner, number] if matches!(step, "try" | "ack") => {
                (step, name, Some((owner.to_owned(), number.parse().unwrap())))
            }
            _ => unreachable!("the child said: {line}"),
        };
        let known = known.entry(name.to_owned()).or_default();
        match step {
            "try" => known.begun = Some(state),
            _ => {
                assert_eq!(known.begun.take(), Some(state.clone()));
                known.acknowledged = state;
            }
        }
    }
    lines.len()
}

fn look(folder: &Path, known: &mut BTreeMap<String, Known>) {
    let mut found = BTreeMap::new();
    {
        let engine = Engine::builder(settings(folder)).open().unwrap();
        let filters = engine.session(Caller::Anonymous).filters();
        for filter in filters.list(&PageRequest::default()).unwrap() {
            assert!(known.contains_key(&filter.name), "`{}` comes from nowhere", filter.name);
            found.insert(filter.name, (filter.owner, number(&filter.content.query)));
        }
    }
    let store = store(folder).unwrap();
    for owner in OWNERS {
        let count = found.values().filter(|(other, _)| other == owner).count() as u64;
        assert_eq!(store.counter(&format!("owned/{owner}/filter")).unwrap(), count, "{owner}");
    }
    for (name, known) in known {
        let found = found.get(name).cloned();
        if found != known.acknowledged {
            assert_eq!(Some(&found), known.begun.as_ref(), "`{name}`: {:?}", known.acknowledged);
        }
        *known = Known { acknowledged: found, begun: None };
    }
}

#[test]
fn no_filter_is_lost_or_miscounted_when_the_process_is_killed() {
    if let Some(folder) = env::var_os(FOLDER) {
        return write(folder.as_ref());
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let mut first = settings(&path);
    first.admin = AdminSettings::new("root", WORD);
    // Tokens stay valid after the process ends, so logging in again is not necessary.
    let (tokens, root) = {
        let engine = Engine::builder(first).open().unwrap();
        let users = engine.session(Caller::Anonymous).users();
        let tokens = OWNERS.map(|name| {
            users.create(name, WORD).unwrap();
            users.authenticate(name, WORD).unwrap().to_text()
        });
        (tokens.join(" "), users.authenticate("root", WORD).unwrap())
    };
    let mut known = BTreeMap::new();
    let mut steps = 0;
    let lives = count(40, LIVES);
    for seed in 1..=lives as u64 {
        steps += live(&path, &tokens, seed, &mut known);
        look(&path, &mut known);
    }
    println!("{lives} lives, {steps} steps");
    assert!(steps > 10 * lives, "only {steps} steps: the children hardly lived");

    let engine = Engine::builder(settings(&path)).open().unwrap();
    let session = engine.session(Caller::Token(root));
    let filters = session.filters();
    if filters.list(&PageRequest::default()).unwrap().is_empty() {
        let ann = Caller::token(tokens.split(' ').next().unwrap());
        let text = query(1);
        let filters = engine.session(ann).filters();
        filters.create(Some("last"), text.as_bytes(), &ResourceUpdate::default()).unwrap();
    }
    for owner in OWNERS {
        let all = filters.list(&PageRequest::default()).unwrap();
        let owned: Vec<_> = all.iter().filter(|filter| filter.owner == owner).collect();
        if !owned.is_empty() {
            let error = session.users().delete(owner).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Conflict, "{owner}: {error}");
        }
        for filter in owned {
            filters.delete(&filter.name, &ResourceUpdate::default()).unwrap();
        }
        session.users().delete(owner).unwrap();
        assert_eq!(session.users().read(owner).unwrap_err().kind(), ErrorKind::NotFound);
    }
}
