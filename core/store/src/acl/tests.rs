mod accounts;
mod log_in;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::{
    AuthContext, Caller, PageRequest, Role, Secret, Token, Users, count_names, export,
    install_admin,
};
use crate::store::{Backend, Change, MemoryBackend, Precondition, RecentRows, Table};
use glossweave_base::clock::FixedClock;
use glossweave_base::error::ErrorKind;

pub(crate) struct World {
    pub(crate) access: AuthContext,
    pub(crate) clock: Arc<FixedClock>,
    pub(crate) store: Arc<MemoryBackend>,
}

pub(crate) const WORD: &str = "correct horse";

impl World {
    pub(crate) fn new() -> World {
        let clock = Arc::new(FixedClock::new(SystemTime::UNIX_EPOCH));
        let store = Arc::new(MemoryBackend::new());
        let access = AuthContext::new(store.clone(), clock.clone(), |_| Ok(0));
        install_admin(&access, "root", &Secret::new(WORD)).unwrap();
        World { access, clock, store }
    }

    pub(crate) fn nobody(&self) -> Users<'_> {
        Users::new(&self.access, Caller::Anonymous)
    }

    pub(crate) fn as_user(&self, name: &str) -> Users<'_> {
        let token = self.nobody().authenticate(name, WORD).unwrap();
        Users::new(&self.access, Caller::Token(token))
    }

    pub(crate) fn rows(&self, table: Table) -> usize {
        let mut rows = 0;
        let count = &mut |_: &str, _| {
            rows += 1;
            Ok(std::ops::ControlFlow::Continue(()))
        };
        self.store.scan(table, None, count).unwrap();
        rows
    }
}

#[test]
fn a_token_of_a_deleted_user_stays_dead() {
    let world = World::new();
    world.nobody().create("anna", WORD).unwrap();
    let anna = world.as_user("anna");
    let tokens = world.rows(Table::Tokens);
    anna.delete("anna").unwrap();
    assert_eq!(world.rows(Table::Tokens), tokens - 1);
    assert_eq!(anna.read("anna").unwrap_err().kind(), ErrorKind::Unauthenticated);
    world.nobody().create("anna", WORD).unwrap();
    assert_eq!(anna.read("anna").unwrap_err().kind(), ErrorKind::Unauthenticated);
    assert!(world.as_user("anna").read("anna").is_ok());
}

#[test]
fn a_left_over_token_is_not_revived_either() {
    let world = World::new();
    world.nobody().create("anna", WORD).unwrap();
    let token = world.nobody().authenticate("anna", WORD).unwrap();
    let key = token.key().unwrap();
    let row = world.store.read(Table::Tokens, &key).unwrap().unwrap();
    let anna = Users::new(&world.access, Caller::Token(token));
    anna.delete("anna").unwrap();
    // The state after a crash between the removal of the user and the removal of the tokens.
    let leftover = crate::store::Change::put(
        Table::Tokens,
        &key,
        crate::store::Precondition::Absent,
        row.value,
    );
    let _ = world.store.commit(&[leftover], &[]).unwrap();
    world.nobody().create("anna", WORD).unwrap();
    assert_eq!(anna.read("anna").unwrap_err().kind(), ErrorKind::Unauthenticated);
}

#[test]
fn the_last_admin_stays() {
    let world = World::new();
    let root = world.as_user("root");
    assert_eq!(root.delete("root").unwrap_err().kind(), ErrorKind::Conflict);
    assert_eq!(root.set_role("root", Role::User).unwrap_err().kind(), ErrorKind::Conflict);
    world.nobody().create("anna", WORD).unwrap();
    root.set_role("anna", Role::Admin).unwrap();
    root.set_role("anna", Role::Admin).unwrap();
    assert_eq!(world.store.counter("admins").unwrap(), 2);
    root.set_role("root", Role::User).unwrap();
    assert_eq!(root.list(&PageRequest::default()).unwrap_err().kind(), ErrorKind::Forbidden);
    assert_eq!(world.store.counter("admins").unwrap(), 1);
    let anna = world.as_user("anna");
    assert_eq!(anna.delete("anna").unwrap_err().kind(), ErrorKind::Conflict);
    assert_eq!(anna.list(&PageRequest::default()).unwrap().len(), 2);
}

#[test]
fn two_admins_who_demote_each_other_leave_one() {
    for _ in 0..50 {
        let world = World::new();
        let tokens = ["root", "anna"].map(|name| {
            install_admin(&world.access, name, &Secret::new(WORD)).unwrap();
            world.nobody().authenticate(name, WORD).unwrap()
        });
        let [first, second] = tokens.map(|token| Users::new(&world.access, Caller::Token(token)));
        std::thread::scope(|scope| {
            scope.spawn(|| first.set_role("anna", Role::User));
            scope.spawn(|| second.set_role("root", Role::User));
        });
        assert_eq!(world.store.counter("admins").unwrap(), 1);
    }
}

