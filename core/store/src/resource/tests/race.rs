//! Changes by other writers between the check and the commit.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use super::{Named, World, changes};
use crate::acl::{AuthContext, Caller, Users};
use crate::resource::collection::CollectionExt;
use crate::resource::{Collection, PageRequest, ResourceKind, ResourceUpdate, expire};
use crate::store::{
    Backend, Change, CommitOutcome, CounterUpdate, MemoryBackend, Precondition, Row, Snapshot,
    Table,
};
use glossweave_base::error::{ErrorKind, Result};

#[test]
fn no_resource_outlives_the_race_with_the_removal_of_its_owner() {
    for round in 0..40 {
        let world = World::new();
        let (anna, berta) = (world.user("anna"), world.user("berta"));
        let name = format!("f{round}");
        let gift = world.collection::<Named>(&berta);
        gift.create(Some("gift"), b"x", &ResourceUpdate::default()).unwrap();
        let removed = std::thread::scope(|scope| {
            let users = Users::new(&world.access, anna.clone());
            let removal = scope.spawn(move || users.delete("anna").is_ok());
            let _ = world.collection::<Named>(&anna).create(
                Some(&name),
                b"x",
                &ResourceUpdate::default(),
            );
            let _ = gift.update("gift", None, &changes(&[("newOwner", "anna")]));
            removal.join().unwrap()
        });
        let all = gift.list(&PageRequest::default()).unwrap();
        let remaining = all.iter().filter(|resource| resource.owner == "anna").count() as u64;
        assert_eq!(world.owned("anna")[0], remaining);
        assert!(!removed || remaining == 0);
    }
}

/// A store in which another writer is faster, once.
#[derive(Debug)]
struct Meddling {
    store: Arc<MemoryBackend>,
    faster: Mutex<Option<(Vec<Change>, Vec<CounterUpdate>)>>,
}

impl Backend for Meddling {
    fn read(&self, table: Table, key: &str) -> Result<Option<Row>> {
        self.store.read(table, key)
    }

    fn scan(
        &self,
        table: Table,
        after: Option<&str>,
        visit: &mut dyn FnMut(&str, Row) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        self.store.scan(table, after, visit)
    }

    fn commit(&self, changes: &[Change], tallies: &[CounterUpdate]) -> Result<CommitOutcome> {
        if let Some((changes, tallies)) = self.faster.lock().unwrap().take() {
            let outcome = self.store.commit(&changes, &tallies)?;
            assert!(matches!(outcome, CommitOutcome::Done { .. }));
        }
        self.store.commit(changes, tallies)
    }

    fn counter(&self, name: &str) -> Result<u64> {
        self.store.counter(name)
    }

    fn snapshot(&self) -> Result<Snapshot> {
        self.store.snapshot()
    }

    fn restore(&self, snapshot: Snapshot) -> Result<()> {
        self.store.restore(snapshot)
    }
}

/// Returns the result of a call during which another writer is faster.
fn meddled<T>(
    world: &World,
    changes: Vec<Change>,
    tallies: Vec<CounterUpdate>,
    call: impl FnOnce(&AuthContext) -> Result<T>,
) -> Result<T> {
    let faster = Mutex::new(Some((changes, tallies)));
    let store = Arc::new(Meddling { store: world.store.clone(), faster });
    let result = call(&AuthContext::new(store.clone(), world.clock.clone(), expire));
    assert!(store.faster.lock().unwrap().is_none(), "nothing was committed");
    result
}

fn gone(name: &str) -> Vec<Change> {
    vec![Change::remove(Table::Users, name, Precondition::Present)]
}

/// Returns a change that writes the same row again.
fn touched(world: &World, table: Table, key: &str) -> Vec<Change> {
    let row = world.store.read(table, key).unwrap().unwrap();
    vec![Change::put(table, key, Precondition::Present, row.value)]
}

fn collection<'a>(
    world: &'a World,
    access: &'a AuthContext,
    caller: &Caller,
) -> Collection<'a, Named> {
    Collection::new(access, &world.limits, caller.clone(), &())
}

