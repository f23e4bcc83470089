use std::time::Duration;

use crate::acl::tests::{WORD, World};
use crate::acl::{
    ApiKey, ApiKeyOptions, Caller, PageRequest, ResourceKind, Role, Scope, Token, Users,
};
use crate::resource::collection::CollectionExt;
use crate::resource::permission::PermissionExt;
use crate::resource::{Collection, Content, Limits, PendingContent, ResourceUpdate, authorize_use};
use crate::store::Table;
use glossweave_base::clock::Clock;
use glossweave_base::error::{ErrorKind, Result};

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct Line(String);

impl Content for Line {
    const KIND: ResourceKind = ResourceKind::Filter;
    type Context = ();

    fn parse(body: &[u8], _: Option<&Line>, _: &mut PendingContent<'_>, _: &()) -> Result<Line> {
        Ok(Line(String::from_utf8_lossy(body).into_owned()))
    }
}

fn key(users: &Users<'_>, user: &str, name: &str, scopes: &[Scope]) -> Token {
    let options = ApiKeyOptions::new(name, scopes.iter().copied());
    users.create_key(user, &options).unwrap().secret
}

fn with<'w>(world: &'w World, secret: &Token) -> Users<'w> {
    Users::new(&world.access, Caller::Token(secret.clone()))
}

fn kind<T: std::fmt::Debug>(result: Result<T>) -> ErrorKind {
    result.unwrap_err().kind()
}

#[test]
fn a_key_allows_what_its_scopes_name() {
    let world = World::new();
    world.nobody().create("anna", WORD).unwrap();
    let (anna, limits) = (world.as_user("anna"), Limits::default());
    let filters = |caller| Collection::<Line>::new(&world.access, &limits, caller, &());
    let own_filters = filters(anna.caller.clone());
    own_filters.create(Some("own"), b"", &ResourceUpdate::default()).unwrap();
    for allowed in Scope::ALL {
        if *allowed == Scope::Admin {
            continue;
        }
        let secret = key(&anna, "anna", allowed.name(), &[*allowed]);
        let caller = Caller::Token(secret.clone());
        let made = filters(caller.clone());
        let none = ResourceUpdate::default();
        let new = format!("new-{allowed}");
        let results = [
            (Scope::Read, made.read("own").map(drop)),
            (Scope::Read, made.list(&PageRequest::default()).map(drop)),
            (Scope::Read, with(&world, &secret).read("anna").map(drop)),
            (Scope::Enrich, made.read_for_use("own").map(drop)),
            (Scope::Enrich, authorize_use(&world.access, &caller, ResourceKind::Filter, "own")),
            (Scope::Enrich, world.access.check_service(&caller)),
            (Scope::Write, made.create(Some(&new), b"", &none).map(drop)),
            (Scope::Write, made.may_create(Some("other")).map(drop)),
            (Scope::Write, made.update("own", Some(b"1"), &none).map(drop)),
            (Scope::Write, made.may_update("own").map(drop)),
            (Scope::Write, made.may_upload("own").map(drop)),
            (Scope::Write, with(&world, &secret).create(&new, WORD).map(drop)),
        ];
        for (number, (needed, result)) in results.into_iter().enumerate() {
            let found = result.as_ref().map_err(|error| error.kind());
            let expected = if needed == *allowed { Ok(&()) } else { Err(ErrorKind::Forbidden) };
            assert_eq!(found, expected, "{allowed}, {number}");
            if let Err(error) = result {
                let message = format!("the key `{allowed}` does not have the scope `{needed}`");
                assert_eq!(error.message(), message);
            }
        }
        // A key without the scope does not even reveal whether a resource exists.
        if *allowed != Scope::Write {
            assert_eq!(kind(made.delete("absent", &none)), ErrorKind::Forbidden);
        }
    }
}

