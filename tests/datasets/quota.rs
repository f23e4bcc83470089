//! Quotas of users.

use glossweave::resource::ResourceUpdate;
use glossweave::vocabulary::Load;
use glossweave::{Caller, Error, ErrorKind, Result, Session, Settings};

use super::{Fixture, PLACES, WORD, said};

fn fixture(settings: &[(&str, &str)]) -> Fixture {
    let admin = [("admin.create", "true"), ("admin.username", "chief"), ("admin.password", WORD)];
    let pairs = admin.iter().chain(settings).copied();
    Fixture::with(Settings::from_pairs(pairs).unwrap())
}

fn chief(fixture: &Fixture) -> Session<'_> {
    let users = fixture.engine.session(Caller::Anonymous).users();
    fixture.engine.session(Caller::Token(users.authenticate("chief", WORD).unwrap()))
}

/// Checks that an error contains the setting and the used amount.
fn refused<T: std::fmt::Debug>(done: Result<T>, kind: ErrorKind, words: &[&str]) {
    let error: Error = done.unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(words.iter().all(|word| error.message().contains(word)), "{error}");
}

const QUERY: &[u8] = b"SELECT ?s { ?s ?p ?o }";

#[test]
fn all_that_a_user_has_counts() {
    let folder = tempfile::tempdir().unwrap();
    let store = ("store.location", folder.path().to_str().unwrap());
    let fixture = self::fixture(&[("quotas.size", "20000"), store]);
    let (anna, none) = (fixture.anna(), ResourceUpdate::default());
    let long = format!("SELECT ?s {{ ?s ?p '{}' }}", "x".repeat(15_000));
    anna.filters().create(Some("long"), long.as_bytes(), &none).unwrap();
    let words = ["`anna` uses 15", "limit is 20000 (`quotas.size`)"];
    refused(
        anna.filters().create(Some("more"), long.as_bytes(), &none),
        ErrorKind::TooLarge,
        &words,
    );
    // The files of datasets count too, whether they are created at once, as a stream or by an
    // upload.
    let mut table = "uri,label\n".to_owned();
    for number in 0..400 {
        table.push_str(&format!("http://ex.org/{number},Place number {number}\n"));
    }
    refused(fixture.create("places", &table, &[]), ErrorKind::TooLarge, &words);
    let load = |table: &str| {
        let mut source = table.as_bytes();
        anna.datasets().create_from("places", Load::new(&mut source), &none)
    };
    refused(load(&table), ErrorKind::TooLarge, &words);
    refused(
        anna.datasets().upload("places").unwrap().append(table.as_bytes()),
        ErrorKind::TooLarge,
        &words,
    );
    anna.datasets().upload("places").unwrap().discard();
    // Another user has a separate quota, which also limits resources that are received.
    let ben = fixture.engine.session(fixture.ben.clone());
    ben.filters().create(Some("other"), long.as_bytes(), &none).unwrap();
    let given = anna.filters().update("long", None, &said(&[("newOwner", "ben")]));
    refused(given, ErrorKind::TooLarge, &["`ben` uses 15"]);
    // The usage is counted again when the engine is opened.
    drop(fixture);
    let fixture = self::fixture(&[("quotas.size", "20000"), store]);
    let anna = fixture.anna();
    refused(
        anna.filters().create(Some("more"), long.as_bytes(), &none),
        ErrorKind::TooLarge,
        &words,
    );
    // Removed or smaller resources free space, and smaller changes need no space.
    anna.filters().update("long", Some(long.as_bytes()), &none).unwrap();
    anna.filters().update("long", Some(QUERY), &none).unwrap();
    anna.filters().create(Some("more"), long.as_bytes(), &none).unwrap();
    anna.filters().delete("more", &none).unwrap();
    fixture.create("places", PLACES, &[]).unwrap();
    let chief = chief(&fixture);
    chief.filters().create(Some("first"), long.as_bytes(), &none).unwrap();
    chief.filters().create(Some("second"), long.as_bytes(), &none).unwrap();
}

#[test]
fn datasets_of_a_user_are_counted() {
    let fixture = fixture(&[("quotas.datasets", "2")]);
    fixture.create("first", PLACES, &[]).unwrap();
    fixture.create("second", PLACES, &[]).unwrap();
    let words = ["`anna` has 2 datasets, limit is 2 (`quotas.datasets`)"];
    refused(fixture.create("third", PLACES, &[]), ErrorKind::Forbidden, &words);
    let anna = fixture.anna();
    refused(anna.datasets().new_source("third"), ErrorKind::Forbidden, &words);
    fixture.update("second", PLACES, &[]).unwrap();
    anna.filters().create(Some("all"), QUERY, &ResourceUpdate::default()).unwrap();
    // Users cannot exceed the limit with resources of other users.
    let ben = fixture.engine.session(fixture.ben.clone()).datasets();
    ben.create(Some("third"), PLACES.as_bytes(), &ResourceUpdate::default()).unwrap();
    refused(
        ben.update("third", None, &said(&[("newOwner", "anna")])),
        ErrorKind::Forbidden,
        &words,
    );
    anna.datasets().delete("first", &ResourceUpdate::default()).unwrap();
    ben.update("third", None, &said(&[("newOwner", "anna")])).unwrap();
    let chief = chief(&fixture).datasets();
    for name in ["a", "b", "c"] {
        chief.create(Some(name), PLACES.as_bytes(), &ResourceUpdate::default()).unwrap();
    }
}

#[test]
fn uploads_of_a_user_are_counted() {
    let fixture = fixture(&[("quotas.uploads", "2")]);
    let datasets = fixture.anna().datasets();
    let first = datasets.upload("first").unwrap();
    let source = datasets.new_source("second").unwrap();
    let words = ["`anna` has 2 uploads, limit is 2 (`quotas.uploads`)"];
    refused(datasets.upload("third"), ErrorKind::Throttled, &words);
    refused(datasets.new_source("third"), ErrorKind::Throttled, &words);
    // Continuing an upload does not count as a new upload.
    datasets.upload("first").unwrap();
    drop(source);
    datasets.upload("third").unwrap();
    refused(datasets.upload("fourth"), ErrorKind::Throttled, &words);
    first.discard();
    datasets.upload("fourth").unwrap();
    let other = fixture.engine.session(fixture.ben.clone()).datasets();
    other.upload("first").unwrap();
    let chief = chief(&fixture).datasets();
    for name in ["a", "b", "c"] {
        chief.upload(name).unwrap();
    }
}