#[test]
fn users_of_wrong_shape_are_refused_and_nothing_is_stored() {
    let world = World::new();
    let long = "a".repeat(1 << 20);
    for name in ["", "1a", "-a", "a b", "a/b", "a\0", "ä", &"a".repeat(65), &long] {
        let error = world.nobody().create(name, WORD).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("username")));
        assert!(error.to_string().len() < 600);
    }
    for word in ["", "seven77", "ääääää7", &long, &"a".repeat(1_025)] {
        let error = world.nobody().create("anna", word).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("password")));
    }
    for name in ["root", "system"] {
        assert_eq!(world.nobody().create(name, WORD).unwrap_err().kind(), ErrorKind::Conflict);
    }
    assert_eq!(world.rows(Table::Users), 1);
    world.nobody().create(&"a".repeat(64), &"a".repeat(1_024)).unwrap();
    world.nobody().create("b", "ääääääää").unwrap();
}

#[test]
fn a_token_of_wrong_shape_is_nobodys() {
    let world = World::new();
    let token = world.nobody().authenticate("root", WORD).unwrap().to_text();
    assert_eq!(token.len(), 64);
    let upper = token.to_uppercase();
    let long = "0".repeat(1 << 20);
    let zeros = "0".repeat(64);
    for text in ["", "\0", &long, &token[1..], &upper, &zeros, "ä", &format!("{token}\n")] {
        let users = Users::new(&world.access, Caller::token(text));
        let error = users.list(&PageRequest::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unauthenticated);
        assert_eq!(users.create("anna", WORD).unwrap_err().kind(), ErrorKind::Unauthenticated);
    }
    Users::new(&world.access, Caller::token(&token)).list(&PageRequest::default()).unwrap();
    assert!(!format!("{:?}", Caller::token(&token)).contains(&token[..8]));
}

#[test]
fn a_store_holds_neither_tokens_nor_passwords() {
    let world = World::new();
    let token = world.nobody().authenticate("root", WORD).unwrap().to_text();
    for table in [Table::Users, Table::Tokens] {
        let look = &mut |key: &str, row: crate::store::Row| {
            let value = String::from_utf8(row.value).unwrap();
            assert!(!value.contains(&token) && !key.contains(&token));
            assert!(!value.contains(WORD));
            Ok(std::ops::ControlFlow::Continue(()))
        };
        world.store.scan(table, None, look).unwrap();
    }
}

#[test]
fn a_new_password_counts_at_once() {
    let world = World::new();
    world.nobody().create("anna", WORD).unwrap();
    let anna = world.as_user("anna");
    assert_eq!(anna.set_password("root", "another one").unwrap_err().kind(), ErrorKind::Forbidden);
    assert_eq!(anna.set_password("anna", "short").unwrap_err().kind(), ErrorKind::Invalid);
    anna.set_password("anna", "another one").unwrap();
    let error = world.nobody().authenticate("anna", WORD).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    world.nobody().authenticate("anna", "another one").unwrap();
    anna.read("anna").unwrap();
    world.as_user("root").set_password("anna", WORD).unwrap();
    world.nobody().authenticate("anna", WORD).unwrap();
}

#[test]
fn a_password_and_a_role_are_changed_together_or_not_at_all() {
    let world = World::new();
    world.nobody().create("anna", WORD).unwrap();
    let (anna, root) = (world.as_user("anna"), world.as_user("root"));
    let both = |users: &Users<'_>, word| users.update("anna", Some(word), Some(Role::Admin));
    assert_eq!(both(&anna, "another one").unwrap_err().kind(), ErrorKind::Forbidden);
    assert_eq!(both(&root, "short").unwrap_err().parameter(), Some("password"));
    assert_eq!(anna.update("anna", None, None).unwrap_err().parameter(), Some("password"));
    for (users, name, kind) in [
        (&world.nobody(), "anna", ErrorKind::Unauthenticated),
        (&anna, "root", ErrorKind::Forbidden),
        (&root, "nobody", ErrorKind::NotFound),
    ] {
        assert_eq!(users.update(name, None, None).unwrap_err().kind(), kind);
    }
    assert_eq!(root.read("anna").unwrap().role, Role::User);
    world.nobody().authenticate("anna", WORD).unwrap();
    assert_eq!(both(&root, "another one").unwrap().role, Role::Admin);
    world.nobody().authenticate("anna", "another one").unwrap();
}