#[test]
fn a_key_manages_neither_passwords_nor_keys_nor_tokens() {
    let world = World::new();
    let root = world.as_user("root");
    let token = world.nobody().authenticate("root", WORD).unwrap();
    let by_key = with(&world, &key(&root, "root", "all", Scope::ALL));
    by_key.list(&PageRequest::default()).unwrap();
    assert_eq!(kind(by_key.set_password("root", "another one")), ErrorKind::Forbidden);
    assert_eq!(kind(by_key.update("root", Some("another one"), None)), ErrorKind::Forbidden);
    let options = ApiKeyOptions::new("more", [Scope::Read]);
    assert_eq!(kind(by_key.create_key("root", &options)), ErrorKind::Forbidden);
    assert_eq!(kind(by_key.list_keys("root")), ErrorKind::Forbidden);
    assert_eq!(kind(by_key.read_key("root", "all")), ErrorKind::Forbidden);
    assert_eq!(kind(by_key.revoke_key("root", "all")), ErrorKind::Forbidden);
    assert_eq!(kind(by_key.revoke(&token)), ErrorKind::Forbidden);
    assert_eq!(kind(by_key.revoke_all("root")), ErrorKind::Forbidden);
    world.nobody().authenticate("root", WORD).unwrap();
    // Other actions of admins on users are allowed.
    by_key.create("anna", WORD).unwrap();
    assert_eq!(by_key.update("anna", None, Some(Role::Admin)).unwrap().role, Role::Admin);
    by_key.delete("anna").unwrap();
}

#[test]
fn the_key_of_an_admin_without_the_scope_is_that_of_a_user() {
    let world = World::new();
    world.nobody().create("anna", WORD).unwrap();
    let root = world.as_user("root");
    let scopes = [Scope::Read, Scope::Enrich, Scope::Write];
    let by_key = with(&world, &key(&root, "root", "modest", &scopes));
    by_key.read("root").unwrap();
    assert_eq!(kind(by_key.read("anna")), ErrorKind::Forbidden);
    assert_eq!(kind(by_key.list(&PageRequest::default())), ErrorKind::Forbidden);
    assert_eq!(kind(by_key.create("administrator", WORD)), ErrorKind::Conflict);
    // The scope alone does not allow reading either.
    let admin = with(&world, &key(&root, "root", "admin", &[Scope::Admin]));
    assert_eq!(kind(admin.read("anna")), ErrorKind::Forbidden);
    admin.set_role("anna", Role::Admin).unwrap();
}

#[test]
fn a_key_is_never_more_than_its_user() {
    let world = World::new();
    world.nobody().create("anna", WORD).unwrap();
    let (anna, root) = (world.as_user("anna"), world.as_user("root"));
    let error = anna.create_key("anna", &ApiKeyOptions::new("a", [Scope::Admin])).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Forbidden, Some("scopes")));
    root.set_role("anna", Role::Admin).unwrap();
    let by_key = with(&world, &key(&anna, "anna", "a", Scope::ALL));
    by_key.list(&PageRequest::default()).unwrap();
    root.set_role("anna", Role::User).unwrap();
    assert_eq!(kind(by_key.list(&PageRequest::default())), ErrorKind::Forbidden);
    assert_eq!(kind(by_key.delete("anna")), ErrorKind::Forbidden);
    by_key.read("anna").unwrap();
    // Users cannot create keys for other users, and only admins can list and revoke them.
    let options = ApiKeyOptions::new("b", [Scope::Read]);
    assert_eq!(kind(root.create_key("anna", &options)), ErrorKind::Forbidden);
    assert_eq!(kind(anna.list_keys("root")), ErrorKind::Forbidden);
    assert_eq!(kind(anna.revoke_key("root", "a")), ErrorKind::Forbidden);
    assert_eq!(kind(world.nobody().list_keys("anna")), ErrorKind::Unauthenticated);
    assert_eq!(kind(root.list_keys("nobody")), ErrorKind::NotFound);
    assert_eq!(root.list_keys("anna").unwrap().len(), 1);
    root.revoke_key("anna", "a").unwrap();
    assert_eq!(kind(by_key.read("anna")), ErrorKind::Unauthenticated);
}

