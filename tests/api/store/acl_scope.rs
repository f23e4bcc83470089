//! The public items of `core/store/src/acl/scope.rs`.

#[test]
fn scope() -> Result<(), glossweave::Error> {
    use glossweave::acl::Scope;
    assert_eq!("enrich".parse::<Scope>()?, Scope::Enrich);
    assert_eq!(Scope::Enrich.name(), "enrich");
    assert_eq!("all".parse::<Scope>().unwrap_err().parameter(), Some("scopes"));
    Ok(())
}