#[test]
fn cached_tokens_are_for_reading_and_for_a_time() {
    let world = World::new();
    world.nobody().create("anna", WORD).unwrap();
    let cached = |time: Duration| {
        let rows = RecentRows::new(world.store.clone(), time);
        AuthContext::new(Arc::new(rows), world.clock.clone(), |_| Ok(0))
    };
    let (long, short) = (cached(Duration::from_secs(3600)), cached(Duration::from_millis(50)));
    let token = world.nobody().authenticate("anna", WORD).unwrap();
    let [by_long, by_short] =
        [&long, &short].map(|access| Users::new(access, Caller::Token(token.clone())));
    by_long.read("anna").unwrap();
    by_short.read("anna").unwrap();
    // Another engine revokes the token.
    world.as_user("root").revoke(&token).unwrap();
    by_long.read("anna").unwrap();
    let error = by_long.set_password("anna", "battery staple").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    std::thread::sleep(Duration::from_millis(60));
    assert_eq!(by_short.read("anna").unwrap_err().kind(), ErrorKind::Unauthenticated);
    // Changes by the same engine take effect immediately.
    let token = world.nobody().authenticate("anna", WORD).unwrap();
    let by_long = Users::new(&long, Caller::Token(token));
    by_long.read("anna").unwrap();
    let root = Users::new(&long, Caller::Token(world.nobody().authenticate("root", WORD).unwrap()));
    root.revoke_all("anna").unwrap();
    assert_eq!(by_long.read("anna").unwrap_err().kind(), ErrorKind::Unauthenticated);
}

#[test]
fn an_admin_may_revoke_in_process() {
    let world = World::new();
    world.nobody().create("anna", WORD).unwrap();
    let token = world.nobody().authenticate("anna", WORD).unwrap();
    let (first, second) =
        (Users::new(&world.access, Caller::Token(token.clone())), world.as_user("anna"));
    assert_eq!(first.revoke(&token).unwrap_err().kind(), ErrorKind::Forbidden);
    let root = world.as_user("root");
    root.revoke(&token).unwrap();
    assert_eq!(root.revoke(&token).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(root.revoke(&Token::from_text("x")).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(first.read("anna").unwrap_err().kind(), ErrorKind::Unauthenticated);
    second.read("anna").unwrap();
    root.revoke_all("anna").unwrap();
    assert_eq!(second.read("anna").unwrap_err().kind(), ErrorKind::Unauthenticated);
    root.list(&PageRequest::default()).unwrap();
}

#[test]
fn the_admin_of_the_settings_keeps_a_password_that_was_changed() {
    let world = World::new();
    install_admin(&world.access, "anna", &Secret::new(WORD)).unwrap();
    install_admin(&world.access, "anna", &Secret::new("of the settings")).unwrap();
    assert_eq!(world.as_user("anna").read("anna").unwrap().role, Role::Admin);
    assert_eq!(world.store.counter("admins").unwrap(), 2);
    for name in ["system", "System", "ANNA", "1"] {
        install_admin(&world.access, name, &Secret::new(WORD)).unwrap_err();
    }
}

#[test]
fn a_stranger_of_the_name_in_the_settings_becomes_no_admin() {
    let world = World::new();
    world.nobody().create("anna", WORD).unwrap();
    let error = install_admin(&world.access, "anna", &Secret::new("of the settings")).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Conflict, Some("username")));
    assert!(error.message().contains("set another name"), "{error}");
    assert_eq!(world.as_user("anna").read("anna").unwrap().role, Role::User);
    // A user who knows the password is not a stranger.
    install_admin(&world.access, "anna", &Secret::new(WORD)).unwrap();
    assert_eq!(world.as_user("anna").read("anna").unwrap().role, Role::Admin);
}

#[test]
fn names_of_admins_are_reserved() {
    let World { access, .. } = World::new();
    let access = access.reserving(Some("chief"));
    let nobody = Users::new(&access, Caller::Anonymous);
    for name in ["chief", "Chief", "admin", "Administrator", "SYSTEM"] {
        let error = nobody.create(name, WORD).unwrap_err();
        assert_eq!(
            (error.kind(), error.parameter()),
            (ErrorKind::Conflict, Some("username")),
            "{name}"
        );
        assert!(error.message().ends_with("is reserved"), "{error}");
    }
    let root = Users::new(&access, Caller::Token(nobody.authenticate("root", WORD).unwrap()));
    assert_eq!(root.create("chief", WORD).unwrap().role, Role::User);
    assert_eq!(root.create("system", WORD).unwrap_err().kind(), ErrorKind::Conflict);
}

