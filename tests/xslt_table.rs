//! The rows of tests/cases/xslt through the Rust door.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use glossweave::resource::{Changes, Kind};
use glossweave::{Caller, Engine, Result, Settings};
use harness::stylesheets::{Answer, Row, Way, none, rows};

/// An engine with two users.
struct World {
    engine: Engine,
    anna: Caller,
    berta: Caller,
}

impl World {
    fn new() -> World {
        let engine = Engine::builder(Settings::default()).open().unwrap();
        let users = engine.session(Caller::Anonymous).users();
        let [anna, berta] = ["anna", "berta"].map(|name| {
            users.create(name, "correct horse").unwrap();
            Caller::Token(users.authenticate(name, "correct horse").unwrap())
        });
        World { engine, anna, berta }
    }

    fn run(&self, row: &Row, way: Way, name: &str) -> Result<Answer> {
        let caller = match way {
            Way::Alone => return row.run_alone(),
            Way::Stored => Caller::Anonymous,
            Way::StoredForAnother => self.berta.clone(),
            Way::StoredForOwner => self.anna.clone(),
        };
        let mut changes = Changes::default();
        changes.set("visibility", row.visibility())?;
        let owner = self.engine.session(self.anna.clone());
        owner.shelf(Kind::Converter).create(Some(name), &row.stylesheet(), &changes)?;
        let reply = self.engine.session(caller).converters().apply(name, &row.request()?)?;
        Ok(Answer::from(reply))
    }
}

#[test]
fn every_row_is_answered_as_expected() {
    let (world, rows) = (World::new(), rows());
    assert!(rows.len() >= 25);
    let mut faults = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        for way in row.ways() {
            let name = format!("row-{number}-{}", way.name());
            let answer = world.run(row, way, &name).map_err(Into::into);
            if let Err(fault) = row.judge(answer) {
                faults.push(format!("{} ({}): {fault}", row.name(), way.name()));
            }
        }
    }
    none(&faults);
}
