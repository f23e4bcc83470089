//! The public items of `core/store/src/acl/backup.rs`.

#[test]
fn backup_export() {
    use glossweave::{clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::{AuthContext, export};
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let mut lines = Vec::new();
    // An anonymous caller is not allowed to export.
    let error = export(&access, &glossweave::Caller::Anonymous, &mut lines).unwrap_err();
    assert_eq!(error.kind(), glossweave::ErrorKind::Unauthenticated);
    assert!(lines.is_empty());
}

#[test]
fn backup_export_2() -> Result<(), glossweave::Error> {
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
    use glossweave::Caller;
    use glossweave::store::{Backend, Table, import};
    let root = Caller::Token(users.authenticate("root", "battery staple")?);
    let mut lines = Vec::new();
    glossweave_store::acl::export(&access, &root, &mut lines)?;
    let copy = MemoryBackend::new();
    import(&copy, &lines[..])?;
    assert!(copy.read(Table::Users, "root")?.is_some());
    Ok(())
}
