//! The table of permissions, tested using the Rust API. Its format is documented in
//! `tests/cases/access/README.md`.

use glossweave::settings::AdminSettings;
use std::collections::BTreeMap;
use std::path::Path;

use glossweave::acl::{ApiKeyOptions, PageRequest};
use glossweave::resource::{AnyCollection, Record, ResourceKind, ResourceUpdate};
use glossweave::{Caller, Engine, Error, Result, Session, Settings};
use serde_json::Value;

const WORD: &str = "correct horse";

struct Fixture {
    engine: Engine,
    bodies: Value,
    admin: Caller,
    owner: Caller,
    stranger: Caller,
    /// The API keys, by the names of callers.
    keys: BTreeMap<&'static str, Caller>,
}

/// The API keys of the table, with their users and scopes.
const KEYS: [(&str, &str, &str); 4] = [
    ("read key", "owner", "read"),
    ("enrich key", "owner", "enrich"),
    ("write key", "owner", "write"),
    ("admin key", "admin", "read,enrich,write,admin"),
];

/// Creates an API key for a user who has logged in.
fn key(engine: &Engine, login: &Caller, user: &str, scopes: &str) -> Caller {
    let mut options = ApiKeyOptions::default();
    options.set("name", &format!("k-{}", scopes.replace(',', "-"))).unwrap();
    options.set("scopes", scopes).unwrap();
    let new = engine.session(login.clone()).users().create_key(user, &options).unwrap();
    Caller::token(&new.secret.to_text())
}

impl Fixture {
    fn new(mut settings: Settings, bodies: Value) -> Fixture {
        settings.admin = AdminSettings::new("admin", WORD);
        let engine = Engine::builder(settings).open().unwrap();
        let users = engine.session(Caller::Anonymous).users();
        for name in ["owner", "stranger"] {
            users.create(name, WORD).unwrap();
        }
        let [admin, owner, stranger] = ["admin", "owner", "stranger"].map(|name| {
            let token = users.authenticate(name, WORD).unwrap();
            Caller::token(&token.to_text())
        });
        let keys = KEYS.map(|(name, user, scopes)| {
            let login = if user == "owner" { &owner } else { &admin };
            (name, key(&engine, login, user, scopes))
        });
        Fixture { engine, bodies, admin, owner, stranger, keys: keys.into() }
    }