#[test]
fn names_that_differ_only_in_case_are_one() {
    let world = World::new();
    world.nobody().create("Anna", WORD).unwrap();
    let error = world.nobody().create("annA", WORD).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    world.as_user("Anna").delete("Anna").unwrap();
    world.nobody().create("annA", WORD).unwrap();

    // Users that were registered by a version without these counters.
    let row = world.store.read(Table::Users, "annA").unwrap().unwrap();
    for name in ["Kay", "KAY", "Lee"] {
        let row = Change::put(Table::Users, name, Precondition::Absent, row.value.clone());
        let _ = world.store.commit(&[row], &[]).unwrap();
    }
    (0..2).for_each(|_| count_names(&world.access).unwrap());
    for (name, count) in [("kay", 2), ("lee", 1), ("anna", 1), ("root", 1)] {
        assert_eq!(world.store.counter(&format!("name/{name}")).unwrap(), count, "{name}");
    }
    world.as_user("root").delete("Kay").unwrap();
    assert_eq!(world.nobody().create("kay", WORD).unwrap_err().kind(), ErrorKind::Conflict);
    world.as_user("root").delete("KAY").unwrap();
    world.nobody().create("kay", WORD).unwrap();
}

#[test]
fn the_documents_have_the_policy() {
    use super::{Action, Decision, Relationship, ResourceClass, may, required_scope};
    let text = include_str!("../../../../docs/access.md");
    let actions = [
        Action::Create,
        Action::Read,
        Action::Use,
        Action::List,
        Action::Update,
        Action::ChangeOwner,
        Action::ChangeVisibility,
        Action::ChangeRole,
        Action::Delete,
        Action::Export,
        Action::ManageModels,
        Action::CallService,
        Action::ManageKeys,
        Action::ManageTokens,
        Action::ManageInvitations,
        Action::ReadAuditLog,
    ];
    let relations =
        [Relationship::Anonymous, Relationship::Stranger, Relationship::Owner, Relationship::Admin];
    for action in actions {
        for target in [ResourceClass::Public, ResourceClass::Private, ResourceClass::User] {
            let says = relations.map(|relation| match may(action, relation, target) {
                Decision::Allowed => "yes".to_owned(),
                other => format!("{other:?}"),
            });
            let scope = required_scope(action, target).map_or("no", |scope| scope.name());
            let line = format!("| {action:?} | {target:?} | {} | {scope} |\n", says.join(" | "));
            // Combinations that do not apply are omitted.
            let is_there = says[3] == "yes";
            assert_eq!(text.contains(&line), is_there, "{line}");
        }
    }
}

#[test]
fn only_admins_write_everything_down() {
    let world = World::new();
    world.nobody().create("anna", WORD).unwrap();
    let anna = world.as_user("anna").caller;
    for (caller, kind) in [
        (Caller::Anonymous, ErrorKind::Unauthenticated),
        (Caller::token(&"0".repeat(64)), ErrorKind::Unauthenticated),
        (anna, ErrorKind::Forbidden),
    ] {
        let mut lines = Vec::new();
        let error = export(&world.access, &caller, &mut lines).unwrap_err();
        assert_eq!((error.kind(), lines.len()), (kind, 0));
    }
    let mut lines = Vec::new();
    let root = world.as_user("root").caller;
    export(&world.access, &root, &mut lines).unwrap();
    let lines = String::from_utf8(lines).unwrap();
    assert!(lines.contains("\"counters\":4,\"checksum\":\""), "{lines}");
    assert!(lines.ends_with("\"}\n"), "{lines}");
}

#[test]
fn what_is_shown_to_developers_has_no_secrets() {
    let world = World::new();
    let root = world.as_user("root");
    let row = world.store.read(Table::Users, "root").unwrap().unwrap();
    let row = String::from_utf8(row.value).unwrap();
    let hash = row.rsplit(',').next().unwrap().trim_end_matches(['"', '}']);
    assert_eq!(hash.len(), 64);
    for shown in [format!("{root:?}"), format!("{:?}", world.access), format!("{:?}", world.store)]
    {
        assert!(!shown.contains(hash) && !shown.contains(WORD), "{shown}");
    }
}

#[test]
fn headers_say_who_calls() {
    let of = |headers: &[(&'static str, &'static str)]| {
        Caller::from_headers(headers.iter().map(|(name, value)| (*name, value.as_bytes())))
    };
    let (token, wrong) = (Some(Caller::token("4711")), Some(Caller::token("")));
    let basic = ("Authorization", "Basic YTpi");
    for (headers, expected) in [
        (&[("X-Auth-Token", " 4711 ")][..], &token),
        (&[("authorization", "BEARER 4711")], &token),
        (&[basic, ("Authorization", "Bearer 4711")], &token),
        (&[("Authorization", "Bearer 1"), ("x-auth-token", "4711")], &token),
        (&[("x-auth-token", "4711"), ("X-Auth-Token", "4711")], &wrong),
        (&[("x-auth-token", "")], &wrong),
        (&[("authorization", "bearer")], &wrong),
        (&[("authorization", "Bearer4711")], &None),
        (&[basic, ("x-auth", "4711")], &None),
    ] {
        assert_eq!(of(headers), *expected, "{headers:?}");
    }
    assert_eq!(Caller::from_headers([("x-auth-token", &b"\xFF"[..])]), wrong);
}
