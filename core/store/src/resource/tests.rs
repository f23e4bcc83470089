//! Tests of resources. Engines and real kinds of content are in later crates, so the content here
//! is a line of text.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::resource::collection::CollectionExt;
use serde::{Deserialize, Serialize};

mod audit;
mod invitations;
mod keys;
mod race;

use super::{
    AnyCollection, Collection, Content, Limits, PageRequest, PendingContent, Record, Resource,
    ResourceKind, ResourceUpdate, as_text, expire,
};
use crate::acl::{AuthContext, Caller, Role, Users};
use crate::store::{Backend, MemoryBackend, RecentRows};
use glossweave_base::clock::{FixedClock, Timestamp};
use glossweave_base::error::{Error, ErrorKind, Result};

const WORD: &str = "correct horse";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Line {
    line: String,
    expires: Option<Timestamp>,
}

fn line(body: &[u8], draft: &PendingContent<'_>) -> Result<Line> {
    let line = as_text(body)?.to_owned();
    if line.contains('\n') {
        return Err(Error::invalid("expected one line"));
    }
    let expires = line.contains("short").then(|| draft.later(Duration::from_secs(60)));
    Ok(Line { line, expires })
}

macro_rules! lines {
    ($($name:ident $kind:ident,)*) => {$(
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(transparent)]
        struct $name(Line);

        impl Content for $name {
            const KIND: ResourceKind = ResourceKind::$kind;
            const LARGE: &'static [&'static str] = &["line"];
            type Context = ();

            fn parse(body: &[u8], _: Option<&$name>, draft: &mut PendingContent<'_>, (): &()) -> Result<$name> {
                line(body, draft).map($name)
            }

            fn expires(&self) -> Option<Timestamp> {
                self.0.expires
            }
        }
    )*};
}

lines! {
    Named Filter,
    Numbered Pipeline,
}

struct World {
    access: AuthContext,
    limits: Limits,
    clock: Arc<FixedClock>,
    store: Arc<MemoryBackend>,
}

impl World {
    fn new() -> World {
        let clock = Arc::new(FixedClock::new(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000)));
        let store = Arc::new(MemoryBackend::new());
        let access = AuthContext::new(store.clone(), clock.clone(), expire);
        World { access, limits: Limits::default(), clock, store }
    }

    fn user(&self, name: &str) -> Caller {
        let nobody = Users::new(&self.access, Caller::Anonymous);
        nobody.create(name, WORD).unwrap();
        Caller::Token(nobody.authenticate(name, WORD).unwrap())
    }

    fn collection<T: Content<Context = ()>>(&self, caller: &Caller) -> Collection<'_, T> {
        Collection::new(&self.access, &self.limits, caller.clone(), &())
    }

    fn owned(&self, user: &str) -> [u64; 2] {
        [ResourceKind::Filter, ResourceKind::Pipeline]
            .map(|kind| self.store.counter(&kind.owned(user)).unwrap())
    }
}

fn changes(pairs: &[(&str, &str)]) -> ResourceUpdate {
    let mut changes = ResourceUpdate::default();
    pairs.iter().for_each(|(name, value)| changes.set(name, value).unwrap());
    changes
}

fn names<T>(list: Vec<Resource<T>>) -> Vec<String> {
    list.into_iter().map(|resource| resource.name).collect()
}