    fn session(&self, row: &Row, owner: &Caller) -> Session<'_> {
        self.engine.session(match row.caller.as_str() {
            "anonymous" => Caller::Anonymous,
            "wrong token" => Caller::token(&"0".repeat(64)),
            "stranger" => self.stranger.clone(),
            "owner" => owner.clone(),
            "admin" => self.admin.clone(),
            other => self.keys[other].clone(),
        })
    }

    fn resource(&self, row: &Row, number: usize) -> std::result::Result<(), String> {
        let kind: ResourceKind = row.kind.parse().unwrap();
        let body = self.bodies[&row.kind].as_str().unwrap().as_bytes();
        let with = |name: &str, value: &str| {
            let mut changes = ResourceUpdate::default();
            changes.set(name, value).unwrap();
            changes
        };
        let chosen = (kind.key() == "name").then(|| format!("made-{number}"));
        let another = (kind.key() == "name").then(|| format!("more-{number}"));
        let (name, visibility) = if row.target == "absent" {
            (chosen.unwrap_or("999999999".to_owned()), "private")
        } else {
            let collection = self.engine.session(self.owner.clone()).collection(kind);
            let made = collection.create(chosen.as_deref(), body, &with("visibility", &row.target));
            (made.unwrap().resource.name, row.target.as_str())
        };
        let other = if visibility == "public" { "private" } else { "public" };
        let all = self.engine.session(self.admin.clone()).collection(kind);
        let before = all.read(&name).ok();

        let collection = self.session(row, &self.owner).collection(kind);
        let none = ResourceUpdate::default();
        let result = match row.action.as_str() {
            "create" => {
                let changes = with("visibility", &row.target);
                collection.create(another.as_deref(), body, &changes).map(drop)
            }
            "read" => collection.read(&name).map(drop),
            "use" => collection.check_use(&name),
            "list" => match listed(&*collection, &name) {
                Ok(true) => return row.compare("shown"),
                Ok(false) => return row.compare("hidden"),
                Err(error) => Err(error),
            },
            "update" => collection.update(&name, Some(body), &none).map(drop),
            "change owner" => {
                collection.update(&name, None, &with("newOwner", "stranger")).map(drop)
            }
            "change visibility" => {
                collection.update(&name, None, &with("visibility", other)).map(drop)
            }
            "delete" => collection.delete(&name, &none),
            other => panic!("no action {other}"),
        };
        row.compare(&kind_of(&result))?;

        let after = all.read(&name).ok();
        let field =
            |record: &Option<Record>, what: fn(&Record) -> String| record.as_ref().map(what);
        let owner = |record: &Record| record.resource.owner.clone();
        let seen = |record: &Record| record.resource.visibility.to_string();
        let right = match (result.is_ok(), row.action.as_str()) {
            (true, "update") => {
                after.as_ref().map(|after| after.resource.revision)
                    > before.as_ref().map(|before| before.resource.revision)
            }
            (true, "change owner") => field(&after, owner).as_deref() == Some("stranger"),
            (true, "change visibility") => field(&after, seen).as_deref() == Some(other),
            (true, "delete") => after.is_none(),
            _ => after == before,
        };
        if right { Ok(()) } else { Err(format!("it was {before:?} and is {after:?}")) }
    }

    fn user(&self, row: &Row, number: usize) -> std::result::Result<(), String> {
        let name = format!("user-{number}");
        let nobody = self.engine.session(Caller::Anonymous).users();
        let mut owner = Caller::Anonymous;
        if row.target == "present" {
            nobody.create(&name, WORD).unwrap();
            if row.is_owners() {
                owner = Caller::Token(nobody.authenticate(&name, WORD).unwrap());
            }
        }
        let session = match KEYS.iter().find(|(caller, ..)| *caller == row.caller) {
            Some((.., scopes)) if row.is_owners() => {
                self.engine.session(key(&self.engine, &owner, &name, scopes))
            }
            _ => self.session(row, &owner),
        };
        let users = session.users();
        let result = match row.action.as_str() {
            "create" => users.create(&name, WORD).map(drop),
            "read" => users.read(&name).map(drop),
            "list" => users.list(&PageRequest::default()).map(drop),
            "set password" => users.set_password(&name, "another one").map(drop),
            "set role" => users.set_role(&name, "ROLE_ADMIN".parse().unwrap()).map(drop),
            "delete" => users.delete(&name),
            "log in" => users.authenticate(&name, WORD).map(drop),
            other => panic!("no action {other}"),
        };
        row.compare(&kind_of(&result))?;

        let after = self.engine.session(self.admin.clone()).users().read(&name).ok();
        let done = result.is_ok();
        let there = match row.action.as_str() {
            "create" => done || row.target == "present",
            "delete" => !done && row.target == "present",
            _ => row.target == "present",
        };
        let role = if done && row.action == "set role" { "ROLE_ADMIN" } else { "ROLE_USER" };
        let word = if done && row.action == "set password" { "another one" } else { WORD };
        let is_there = after.is_some();
        if is_there != there {
            return Err(format!("is it there? {is_there}"));
        }
        if let Some(after) = after {
            if after.role.to_string() != role {
                return Err(format!("the role is {}", after.role));
            }
            nobody.authenticate(&name, word).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

fn listed(collection: &dyn AnyCollection, name: &str) -> Result<bool> {
    let list = collection.list(&PageRequest { limit: Some(1_000), ..PageRequest::default() })?;
    Ok(list.iter().any(|record| record.resource.name == name))
}

fn kind_of(result: &std::result::Result<(), Error>) -> String {
    match result {
        Ok(()) => "ok".to_owned(),
        Err(error) => error.kind().name().to_owned(),
    }
}

struct Row {
    kind: String,
    target: String,
    action: String,
    caller: String,
    expect: String,
}

impl Row {
    fn read(row: &Value) -> Row {
        let names = ["kind", "target", "action", "caller", "expect"];
        assert!(row.as_object().unwrap().keys().all(|key| names.contains(&key.as_str())), "{row}");
        let [kind, target, action, caller, expect] =
            names.map(|name| row[name].as_str().unwrap().to_owned());
        Row { kind, target, action, caller, expect }
    }

    /// Returns `true` if the caller is the owner, or uses an API key of the owner.
    fn is_owners(&self) -> bool {
        let of_owner = KEYS.iter().any(|(name, user, _)| *name == self.caller && *user == "owner");
        self.caller == "owner" || of_owner
    }

    fn compare(&self, found: &str) -> std::result::Result<(), String> {
        if self.expect == found {
            return Ok(());
        }
        Err(format!("expected {}, found {found}", self.expect))
    }
}

#[test]
fn every_cell_of_the_policy_holds() {
    run(Settings::default());
}

#[test]
fn every_cell_holds_in_a_folder_too() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("access");
    // Files of an earlier run.
    let _ = std::fs::remove_dir_all(&folder);
    let mut settings = Settings::default();
    settings.store.location = Some(folder.into());
    settings.store.durability = "periodic".parse().unwrap();
    run(settings);
}

#[cfg(feature = "postgres")]
#[test]
fn every_cell_holds_in_a_database_too() {
    let Some(server) = harness::postgres_server::shared() else { return };
    let mut settings = Settings::default();
    settings.store.location = Some(server.store().parse().unwrap());
    let files = tempfile::tempdir().unwrap();
    settings.files.location = Some(format!("file:{}", files.path().display()));
    run(settings);
}

fn run(settings: Settings) {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/cases/access/acl.json");
    let table: Value = serde_json::from_slice(&std::fs::read(table).unwrap()).unwrap();
    let fixture = Fixture::new(settings, table["bodies"].clone());
    let rows: Vec<_> = table["rows"].as_array().unwrap().iter().map(Row::read).collect();
    assert!(rows.len() >= 1_000, "{} rows", rows.len());
    let mut faults = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let run = if row.kind == "user" { Fixture::user } else { Fixture::resource };
        if let Err(what) = run(&fixture, row, number) {
            let Row { kind, target, action, caller, .. } = row;
            faults.push(format!("{kind}, {target}, {action}, {caller}: {what}"));
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), rows.len(), faults.join("\n"));
}
