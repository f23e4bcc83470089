//! The public items of `core/store/src/acl/mod.rs`.

#[test]
fn module() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    glossweave_store::acl::install_admin(
        &access,
        "root",
        &glossweave::Secret::new("battery staple"),
    )?;
    let users = |caller| Users::new(&access, caller);
    use glossweave::{
        Caller,
        acl::{PageRequest, Role},
    };
    // `users(caller)` is used instead of `engine.session(caller).users()`.
    users(Caller::Anonymous).create("ann", "correct horse")?;
    let ann = users(Caller::Anonymous).authenticate("ann", "correct horse")?;
    users(Caller::Token(ann.clone())).set_password("ann", "a longer phrase")?;

    let root = users(Caller::Anonymous).authenticate("root", "battery staple")?;
    let root = users(Caller::Token(root));
    assert_eq!(root.list(&PageRequest::default())?.len(), 2);
    assert_eq!(root.set_role("ann", Role::Admin)?.role, Role::Admin);
    root.update("ann", Some("yet another phrase"), Some(Role::User))?;
    root.revoke(&ann)?;
    root.revoke_all("ann")?;
    root.delete("ann")?;
    assert_eq!(root.read("ann").unwrap_err().kind(), glossweave::ErrorKind::NotFound);
    Ok(())
}
