//! The public items of `core/store/src/acl/audit.rs`.

#[test]
fn audit_action_name() {
    assert_eq!(glossweave::acl::AuditAction::Update.name(), "update");
}

#[test]
fn users_read_audit_log() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::{sync::Arc, time::Duration};
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let access = access.auditing(Duration::from_secs(30 * 24 * 60 * 60));
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    glossweave_store::acl::install_admin(
        &access,
        "root",
        &glossweave::Secret::new("battery staple"),
    )?;
    use glossweave::Caller;
    use glossweave::acl::{AuditAction, PageRequest, Role};
    users.create("ann", "correct horse")?;
    let root = Users::new(&access, Caller::Token(users.authenticate("root", "battery staple")?));
    root.set_role("ann", Role::Admin)?;
    let last = root.read_audit_log(&PageRequest::default())?.pop().unwrap();
    assert_eq!((last.user.as_deref(), last.action), (Some("root"), AuditAction::Update));
    assert_eq!((last.kind.as_str(), last.name.as_str()), ("user", "ann"));
    assert_eq!(last.changed, ["role"]);
    Ok(())
}
