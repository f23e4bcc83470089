//! The public items of `core/store/src/acl/invitations.rs`.

#[test]
fn users_with_invitation() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let access = access.registering(glossweave::acl::Registration::Invitation);
    glossweave_store::acl::install_admin(
        &access,
        "chief",
        &glossweave::Secret::new("battery staple"),
    )?;
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    use glossweave::acl::InvitationOptions;
    use glossweave::{Caller, ErrorKind};
    let token = users.authenticate("chief", "battery staple")?;
    let chief = Users::new(&access, Caller::Token(token));
    let code = chief.create_invitation(&InvitationOptions::new("for-ann"))?.code;

    let error = users.create("ann", "correct horse").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Forbidden, Some("invitation")));
    let invited = users.with_invitation(code);
    assert_eq!(invited.create("ann", "correct horse")?.username, "ann");
    // A code can be used for one user.
    assert_eq!(invited.create("bob", "correct horse").unwrap_err().kind(), ErrorKind::Forbidden);
    Ok(())
}

#[test]
fn users_create_invitation() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    glossweave_store::acl::install_admin(
        &access,
        "chief",
        &glossweave::Secret::new("battery staple"),
    )?;
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    let token = users.authenticate("chief", "battery staple")?;
    let chief = Users::new(&access, glossweave::Caller::Token(token));
    use glossweave::acl::InvitationOptions;
    // `chief` manages the users on behalf of an admin.
    let new = chief.create_invitation(&InvitationOptions::new("for-ann"))?;
    assert_eq!(new.code.to_text().len(), 64);
    assert_eq!(chief.read_invitation("for-ann")?, new.invitation);
    assert_eq!(chief.list_invitations()?, [new.invitation]);
    chief.revoke_invitation("for-ann")?;
    assert!(chief.list_invitations()?.is_empty());
    Ok(())
}
