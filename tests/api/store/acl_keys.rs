//! The public items of `core/store/src/acl/keys.rs`.

#[test]
fn users_create_key() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    use glossweave::acl::{ApiKeyOptions, Scope};
    use glossweave::{Caller, ErrorKind};
    users.create("ann", "correct horse")?;
    let ann = Users::new(&access, Caller::Token(users.authenticate("ann", "correct horse")?));
    let new = ann.create_key("ann", &ApiKeyOptions::new("nightly", [Scope::Read]))?;

    let program = Users::new(&access, Caller::Token(new.secret));
    assert_eq!(program.read("ann")?.username, "ann");
    let error = program.set_password("ann", "battery staple").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Forbidden);
    assert!(ann.read_key("ann", "nightly")?.last_used.is_some());

    ann.revoke_key("ann", "nightly")?;
    assert!(ann.list_keys("ann")?.is_empty());
    assert_eq!(program.read("ann").unwrap_err().kind(), ErrorKind::Unauthenticated);
    Ok(())
}
