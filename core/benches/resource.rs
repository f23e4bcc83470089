//! Measures reading stored resources on behalf of a user, who is identified by a token in each call.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use divan::Bencher;
use glossweave::resource::{ResourceKind, ResourceUpdate};
use glossweave::{Caller, Engine, Settings};

fn main() {
    divan::main();
}

const QUERY: &str = "PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>\n\
    SELECT ?anchor ?class ?confidence ?begin ?end WHERE {\n\
    ?e itsrdf:taIdentRef ?ref ; itsrdf:taClassRef ?class ; itsrdf:taConfidence ?confidence .\n}";

fn engine() -> (Engine, Caller) {
    filled(&Settings::default())
}

fn filled(settings: &Settings) -> (Engine, Caller) {
    let engine = Engine::builder(settings.clone()).open().unwrap();
    let users = engine.session(Caller::Anonymous).users();
    users.create("anna", "correct horse").unwrap();
    let token = users.authenticate("anna", "correct horse").unwrap().to_text();
    let filters = engine.session(Caller::token(&token)).filters();
    for number in 0..1_000 {
        let name = format!("filter-{number}");
        filters.create(Some(&name), QUERY.as_bytes(), &ResourceUpdate::default()).unwrap();
    }
    (engine, Caller::token(&token))
}

#[divan::bench]
fn read_with_token(bencher: Bencher<'_, '_>) {
    let (engine, caller) = engine();
    let text = match &caller {
        Caller::Token(token) => token.to_text(),
        _ => String::new(),
    };
    bencher.bench(|| engine.session(Caller::token(&text)).filters().read("filter-500").unwrap());
}

#[divan::bench]
fn read_with_token_from_a_folder(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Settings::default();
    settings.store.location = Some(folder.path().to_str().unwrap().parse().unwrap());
    settings.store.durability = "periodic".parse().unwrap();
    let (engine, caller) = filled(&settings);
    bencher.bench(|| engine.session(caller.clone()).filters().read("filter-500").unwrap());
}

#[divan::bench]
fn read_anonymous(bencher: Bencher<'_, '_>) {
    let (engine, _) = engine();
    bencher.bench(|| engine.session(Caller::Anonymous).filters().read("filter-500").unwrap());
}

#[divan::bench]
fn read_as_json(bencher: Bencher<'_, '_>) {
    let (engine, caller) = engine();
    let read = || {
        engine.session(caller.clone()).collection(ResourceKind::Filter).read("filter-500").unwrap()
    };
    bencher.bench(|| read().to_json());
}

#[divan::bench]
fn list_a_thousand(bencher: Bencher<'_, '_>) {
    let (engine, caller) = engine();
    bencher.bench(|| engine.session(caller.clone()).filters().list(&Default::default()).unwrap());
}

#[divan::bench]
fn log_in(bencher: Bencher<'_, '_>) {
    let (engine, _) = engine();
    let users = engine.session(Caller::Anonymous).users();
    bencher.bench(|| users.authenticate("anna", "correct horse").unwrap());
}

/// Measures the log-in of an unknown user, which must take as long as the log-in of an existing user, so
/// that the time does not disclose which users exist.
#[divan::bench]
fn log_in_of_nobody(bencher: Bencher<'_, '_>) {
    let (engine, _) = engine();
    let users = engine.session(Caller::Anonymous).users();
    let numbers = std::sync::atomic::AtomicU64::new(0);
    bencher.bench(|| {
        let number = numbers.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        users.authenticate(&format!("nobody-{number}"), "correct horse").unwrap_err()
    });
}