#[test]
fn keys_end() {
    let world = World::new();
    world.nobody().create("anna", WORD).unwrap();
    let anna = world.as_user("anna");
    let soon = (world.clock.now() + Duration::from_secs(10)).into();
    let options =
        ApiKeyOptions { expires: Some(soon), ..ApiKeyOptions::new("short", [Scope::Read]) };
    let short = with(&world, &anna.create_key("anna", &options).unwrap().secret);
    let by_key = with(&world, &key(&anna, "anna", "long", &[Scope::Read]));
    world.clock.advance(Duration::from_secs(9));
    short.read("anna").unwrap();
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(kind(short.read("anna")), ErrorKind::Unauthenticated);
    let names = |keys: Vec<ApiKey>| keys.into_iter().map(|key| key.name).collect::<Vec<_>>();
    assert_eq!(names(anna.list_keys("anna").unwrap()), ["long"]);
    assert_eq!(kind(anna.read_key("anna", "short")), ErrorKind::NotFound);
    let error = anna.create_key("anna", &options).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("expires")));
    // The name of an expired key is free.
    let again = with(&world, &key(&anna, "anna", "short", &[Scope::Read]));
    again.read("anna").unwrap();
    assert_eq!(kind(short.read("anna")), ErrorKind::Unauthenticated);
    anna.revoke_key("anna", "short").unwrap();
    assert_eq!(kind(anna.revoke_key("anna", "short")), ErrorKind::NotFound);
    assert_eq!(kind(anna.revoke_key("anna", "no name")), ErrorKind::NotFound);
    assert_eq!(kind(again.read("anna")), ErrorKind::Unauthenticated);
    // The keys of a removed user are removed, and do not return with the name.
    anna.delete("anna").unwrap();
    assert_eq!((world.rows(Table::Keys), world.rows(Table::KeyHashes)), (0, 0));
    world.nobody().create("anna", WORD).unwrap();
    assert_eq!(kind(by_key.read("anna")), ErrorKind::Unauthenticated);
}

#[test]
fn what_has_expired_is_removed_with_the_rest() {
    let world = World::new();
    let root = world.as_user("root");
    let soon = (world.clock.now() + Duration::from_secs(10)).into();
    let options =
        ApiKeyOptions { expires: Some(soon), ..ApiKeyOptions::new("short", [Scope::Read]) };
    root.create_key("root", &options).unwrap();
    key(&root, "root", "long", &[Scope::Read]);
    assert_eq!(crate::resource::expire(&world.access).unwrap(), 0);
    world.clock.advance(Duration::from_secs(10));
    assert_eq!(crate::resource::expire(&world.access).unwrap(), 1);
    assert_eq!((world.rows(Table::Keys), world.rows(Table::KeyHashes)), (1, 1));
    assert_eq!(world.access.store().counter("keys/1").unwrap(), 1);
}

#[test]
fn the_last_use_is_recorded_once_a_minute() {
    let world = World::new();
    let root = world.as_user("root");
    let by_key = with(&world, &key(&root, "root", "nightly", &[Scope::Read]));
    let last = || root.read_key("root", "nightly").unwrap().last_used;
    assert_eq!(last(), None);
    let start = world.access.now();
    let mut revision = None;
    for second in [0, 30, 59] {
        by_key.read("root").unwrap();
        assert_eq!(last(), Some(start), "{second}");
        let mut rows = Vec::new();
        let take = &mut |_: &str, row: crate::store::Row| {
            rows.push(row.revision);
            Ok(std::ops::ControlFlow::Continue(()))
        };
        world.access.store().scan(Table::Keys, None, take).unwrap();
        assert_eq!(*revision.get_or_insert(rows[0]), rows[0], "{second}");
        world.clock.advance(Duration::from_secs(if second == 59 { 1 } else { 29 }));
    }
    world.clock.advance(Duration::from_secs(1));
    by_key.read("root").unwrap();
    assert_eq!(last(), Some(world.access.now()));
}

