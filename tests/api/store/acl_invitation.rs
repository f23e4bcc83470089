//! The public items of `core/store/src/acl/invitation.rs`.

#[test]
fn registration() -> Result<(), glossweave::Error> {
    use glossweave::acl::Registration;
    assert_eq!("invitation".parse::<Registration>()?, Registration::Invitation);
    assert_eq!(Registration::default().to_string(), "open");
    Ok(())
}

#[test]
fn invitation_options() -> Result<(), glossweave::Error> {
    use glossweave::acl::{InvitationOptions, Role};
    let mut options = InvitationOptions::new("ann");
    options.set("role", "ROLE_ADMIN")?;
    options.set("expires", "2030-01-31T12:00:00Z")?;
    assert_eq!(options.role, Role::Admin);
    assert_eq!(options.expires.unwrap().to_string(), "2030-01-31T12:00:00Z");
    Ok(())
}

#[test]
fn invitation_options_set() -> Result<(), glossweave::Error> {
    use glossweave::acl::InvitationOptions;
    let mut options = InvitationOptions::default();
    options.set("name", "ann")?;
    assert_eq!(options, InvitationOptions::new("ann"));
    let error = options.set("expires", "tomorrow").unwrap_err();
    assert_eq!(error.parameter(), Some("expires"));
    Ok(())
}
