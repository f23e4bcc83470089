use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::acl::tests::{WORD, World};
use crate::acl::{
    ApiKeyOptions, AuthContext, Caller, InvitationOptions, Registration, Role, Scope, Secret,
    Token, Users, install_admin,
};
use crate::store::{MemoryBackend, Table};
use glossweave_base::clock::{Clock, FixedClock};
use glossweave_base::error::{Error, ErrorKind};

/// Returns the kind and the parameter of an error.
fn facts(error: &Error) -> (ErrorKind, Option<&str>) {
    (error.kind(), error.parameter())
}

fn inviting(registration: Registration) -> World {
    let world = World::new();
    World { access: world.access.registering(registration), ..world }
}

#[test]
fn the_setting_says_who_registers() {
    for (registration, parameter) in [
        (Registration::Open, None),
        (Registration::Invitation, Some("invitation")),
        (Registration::Closed, None),
    ] {
        let world = inviting(registration);
        let root = world.as_user("root");
        root.create("anna", WORD).unwrap();
        let code = root.create_invitation(&InvitationOptions::new("a")).unwrap().code;
        let strangers = [world.nobody(), world.as_user("anna")];
        for (at, users) in strangers.into_iter().enumerate() {
            let result = users.create(&format!("b{at}"), WORD);
            match registration {
                Registration::Open => assert_eq!(result.unwrap().role, Role::User),
                _ => assert_eq!(facts(&result.unwrap_err()), (ErrorKind::Forbidden, parameter)),
            }
        }
        let result = world.nobody().with_invitation(code).create("cleo", WORD);
        assert_eq!(result.is_ok(), registration != Registration::Closed, "{registration}");
        let remaining = usize::from(registration == Registration::Closed);
        assert_eq!(world.rows(Table::Invitations), remaining);
    }
}

#[test]
fn a_code_makes_one_user_and_is_kept_if_none_is_made() {
    let world = inviting(Registration::Invitation);
    let root = world.as_user("root");
    let mut options = InvitationOptions::new("a");
    options.role = Role::Admin;
    let code = root.create_invitation(&options).unwrap().code;
    let invited = world.nobody().with_invitation(code);
    for (name, word) in [("1", WORD), ("anna", "short"), ("root", WORD), ("admin", WORD)] {
        invited.create(name, word).unwrap_err();
    }
    assert_eq!(invited.create("anna", WORD).unwrap().role, Role::Admin);
    assert_eq!(world.access.store().counter("admins").unwrap(), 2);
    let used = invited.create("bert", WORD).unwrap_err();
    assert_eq!(facts(&used), (ErrorKind::Forbidden, Some("invitation")));
    for wrong in ["", "a", &"0".repeat(64)] {
        let users = world.nobody().with_invitation(Token::from_text(wrong));
        let error = users.create("bert", WORD).unwrap_err();
        assert_eq!((error.kind(), error.message()), (used.kind(), used.message()));
    }
    // The name is free again.
    root.create_invitation(&options).unwrap();
    assert_eq!(world.access.store().counter("invitations").unwrap(), 1);
}

#[test]
fn many_who_race_with_a_code_over_instances_make_one_user() {
    for _ in 0..10 {
        let store = Arc::new(MemoryBackend::new());
        let instance = || {
            let clock = Arc::new(FixedClock::new(SystemTime::UNIX_EPOCH));
            let access = AuthContext::new(store.clone(), clock, |_| Ok(0));
            access.registering(Registration::Invitation)
        };
        let instances = [instance(), instance()];
        install_admin(&instances[0], "chief", &Secret::new(WORD)).unwrap();
        let token =
            Users::new(&instances[0], Caller::Anonymous).authenticate("chief", WORD).unwrap();
        let chief = Users::new(&instances[0], Caller::Token(token));
        let code = chief.create_invitation(&InvitationOptions::new("a")).unwrap().code;
        let made = std::thread::scope(|scope| {
            let race = |at: usize| {
                let users = Users::new(&instances[at % 2], Caller::Anonymous);
                let users = users.with_invitation(code.clone());
                scope.spawn(move || users.create(&format!("user{at}"), WORD).is_ok())
            };
            let threads: Vec<_> = (0..4).map(race).collect();
            threads.into_iter().filter_map(|thread| thread.join().unwrap().then_some(())).count()
        });
        assert_eq!((made, chief.list(&Default::default()).unwrap().len()), (1, 2));
    }
}