#[test]
fn what_services_use_may_be_kept_for_a_time_and_what_is_read_or_changed_is_not() {
    let world = World::new();
    let rows = RecentRows::new(world.store.clone(), Duration::from_secs(3600));
    let keeping = AuthContext::new(Arc::new(rows), world.clock.clone(), expire);
    let anna = world.user("anna");
    let here = Collection::<Named>::new(&keeping, &world.limits, anna.clone(), &());
    let there = Collection::<Named>::new(&world.access, &world.limits, anna, &());
    let update = ResourceUpdate::default();
    there.create(Some("a"), b"one", &update).unwrap();
    let used = || here.read_for_use("a").unwrap().content.0.line;
    assert_eq!(used(), "one");
    there.update("a", Some(b"two"), &update).unwrap();
    assert_eq!((used().as_str(), here.read("a").unwrap().content.0.line.as_str()), ("one", "two"));
    // A change is based on the stored content, and takes effect immediately.
    here.update("a", Some(b"three"), &update).unwrap();
    assert_eq!(used(), "three");
    there.delete("a", &update).unwrap();
    assert_eq!(
        (used().as_str(), here.read("a").unwrap_err().kind()),
        ("three", ErrorKind::NotFound)
    );
}

#[test]
fn what_is_stored_comes_back() {
    let world = World::new();
    let collection = world.collection::<Named>(&world.user("anna"));
    let options = changes(&[("visibility", "private"), ("description", "ü \"x\"\n")]);
    let made = collection.create(Some("a.B-1_"), "größer".as_bytes(), &options).unwrap();
    assert_eq!(collection.read("a.B-1_").unwrap(), made);
    assert_eq!(collection.read_for_use("a.B-1_").unwrap(), made);
    let json: serde_json::Value = serde_json::from_str(&Record::from(made).to_json()).unwrap();
    assert_eq!(json["name"], "a.B-1_");
    assert_eq!(json["created"], "1970-01-01T00:16:40Z");
    assert_eq!(json["line"], "größer");
    let keys: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys[..4], ["name", "kind", "owner", "visibility"]);
    assert_eq!(keys[4..8], ["description", "created", "updated", "revision"]);
}

#[test]
fn names_of_wrong_shape_are_refused() {
    let world = World::new();
    let collection = world.collection::<Named>(&world.user("anna"));
    let long = "a".repeat(1 << 20);
    for name in ["", "a/b", "a\0", "a b", "ä", "..\\", ".", "..", &"a".repeat(129), &long] {
        let error = collection.create(Some(name), b"x", &ResourceUpdate::default()).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("name")));
        assert!(error.to_string().len() < 600);
        assert_eq!(collection.read(name).unwrap_err().kind(), ErrorKind::NotFound);
        let error = collection.delete(name, &ResourceUpdate::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert!(error.to_string().len() < 600);
    }
    let error = collection.create(None, b"x", &ResourceUpdate::default()).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("name")));
    assert_eq!(world.owned("anna"), [0, 0]);
    collection.create(Some(&"a".repeat(128)), b"x", &ResourceUpdate::default()).unwrap();
}

