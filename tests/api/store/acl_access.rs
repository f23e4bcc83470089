//! The public items of `core/store/src/acl/access.rs`.

#[test]
fn auth_context_identify() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    use glossweave::{Caller, ErrorKind};
    users.create("ann", "correct horse")?;
    let token = users.authenticate("ann", "correct horse")?;
    let identity = access.identify(&Caller::Token(token))?.unwrap();
    assert_eq!(identity.name, "ann");

    assert_eq!(access.identify(&Caller::Anonymous)?, None);
    let error = access.identify(&Caller::token("made up")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    Ok(())
}

#[test]
fn relationship_of() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    use glossweave::Caller;
    use glossweave_store::acl::Relationship;
    users.create("ann", "correct horse")?;
    let token = users.authenticate("ann", "correct horse")?;
    let ann = access.identify(&Caller::Token(token))?;
    assert_eq!(Relationship::of(ann.as_ref(), "ann"), Relationship::Owner);
    assert_eq!(Relationship::of(ann.as_ref(), "bob"), Relationship::Stranger);
    assert_eq!(Relationship::of(None, "bob"), Relationship::Anonymous);
    Ok(())
}
