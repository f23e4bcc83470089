//! The public items of `core/store/src/acl/users.rs`.

#[test]
fn users_from_address() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    let users = users.from_address("203.0.113.7".parse()?);
    for _ in 0..5 {
        assert!(users.authenticate("ann", "a guess").is_err());
    }
    let error = users.authenticate("ann", "another guess").unwrap_err();
    assert_eq!(error.kind(), glossweave::ErrorKind::Throttled);
    Ok(())
}

#[test]
fn users_create() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    use glossweave::ErrorKind;
    users.create("ann", "correct horse")?;
    let refused = |name, password| users.create(name, password).unwrap_err();
    let error = refused("ann smith", "correct horse");
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("username")));
    let error = refused("bob", "horse");
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("password")));
    // One name is taken, the other reserved.
    assert_eq!(refused("Ann", "correct horse").kind(), ErrorKind::Conflict);
    assert_eq!(refused("root", "correct horse").kind(), ErrorKind::Conflict);
    Ok(())
}

#[test]
fn users_authenticate() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    use glossweave::{Caller, ErrorKind};
    users.create("ann", "correct horse")?;
    let token = users.authenticate("ann", "correct horse")?;
    assert_eq!(Users::new(&access, Caller::Token(token)).read("ann")?.username, "ann");
    // The error does not reveal which names exist.
    let wrong = users.authenticate("ann", "a guess").unwrap_err();
    let unknown = users.authenticate("bob", "a guess").unwrap_err();
    assert_eq!(
        (wrong.kind(), unknown.kind()),
        (ErrorKind::Unauthenticated, ErrorKind::Unauthenticated)
    );
    assert_eq!(wrong.message(), unknown.message());
    Ok(())
}

#[test]
fn users_read() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    use glossweave::{Caller, ErrorKind};
    users.create("ann", "correct horse")?;
    users.create("bob", "battery staple")?;
    assert_eq!(users.read("ann").unwrap_err().kind(), ErrorKind::Unauthenticated);
    let bob = Users::new(&access, Caller::Token(users.authenticate("bob", "battery staple")?));
    for name in ["ann", "nobody"] {
        assert_eq!(bob.read(name).unwrap_err().kind(), ErrorKind::Forbidden);
    }
    Ok(())
}

#[test]
fn users_set_role() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    glossweave_store::acl::install_admin(
        &access,
        "root",
        &glossweave::Secret::new("battery staple"),
    )?;
    use glossweave::acl::Role;
    use glossweave::{Caller, ErrorKind};
    let root = Users::new(&access, Caller::Token(users.authenticate("root", "battery staple")?));
    // At least one admin is required.
    assert_eq!(root.set_role("root", Role::User).unwrap_err().kind(), ErrorKind::Conflict);
    assert_eq!(root.set_role("bob", Role::Admin).unwrap_err().kind(), ErrorKind::NotFound);
    Ok(())
}

#[test]
fn users_delete() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    use glossweave::{Caller, ErrorKind};
    users.create("ann", "correct horse")?;
    let ann = Users::new(&access, Caller::Token(users.authenticate("ann", "correct horse")?));
    ann.delete("ann")?;
    // The token is not valid any more, even if another user takes the name.
    users.create("ann", "battery staple")?;
    assert_eq!(ann.read("ann").unwrap_err().kind(), ErrorKind::Unauthenticated);
    Ok(())
}