#[test]
fn a_taken_name_is_said_to_be_taken_even_where_it_is_private() {
    let world = World::new();
    let anna = world.collection::<Named>(&world.user("anna"));
    anna.create(Some("mine"), b"x", &changes(&[("visibility", "private")])).unwrap();
    let berta = world.collection::<Named>(&world.user("berta"));
    let error = berta.create(Some("mine"), b"x", &ResourceUpdate::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(error.message(), "the name `mine` is taken");
    assert_eq!((world.owned("anna"), world.owned("berta")), ([1, 0], [0, 0]));
}

#[test]
fn numbers_are_given_once_and_sorted_as_numbers() {
    let world = World::new();
    let collection = world.collection::<Numbered>(&world.user("anna"));
    let make = || collection.create(None, b"x", &ResourceUpdate::default()).unwrap().name;
    for number in 1..=11 {
        assert_eq!(make(), number.to_string());
    }
    collection.delete("11", &ResourceUpdate::default()).unwrap();
    assert_eq!(make(), "12");
    let post =
        |name| collection.create(Some(name), b"x", &ResourceUpdate::default()).unwrap_err().kind();
    assert_eq!([post("9"), post("11"), post("09"), post("x")][0], ErrorKind::Conflict);
    assert_eq!([post("11"), post("09"), post("x")], [ErrorKind::NotFound; 3]);

    let mut page = PageRequest::default();
    let all = names(collection.list(&page).unwrap());
    assert_eq!(all, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12"]);
    page.set("after", "8").unwrap();
    page.set("limit", "2").unwrap();
    assert_eq!(names(collection.list(&page).unwrap()), ["9", "10"]);
    page.set("limit", "0").unwrap();
    assert!(collection.list(&page).unwrap().is_empty());
    page.set("after", "x").unwrap();
    assert_eq!(collection.list(&page).unwrap_err().parameter(), Some("after"));
    for number in ["00", "18446744073709551616", "1.0", "-1"] {
        assert_eq!(collection.read(number).unwrap_err().kind(), ErrorKind::NotFound);
    }
}

#[test]
fn a_limit_counts_what_the_caller_may_see() {
    let world = World::new();
    let anna = world.collection::<Named>(&world.user("anna"));
    for number in 0..10 {
        let visibility = if number % 3 == 0 { "public" } else { "private" };
        let options = changes(&[("visibility", visibility)]);
        anna.create(Some(&format!("f{number}")), b"x", &options).unwrap();
    }
    let mut page = PageRequest::default();
    page.set("limit", "2").unwrap();
    page.set("after", "f0").unwrap();
    let seen = world.collection::<Named>(&Caller::Anonymous).list(&page).unwrap();
    assert_eq!(names(seen), ["f3", "f6"]);
    assert_eq!(names(anna.list(&page).unwrap()), ["f1", "f2"]);
}

#[test]
fn a_list_has_100_things_and_no_more_bytes_than_a_part() {
    let world = World::new();
    let anna = world.collection::<Named>(&world.user("anna"));
    for number in 0..250 {
        anna.create(Some(&format!("f{number:03}")), b"x", &ResourceUpdate::default()).unwrap();
    }
    let (mut page, mut parts) = (PageRequest::default(), Vec::new());
    loop {
        let part = names(anna.list(&page).unwrap());
        let Some(last) = part.last() else { break };
        page.after = Some(last.clone());
        parts.push(part);
    }
    assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [100, 100, 50]);
    assert!(parts.concat().is_sorted());

    // 60 contents of 200 kB exceed the size of a part; without the contents all records fit.
    let world = World::new();
    let bert = world.user("bert");
    let collection = world.collection::<Named>(&bert);
    for number in 0..60 {
        let content = vec![b'x'; 200_000];
        collection
            .create(Some(&format!("f{number:03}")), &content, &ResourceUpdate::default())
            .unwrap();
    }
    let stored: &dyn AnyCollection = &collection;
    let mut page = PageRequest::default();
    let heads = stored.list(&page).unwrap();
    assert_eq!(heads.len(), 60);
    assert!(heads.iter().all(|record| record.resource.content.get("line").is_none()));
    page.set("contents", "true").unwrap();
    page.set("limit", "1000").unwrap();
    let mut found = Vec::new();
    loop {
        let part = stored.list(&page).unwrap();
        let Some(last) = part.last() else { break };
        let bytes: usize = part.iter().map(|record| record.to_json().len()).sum();
        assert!(bytes <= PageRequest::BYTES + 60 * 200, "{bytes}");
        assert!(part.iter().all(|record| record.resource.content.get("line").is_some()));
        page.after = Some(last.resource.name.clone());
        found.extend(part.into_iter().map(|record| record.resource.name));
    }
    assert_eq!(found, names(collection_list(&collection)));
    assert_eq!(found.len(), 60);
    // Typed parts contain the contents, so their size is limited by bytes too.
    assert!(collection.list(&PageRequest::default()).unwrap().len() < 60);
}

/// Returns a complete list, read part by part.
fn collection_list(collection: &Collection<'_, Named>) -> Vec<Resource<Named>> {
    let (mut page, mut all) = (PageRequest::default(), Vec::new());
    loop {
        let part = collection.list(&page).unwrap();
        let Some(last) = part.last() else { return all };
        page.after = Some(last.name.clone());
        all.extend(part);
    }
}

#[test]
fn a_rejected_update_leaves_everything_in_place() {
    let world = World::new();
    let collection = world.collection::<Named>(&world.user("anna"));
    let made = collection.create(Some("f"), b"x", &ResourceUpdate::default()).unwrap();
    let large = vec![b'x'; world.limits.query + 1];
    let long = "x".repeat(20_000);
    type Told<'a> = &'a [(&'a str, &'a str)];
    let cases: [(&[u8], Told<'_>, ErrorKind, Option<&str>); 8] = [
        (b"a\nb", &[("visibility", "private")], ErrorKind::Invalid, None),
        (b"\xff", &[], ErrorKind::Malformed, None),
        (&large, &[], ErrorKind::TooLarge, None),
        (b"y", &[("newOwner", "nobody")], ErrorKind::Invalid, Some("newOwner")),
        (b"y", &[("newOwner", "\0")], ErrorKind::Invalid, Some("newOwner")),
        (b"y", &[("if-revision", "0")], ErrorKind::PreconditionFailed, Some("if-revision")),
        (b"y", &[("persist", "true")], ErrorKind::Invalid, Some("persist")),
        (b"y", &[("description", &long)], ErrorKind::TooLarge, Some("description")),
    ];
    for (body, options, kind, parameter) in cases {
        let error = collection.update("f", Some(body), &changes(options)).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (kind, parameter));
        assert_eq!(collection.read("f").unwrap(), made);
    }
    assert_eq!(world.owned("anna"), [1, 0]);
}

#[test]
fn each_part_of_an_update_is_optional() {
    let world = World::new();
    let collection = world.collection::<Named>(&world.user("anna"));
    let made = collection.create(Some("f"), b"x", &changes(&[("description", "d")])).unwrap();
    world.clock.advance(Duration::from_secs(5));
    let revision = made.revision.to_string();
    let options = changes(&[("if-revision", &revision), ("visibility", "private")]);
    let updated = collection.update("f", None, &options).unwrap();
    assert_eq!(updated.content, made.content);
    assert_eq!(updated.description.as_deref(), Some("d"));
    assert_eq!(updated.created, made.created);
    assert!(updated.updated > made.updated && updated.revision > made.revision);
    assert_eq!(collection.read("f").unwrap(), updated);
    let updated = collection.update("f", Some(b"y"), &ResourceUpdate::default()).unwrap();
    assert_eq!(updated.content.0.line, "y");
    assert_eq!(updated.visibility.to_string(), "private");
}

#[test]
fn counts_move_with_what_they_count() {
    let world = World::new();
    let (anna, berta) = (world.user("anna"), world.user("berta"));
    let collection = world.collection::<Named>(&anna);
    collection.create(Some("f"), b"x", &ResourceUpdate::default()).unwrap();
    collection.create(Some("g"), b"x", &ResourceUpdate::default()).unwrap();
    world.collection::<Numbered>(&anna).create(None, b"x", &ResourceUpdate::default()).unwrap();
    assert_eq!(world.owned("anna"), [2, 1]);
    let users = Users::new(&world.access, anna.clone());
    let error = users.delete("anna").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(error.parameter(), Some("resources"));
    let message = "the user `anna` still owns 2 filters (`f`, `g`), 1 pipeline (`1`): ";
    assert!(error.message().starts_with(message), "{error}");
    collection.update("f", None, &changes(&[("newOwner", "berta")])).unwrap();
    collection.update("g", None, &changes(&[("owner", "anna")])).unwrap();
    assert_eq!((world.owned("anna"), world.owned("berta")), ([1, 1], [1, 0]));
    assert_eq!(
        collection.delete("f", &ResourceUpdate::default()).unwrap_err().kind(),
        ErrorKind::Forbidden
    );
    collection.delete("g", &ResourceUpdate::default()).unwrap();
    world.collection::<Numbered>(&anna).delete("1", &ResourceUpdate::default()).unwrap();
    users.delete("anna").unwrap();
    assert_eq!(
        collection.create(Some("h"), b"x", &ResourceUpdate::default()).unwrap_err().kind(),
        ErrorKind::Unauthenticated
    );
    world.collection::<Named>(&berta).delete("f", &ResourceUpdate::default()).unwrap();
    assert_eq!((world.owned("anna"), world.owned("berta")), ([0, 0], [0, 0]));
}

#[test]
fn what_has_expired_is_not_there_and_keeps_nobody() {
    let world = World::new();
    let anna = world.user("anna");
    let collection = world.collection::<Numbered>(&anna);
    collection.create(None, b"short", &ResourceUpdate::default()).unwrap();
    world.clock.advance(Duration::from_secs(59));
    collection.read("1").unwrap();
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(collection.read("1").unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(
        collection.update("1", None, &ResourceUpdate::default()).unwrap_err().kind(),
        ErrorKind::NotFound
    );
    assert_eq!(
        collection.delete("1", &ResourceUpdate::default()).unwrap_err().kind(),
        ErrorKind::NotFound
    );
    let again = collection.create(Some("1"), b"x", &ResourceUpdate::default()).unwrap_err();
    assert_eq!(again.kind(), ErrorKind::NotFound);
    assert!(collection.list(&PageRequest::default()).unwrap().is_empty());
    assert_eq!(world.owned("anna"), [0, 1]);
    Users::new(&world.access, anna).delete("anna").unwrap();
    assert_eq!(world.owned("anna"), [0, 0]);
    assert_eq!(expire(&world.access).unwrap(), 0);
}

#[test]
fn of_two_who_saw_the_same_revision_one_wins() {
    let world = World::new();
    let collection = world.collection::<Named>(&world.user("anna"));
    let made = collection.create(Some("f"), b"x", &ResourceUpdate::default()).unwrap();
    let rounds = 10_000;
    let barrier = std::sync::Barrier::new(2);
    let write = |who: &str| {
        let mut won = 0;
        for _ in 0..rounds {
            barrier.wait();
            let seen = collection.read("f").unwrap().revision;
            barrier.wait();
            let options = changes(&[("if-revision", &seen.to_string())]);
            match collection.update("f", Some(who.as_bytes()), &options) {
                Ok(_) => won += 1,
                Err(error) => assert_eq!(error.kind(), ErrorKind::PreconditionFailed),
            }
        }
        won
    };
    let (first, second) = std::thread::scope(|scope| {
        let thread = scope.spawn(|| write("one"));
        let other = write("other");
        (thread.join().unwrap(), other)
    });
    assert_eq!(first + second, rounds);
    assert_eq!(collection.read("f").unwrap().revision, made.revision + rounds);
}

#[test]
fn without_a_revision_nobody_loses() {
    let world = World::new();
    let collection = world.collection::<Named>(&world.user("anna"));
    let made = collection.create(Some("f"), b"x", &ResourceUpdate::default()).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..500 {
                    collection.update("f", Some(b"y"), &ResourceUpdate::default()).unwrap();
                }
            });
        }
    });
    assert_eq!(collection.read("f").unwrap().revision, made.revision + 1_000);
}

#[test]
fn a_lost_role_counts_at_once() {
    let world = World::new();
    let (anna, root) = (world.user("anna"), world.user("rita"));
    let password = crate::acl::Secret::new(WORD);
    crate::acl::install_admin(&world.access, "rita", &password).unwrap();
    crate::acl::install_admin(&world.access, "other", &password).unwrap();
    let private = changes(&[("visibility", "private")]);
    world.collection::<Named>(&anna).create(Some("f"), b"x", &private).unwrap();
    world.collection::<Named>(&root).read("f").unwrap();
    Users::new(&world.access, root.clone()).set_role("rita", Role::User).unwrap();
    assert_eq!(world.collection::<Named>(&root).read("f").unwrap_err().kind(), ErrorKind::NotFound);
}
