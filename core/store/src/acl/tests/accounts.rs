//! Tests of users of an OpenID provider, with a fake verification of tokens.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::{WORD, World};
use crate::acl::{AuthContext, Caller, Claims, Delegation, Identity, Role, Users, VerifyIdToken};
use crate::store::{Backend, RecentRows, Table};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, ErrorKind, Result};

/// A provider whose tokens consist of a subject, a name, and a time. The time can end with `a` or
/// `u` for a role.
struct MadeUp {
    creates: bool,
}

impl VerifyIdToken for MadeUp {
    fn verify(&self, token: &str, _: SystemTime) -> Result<Claims> {
        let parts: Vec<&str> = token.split('.').collect();
        if parts[0] == "wrong" {
            return Err(Error::new(ErrorKind::Unauthenticated, "the token is wrong"));
        }
        let role = match parts[2].bytes().last() {
            Some(b'a') => Some(Role::Admin),
            Some(b'u') => Some(Role::User),
            _ => None,
        };
        let seconds = parts[2].trim_end_matches(['a', 'u']).parse().unwrap();
        Ok(Claims {
            issuer: "https://login.example.org".to_owned(),
            subject: parts[0].to_owned(),
            username: parts[1].to_owned(),
            role,
            issued: Timestamp::from(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)),
        })
    }

    fn creates_users(&self) -> bool {
        self.creates
    }
}

fn world(creates: bool) -> World {
    let World { access, clock, store } = World::new();
    World { access: access.verifying(Some(Arc::new(MadeUp { creates }))), clock, store }
}

fn identify(access: &AuthContext, token: &str) -> Result<Identity> {
    access.identify(&Caller::token(token)).map(|found| found.unwrap())
}

fn kind(access: &AuthContext, token: &str) -> ErrorKind {
    identify(access, token).unwrap_err().kind()
}

#[test]
fn a_job_of_a_token_runs_for_its_user_as_long_as_there_is_one() {
    let world = world(true);
    let caller = Caller::token("s1.anna.5");
    let anna = identify(&world.access, "s1.anna.5").unwrap();
    let job = Caller::Job(Delegation::of(&caller, &anna));
    assert_eq!(world.access.identify(&job).unwrap().unwrap().name, "anna");
    Users::new(&world.access, caller).delete("anna").unwrap();
    let error = world.access.identify(&job).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unauthenticated);
}

#[test]
fn a_user_is_created_once_and_stays_the_same() {
    let world = world(true);
    let first = identify(&world.access, "s1.anna.5").unwrap();
    assert_eq!((first.name.as_str(), first.role), ("anna", Role::User));
    let revision = world.store.read(Table::Users, "anna").unwrap().unwrap().revision;
    // The account was renamed at the provider.
    assert_eq!(identify(&world.access, "s1.anne.6").unwrap(), first);
    assert_eq!(world.store.read(Table::Users, "anna").unwrap().unwrap().revision, revision);
    assert_eq!((world.rows(Table::Users), world.rows(Table::Accounts)), (2, 1));
    assert_eq!(kind(&world.access, "wrong.anna.5"), ErrorKind::Unauthenticated);
    // Another account with the same name is another user, who needs another name.
    let error = identify(&world.access, "s2.Anna.5").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Conflict, Some("username")));
    // Without a provider, such tokens are not valid.
    assert_eq!(kind(&World::new().access, "s1.anna.5"), ErrorKind::Unauthenticated);
}

#[test]
fn nobody_takes_over_a_name_with_a_password() {
    let world = world(true);
    world.nobody().create("berta", WORD).unwrap();
    for name in ["berta", "BERTA", "root", "admin", "system", "local"] {
        let token = format!("s1.{name}.5a");
        assert_eq!(kind(&world.access, &token), ErrorKind::Conflict, "{name}");
    }
    assert_eq!(world.rows(Table::Accounts), 0);
    assert!(world.nobody().authenticate("berta", WORD).is_ok());
    assert_eq!(kind(&self::world(false).access, "s1.carla.5"), ErrorKind::Forbidden);
}

#[test]
fn a_user_of_a_provider_has_no_password() {
    let world = world(true);
    identify(&world.access, "s1.anna.5").unwrap();
    for word in ["", WORD] {
        let error = world.nobody().authenticate("anna", word).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    }
    let root = world.as_user("root");
    let anna = Users::new(&world.access, Caller::token("s1.anna.5"));
    for users in [&root, &anna] {
        let error = users.set_password("anna", WORD).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Conflict, Some("password")));
    }
    // The user has the same permissions as a user with a password.
    assert_eq!(anna.read("anna").unwrap().username, "anna");
    assert_eq!(anna.list(&Default::default()).unwrap_err().kind(), ErrorKind::Forbidden);
    let claims = MadeUp { creates: true }.verify("s1.anna.5", SystemTime::UNIX_EPOCH).unwrap();
    let (user, token) = world.nobody().authenticate_account(&claims).unwrap();
    assert_eq!(user.name, "anna");
    assert_eq!(world.access.identify(&Caller::Token(token)).unwrap().unwrap().name, "anna");
}

