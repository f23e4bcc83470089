//! e-Link in an engine: templates on stored datasets and on servers, and the templates in
//! examples/templates.

#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

mod example;
mod jena;
mod server;
mod table;

use glossweave::resource::ResourceUpdate;
use glossweave::{Caller, Engine, Session, Settings};

const WORD: &str = "correct horse";

/// An engine with a user.
struct Fixture {
    engine: Engine,
    anna: Caller,
}

impl Fixture {
    fn new(pairs: &[(&str, &str)]) -> Fixture {
        let settings = Settings::from_pairs(pairs.iter().copied()).unwrap();
        let engine = Engine::builder(settings).open().unwrap();
        let users = engine.session(Caller::Anonymous).users();
        users.create("anna", WORD).unwrap();
        let anna = Caller::Token(users.authenticate("anna", WORD).unwrap());
        Fixture { engine, anna }
    }

    fn anna(&self) -> Session<'_> {
        self.engine.session(self.anna.clone())
    }

    fn nobody(&self) -> Session<'_> {
        self.engine.session(Caller::Anonymous)
    }

    /// Loads Turtle as a dataset.
    fn load(&self, name: &str, turtle: &str) -> glossweave::Result<()> {
        let mut changes = ResourceUpdate::default();
        changes.set("informat", "turtle")?;
        self.anna().datasets().create(Some(name), turtle.as_bytes(), &changes).map(drop)
    }

    fn template(&self, query: &str, endpoint: &str) -> glossweave::Result<String> {
        let body = serde_json::json!({ "query": query, "endpoint": endpoint }).to_string();
        let made =
            self.anna().templates().create(None, body.as_bytes(), &ResourceUpdate::default())?;
        Ok(made.name)
    }
}