#[test]
fn who_is_removed_meanwhile_makes_nothing() {
    let world = World::new();
    let anna = world.user("anna");
    let none = ResourceUpdate::default();
    let create =
        |access: &AuthContext| collection(&world, access, &anna).create(Some("f"), b"x", &none);
    let fewer = vec![CounterUpdate::less("name/anna".to_owned())];
    let error = meddled(&world, gone("anna"), fewer, create).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    assert_eq!(world.owned("anna"), [0, 0]);

    // A new password or role in the meantime does not cause an error.
    let anna = world.user("anna");
    let create =
        |access: &AuthContext| collection(&world, access, &anna).create(Some("f"), b"x", &none);
    meddled(&world, touched(&world, Table::Users, "anna"), vec![], create).unwrap();
    assert_eq!(world.owned("anna"), [1, 0]);
}

#[test]
fn who_is_removed_meanwhile_is_given_nothing() {
    let world = World::new();
    let (_, berta) = (world.user("anna"), world.user("berta"));
    let made = world
        .collection::<Named>(&berta)
        .create(Some("f"), b"x", &ResourceUpdate::default())
        .unwrap();
    let give = |access: &AuthContext| {
        collection(&world, access, &berta).update("f", None, &changes(&[("newOwner", "anna")]))
    };
    let error = meddled(&world, gone("anna"), vec![], give).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("newOwner")));
    assert_eq!(world.collection::<Named>(&berta).read("f").unwrap(), made);
    assert_eq!((world.owned("anna"), world.owned("berta")), ([0, 0], [1, 0]));
}

#[test]
fn what_is_changed_meanwhile_is_looked_at_again() {
    let world = World::new();
    let anna = world.user("anna");
    let first = world
        .collection::<Named>(&anna)
        .create(Some("f"), b"x", &ResourceUpdate::default())
        .unwrap();
    let update = |options: ResourceUpdate| {
        let call = |access: &AuthContext| {
            collection(&world, access, &anna).update("f", Some(b"y"), &options)
        };
        meddled(&world, touched(&world, Table::Filters, "f"), vec![], call)
    };
    let seen = changes(&[("if-revision", &first.revision.to_string())]);
    assert_eq!(update(seen).unwrap_err().kind(), ErrorKind::PreconditionFailed);
    update(ResourceUpdate::default()).unwrap();

    let delete = |access: &AuthContext| {
        collection(&world, access, &anna).delete("f", &ResourceUpdate::default())
    };
    meddled(&world, touched(&world, Table::Filters, "f"), vec![], delete).unwrap();
    assert_eq!(world.owned("anna"), [0, 0]);
}

#[test]
fn a_name_that_is_taken_meanwhile_is_taken() {
    let world = World::new();
    let anna = world.user("anna");
    let create = |access: &AuthContext| {
        collection(&world, access, &anna).create(Some("f"), b"x", &ResourceUpdate::default())
    };
    let taken = vec![Change::put(Table::Filters, "f", Precondition::Absent, b"{}".to_vec())];
    assert_eq!(meddled(&world, taken, vec![], create).unwrap_err().kind(), ErrorKind::Conflict);
    assert_eq!(world.owned("anna"), [0, 0]);
}

#[test]
fn who_is_given_something_meanwhile_stays() {
    let world = World::new();
    let anna = world.user("anna");
    let tallies = vec![CounterUpdate::more(ResourceKind::Dataset.owned("anna"))];
    let delete = |access: &AuthContext| Users::new(access, anna.clone()).delete("anna");
    let error = meddled(&world, vec![], tallies, delete).unwrap_err();
    assert!(error.message().starts_with("the user `anna` still owns 1 dataset: "), "{error}");
    Users::new(&world.access, anna).read("anna").unwrap();
}

#[test]
fn a_password_that_is_changed_meanwhile_gives_no_token() {
    let world = World::new();
    let anna = world.user("anna");
    let before = world.store.read(Table::Users, "anna").unwrap().unwrap();
    Users::new(&world.access, anna.clone()).set_password("anna", "another one").unwrap();
    let after = world.store.read(Table::Users, "anna").unwrap().unwrap();
    let log_in = |access: &AuthContext| {
        Users::new(access, Caller::Anonymous).authenticate("anna", "another one")
    };
    let put = |row: &Row| {
        vec![Change::put(Table::Users, "anna", Precondition::Present, row.value.clone())]
    };
    let error = meddled(&world, put(&before), vec![], log_in).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    Users::new(&world.access, anna).set_password("anna", "another one").unwrap();
    let now = world.store.read(Table::Users, "anna").unwrap().unwrap();
    assert_ne!(now.value, after.value);
    meddled(&world, put(&now), vec![], log_in).unwrap();
}
