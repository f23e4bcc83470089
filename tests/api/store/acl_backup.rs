//! The public items of `core/store/src/acl/backup.rs`.

#[test]
fn backup_export() {
    use glossweave::{acl::Backup, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let backup = Backup::new(&access, glossweave::Caller::Anonymous);
    let mut lines = Vec::new();
    // `backup` is used by an anonymous caller, who is not allowed to export.
    let error = backup.export(&mut lines).unwrap_err();
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
    use glossweave::acl::Backup;
    use glossweave::store::{Backend, Table, import};
    let root = Caller::Token(users.authenticate("root", "battery staple")?);
    // For example `session.backup()`.
    let backup = Backup::new(&access, root);
    let mut lines = Vec::new();
    backup.export(&mut lines)?;
    let copy = MemoryBackend::new();
    import(&copy, &lines[..])?;
    assert!(copy.read(Table::Users, "root")?.is_some());
    Ok(())
}