#[test]
fn invitations_end_when_they_expire_or_are_revoked() {
    let world = inviting(Registration::Invitation);
    let root = world.as_user("root");
    let mut options = InvitationOptions::new("short");
    options.expires = Some((world.clock.now() + Duration::from_secs(10)).into());
    let short = root.create_invitation(&options).unwrap();
    let long = root.create_invitation(&InvitationOptions::new("long")).unwrap();
    assert_eq!(root.read_invitation("short").unwrap(), short.invitation);
    assert_eq!(root.list_invitations().unwrap(), [long.invitation, short.invitation]);
    assert_eq!(crate::resource::expire(&world.access).unwrap(), 0);
    world.clock.advance(Duration::from_secs(10));
    assert_eq!(root.read_invitation("short").unwrap_err().kind(), ErrorKind::NotFound);
    let late = world.nobody().with_invitation(short.code).create("anna", WORD).unwrap_err();
    assert_eq!(facts(&late), (ErrorKind::Forbidden, Some("invitation")));
    // The name of an expired invitation is free.
    root.create_invitation(&InvitationOptions::new("short")).unwrap();
    assert_eq!(world.rows(Table::Invitations), 2);
    options.name = "shorter".to_owned();
    options.expires = Some((world.clock.now() + Duration::from_secs(1)).into());
    root.create_invitation(&options).unwrap();
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(crate::resource::expire(&world.access).unwrap(), 1);

    root.revoke_invitation("long").unwrap();
    assert_eq!(root.revoke_invitation("long").unwrap_err().kind(), ErrorKind::NotFound);
    let revoked = world.nobody().with_invitation(long.code).create("anna", WORD).unwrap_err();
    assert_eq!(facts(&revoked), (ErrorKind::Forbidden, Some("invitation")));
    root.revoke_invitation("short").unwrap();
    assert_eq!(world.access.store().counter("invitations").unwrap(), 0);
}

#[test]
fn options_are_checked_and_only_admins_invite() {
    let world = inviting(Registration::Open);
    let root = world.as_user("root");
    let refused = |options: &InvitationOptions| {
        let error = root.create_invitation(options).unwrap_err();
        (error.kind(), error.parameter().map(str::to_owned))
    };
    for name in ["", "1a", "a/b", "a b", &"a".repeat(65)] {
        let invalid = (ErrorKind::Invalid, Some("name".to_owned()));
        assert_eq!(refused(&InvitationOptions::new(name)), invalid, "{name}");
    }
    let mut past = InvitationOptions::new("a");
    past.expires = Some(world.clock.now().into());
    assert_eq!(refused(&past), (ErrorKind::Invalid, Some("expires".to_owned())));
    for number in 0..1_000 {
        root.create_invitation(&InvitationOptions::new(format!("i{number}"))).unwrap();
    }
    let conflict = (ErrorKind::Conflict, Some("name".to_owned()));
    assert_eq!(refused(&InvitationOptions::new("i7")), conflict);
    assert_eq!(refused(&InvitationOptions::new("more")), conflict);

    world.nobody().create("anna", WORD).unwrap();
    let scopes = |scope| ApiKeyOptions::new(format!("{scope}"), [scope]);
    let key = |scope| {
        let secret = root.create_key("root", &scopes(scope)).unwrap().secret;
        Users::new(&world.access, Caller::Token(secret))
    };
    for (users, expected) in [
        (world.nobody(), Some(ErrorKind::Unauthenticated)),
        (world.as_user("anna"), Some(ErrorKind::Forbidden)),
        (key(Scope::Write), Some(ErrorKind::Forbidden)),
        (key(Scope::Admin), None),
    ] {
        let options = InvitationOptions::new("i0");
        let results = [
            users.list_invitations().map(drop),
            users.read_invitation("i0").map(drop),
            users.revoke_invitation("i0"),
            users.create_invitation(&options).map(drop),
        ];
        assert_eq!(results.map(|result| result.err().map(|error| error.kind())), [expected; 4]);
    }
}

#[test]
fn neither_the_store_nor_what_developers_see_has_the_code() {
    let world = inviting(Registration::Invitation);
    let new = world.as_user("root").create_invitation(&InvitationOptions::new("a")).unwrap();
    let text = new.code.to_text();
    assert!(
        !format!("{new:?} {:?}", world.nobody().with_invitation(new.code.clone())).contains(&text)
    );
    let mut rows = 0;
    let look = &mut |key: &str, row: crate::store::Row| {
        rows += 1;
        assert!(!key.contains(&text) && !String::from_utf8_lossy(&row.value).contains(&text));
        Ok(std::ops::ControlFlow::Continue(()))
    };
    world.access.store().scan(Table::Invitations, None, look).unwrap();
    assert_eq!(rows, 1);
}
