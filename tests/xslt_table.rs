//! The rows of tests/cases/xslt, run using the Rust API.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use glossweave::resource::{ResourceKind, ResourceUpdate};
use glossweave::{Caller, Engine, Result, Settings};
use harness::stylesheets::{Answer, Row, Way, none, rows, saxon};

/// An engine with two users.
struct Fixture {
    engine: Engine,
    anna: Caller,
    berta: Caller,
}

impl Fixture {
    fn new() -> Fixture {
        let mut settings = Settings::default();
        settings.xslt.saxon = saxon();
        let engine = Engine::builder(settings).open().unwrap();
        let users = engine.session(Caller::Anonymous).users();
        let [anna, berta] = ["anna", "berta"].map(|name| {
            users.create(name, "correct horse").unwrap();
            Caller::Token(users.authenticate(name, "correct horse").unwrap())
        });
        Fixture { engine, anna, berta }
    }

    fn run(&self, row: &Row, way: Way, name: &str) -> Result<Answer> {
        let caller = match way {
            Way::Alone => return row.run_alone(),
            Way::Stored => Caller::Anonymous,
            Way::StoredForAnother => self.berta.clone(),
            Way::StoredForOwner => self.anna.clone(),
        };
        let mut changes = ResourceUpdate::default();
        changes.set("visibility", row.visibility())?;
        let owner = self.engine.session(self.anna.clone());
        owner.collection(ResourceKind::Converter).create(
            Some(name),
            &row.stylesheet(),
            &changes,
        )?;
        let reply = self.engine.session(caller).converters().apply(name, &row.request()?)?;
        Ok(Answer::from(reply))
    }
}

/// A stored stylesheet has its properties; an invalid update does not change it.
#[test]
fn a_broken_stylesheet_leaves_the_old_one_in_place() {
    let (fixture, rows) = (Fixture::new(), rows());
    let greet = rows.iter().find(|row| row.name() == "the default of a parameter").unwrap();
    let anna = fixture.engine.session(fixture.anna.clone());
    let collection = anna.collection(ResourceKind::Converter);
    let mut changes = ResourceUpdate::default();
    changes.set("description", "greets").unwrap();
    let made = collection.create(Some("greet"), &greet.stylesheet(), &changes).unwrap();
    let shown: serde_json::Value = serde_json::from_str(&made.to_json()).unwrap();
    assert_eq!((&shown["description"], &shown["version"]), (&"greets".into(), &"1.0".into()));
    let parameter = &shown["parameters"][0];
    assert_eq!((&parameter["name"], &parameter["default"]), (&"greeting".into(), &"Hello".into()));
    let none = ResourceUpdate::default();
    for row in &rows {
        if row.breaks() {
            collection.update("greet", Some(&row.stylesheet()), &none).unwrap_err();
        }
    }
    assert!(rows.iter().filter(|row| row.breaks()).count() > 3);
    assert_eq!(collection.read("greet").unwrap(), made);
    assert_eq!(
        anna.converters().apply("greet", &greet.request().unwrap()).unwrap().bytes,
        b"Hello, Cork"
    );
}

#[test]
fn every_row_is_answered_as_expected() {
    let (fixture, rows) = (Fixture::new(), rows());
    assert!(rows.len() >= 25);
    let mut faults = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        for way in row.ways() {
            let name = format!("row-{number}-{}", way.name());
            let answer = fixture.run(row, way, &name).map_err(Into::into);
            if let Err(fault) = row.judge(answer) {
                faults.push(format!("{} ({}): {fault}", row.name(), way.name()));
            }
        }
    }
    none(&faults);
}