#[test]
fn names_of_keys_are_checked_and_their_number_is_limited() {
    let world = World::new();
    let root = world.as_user("root");
    let refused = |options: &ApiKeyOptions| {
        let error = root.create_key("root", options).unwrap_err();
        (error.kind(), error.parameter().map(str::to_owned))
    };
    for name in ["", "1a", "a/b", "a b", &"a".repeat(65)] {
        let found = refused(&ApiKeyOptions::new(name, [Scope::Read]));
        assert_eq!(found, (ErrorKind::Invalid, Some("name".to_owned())), "{name}");
    }
    let found = refused(&ApiKeyOptions::new("a", []));
    assert_eq!(found, (ErrorKind::Invalid, Some("scopes".to_owned())));
    for number in 0..100 {
        key(&root, "root", &format!("k{number}"), &[Scope::Write, Scope::Read, Scope::Write]);
    }
    assert_eq!(root.read_key("root", "k7").unwrap().scopes, [Scope::Read, Scope::Write]);
    let taken = refused(&ApiKeyOptions::new("k7", [Scope::Read]));
    assert_eq!(taken, (ErrorKind::Conflict, Some("name".to_owned())));
    let options = ApiKeyOptions::new("more", [Scope::Read]);
    let error = root.create_key("root", &options).unwrap_err();
    assert_eq!(error.message(), "`root` has reached the limit of 100 keys: revoke one");
    root.revoke_key("root", "k7").unwrap();
    root.create_key("root", &options).unwrap();
    // Keys of different users can have the same name.
    world.nobody().create("anna", WORD).unwrap();
    key(&world.as_user("anna"), "anna", "more", &[Scope::Read]);
}

#[test]
fn an_admin_revokes_keys_by_their_secret_and_all_at_once() {
    let world = World::new();
    world.nobody().create("anna", WORD).unwrap();
    let (anna, root) = (world.as_user("anna"), world.as_user("root"));
    let secrets = ["a", "b", "c"].map(|name| key(&anna, "anna", name, &[Scope::Read]));
    root.revoke(&secrets[0]).unwrap();
    assert_eq!(kind(root.revoke(&secrets[0])), ErrorKind::NotFound);
    assert_eq!(anna.list_keys("anna").unwrap().len(), 2);
    root.revoke_all("anna").unwrap();
    for secret in &secrets {
        assert_eq!(kind(with(&world, secret).read("anna")), ErrorKind::Unauthenticated);
    }
    assert_eq!(kind(anna.read("anna")), ErrorKind::Unauthenticated);
    assert!(root.list_keys("anna").unwrap().is_empty());
}

#[test]
fn neither_the_store_nor_what_developers_see_has_the_secret() {
    let world = World::new();
    let root = world.as_user("root");
    let new = root.create_key("root", &ApiKeyOptions::new("a", [Scope::Read])).unwrap();
    let text = new.secret.to_text();
    let by_key = with(&world, &new.secret);
    by_key.read("root").unwrap();
    for table in Table::ALL {
        let look = &mut |key: &str, row: crate::store::Row| {
            assert!(!key.contains(&text) && !String::from_utf8_lossy(&row.value).contains(&text));
            Ok(std::ops::ControlFlow::Continue(()))
        };
        world.access.store().scan(*table, None, look).unwrap();
    }
    let shown = format!("{new:?} {by_key:?} {:?}", world.access.identify(&by_key.caller));
    assert!(!shown.contains(&text) && !shown.contains(&text[..8]), "{shown}");
    // Only the response to the creation contains the secret.
    let json = serde_json::to_string(&new).unwrap();
    assert!(json.ends_with(&format!("\"secret\":\"{text}\"}}")), "{json}");
    let listed = serde_json::to_string(&root.list_keys("root").unwrap()).unwrap();
    let (_, listed) = listed.split_once("\"last_used\"").unwrap();
    assert!(!listed.contains("secret") && !listed.contains(&text));
}