#[test]
fn a_role_follows_the_newest_claims() {
    let world = world(true);
    let role = |token: &str| identify(&world.access, token).unwrap().role;
    let stored = || world.access.user("anna").unwrap().unwrap();
    assert_eq!(role("s1.anna.5u"), Role::User);
    let before = stored();
    assert_eq!(role("s1.anna.6u"), Role::User);
    assert_eq!(stored(), before);
    assert_eq!(role("s1.anna.7a"), Role::Admin);
    assert_eq!(stored().role, Role::Admin);
    // An older token that is still valid changes nothing.
    assert_eq!(role("s1.anna.6u"), Role::Admin);
    // A provider that does not assign roles leaves them unchanged.
    assert_eq!(role("s1.anna.9"), Role::Admin);
    assert_eq!(world.store.counter("admins").unwrap(), 2);
    assert_eq!(role("s1.anna.8u"), Role::User);
    assert_eq!(stored().role, Role::User);
    assert_eq!(world.store.counter("admins").unwrap(), 1);
    // The last admin keeps the role in the store, but a token with another role does not use it.
    assert_eq!(role("s1.anna.9a"), Role::Admin);
    let anna = Users::new(&world.access, Caller::token("s1.anna.9a"));
    anna.delete("root").unwrap();
    assert_eq!(role("s1.anna.10u"), Role::User);
    assert_eq!(stored().role, Role::Admin);
}

#[test]
fn a_removed_user_comes_back_with_a_new_token_only() {
    let world = world(true);
    let first = identify(&world.access, "s1.anna.5").unwrap();
    world.clock.advance(Duration::from_secs(100));
    world.as_user("root").delete("anna").unwrap();
    for token in ["s1.anna.5", "s1.anna.100"] {
        assert_eq!(kind(&world.access, token), ErrorKind::Unauthenticated);
    }
    // In the meantime, the name may belong to another user.
    world.nobody().create("anna", WORD).unwrap();
    assert_eq!(kind(&world.access, "s1.anna.101"), ErrorKind::Conflict);
    let again = identify(&world.access, "s1.anne.101").unwrap();
    assert_ne!(again.number, first.number);
    assert_eq!(identify(&world.access, "s1.anna.101").unwrap().name, "anne");
    assert_eq!(world.rows(Table::Accounts), 1);
}

#[test]
fn many_first_log_ins_at_once_make_one_user() {
    let world = world(true);
    for round in 0..20 {
        let token = format!("s{round}.anna{round}.5");
        let found: Vec<Identity> = std::thread::scope(|scope| {
            let all: Vec<_> =
                (0..4).map(|_| scope.spawn(|| identify(&world.access, &token))).collect();
            all.into_iter().map(|handle| handle.join().unwrap().unwrap()).collect()
        });
        assert!(found.iter().all(|identity| *identity == found[0]));
    }
    assert_eq!((world.rows(Table::Users), world.rows(Table::Accounts)), (21, 20));
}

#[test]
fn rows_that_are_kept_for_a_time_do_not_keep_a_user_out() {
    let World { clock, store, .. } = World::new();
    let cached: Arc<dyn Backend> =
        Arc::new(RecentRows::new(store.clone(), Duration::from_secs(3_600)));
    let engine = |store: Arc<dyn Backend>| {
        AuthContext::new(store, clock.clone(), |_| Ok(0))
            .verifying(Some(Arc::new(MadeUp { creates: true })))
    };
    let (first, second) = (engine(cached), engine(store));
    let read = |access: &AuthContext, token: &str| {
        Users::new(access, Caller::token(token)).read("anna").map(|user| user.role)
    };
    // The first engine caches that the account does not exist, then the second engine creates it.
    assert!(first.user("anna").unwrap().is_none());
    assert_eq!(read(&second, "s1.anna.5u").unwrap(), Role::User);
    assert_eq!(read(&first, "s1.anna.5u").unwrap(), Role::User);
    assert_eq!(read(&second, "s1.anna.6a").unwrap(), Role::Admin);
    // Reads use the cached rows; changes do not.
    assert_eq!(identify(&first, "s1.anna.7u").unwrap().role, Role::User);
    assert_eq!(read(&second, "s1.anna.7u").unwrap(), Role::User);
}

#[test]
fn a_key_is_made_once() {
    let world = World::new();
    let key = world.access.shared_key("log-in").unwrap();
    assert_eq!(world.access.shared_key("log-in").unwrap(), key);
    assert_ne!(world.access.shared_key("other").unwrap(), key);
    assert_eq!(world.rows(Table::Secrets), 2);
}
