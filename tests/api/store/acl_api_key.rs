//! The public items of `core/store/src/acl/api_key.rs`.

#[test]
fn api_key_options() -> Result<(), glossweave::Error> {
    use glossweave::acl::{ApiKeyOptions, Scope};
    let mut options = ApiKeyOptions::new("nightly", [Scope::Read]);
    options.set("scopes", "read, enrich")?;
    options.set("expires", "2030-01-31T12:00:00Z")?;
    assert_eq!(options.scopes, [Scope::Read, Scope::Enrich]);
    assert_eq!(options.expires.unwrap().to_string(), "2030-01-31T12:00:00Z");
    Ok(())
}

#[test]
fn api_key_options_with_expiry() -> Result<(), glossweave::Error> {
    use glossweave::acl::{ApiKeyOptions, Scope};
    let soon = "2030-01-31T12:00:00Z".parse()?;
    let options = glossweave::acl::ApiKeyOptions {
        expires: Some(soon),
        ..ApiKeyOptions::new("nightly", [Scope::Read])
    };
    assert_eq!(options.expires, Some(soon));
    Ok(())
}

#[test]
fn api_key_options_set() -> Result<(), glossweave::Error> {
    use glossweave::acl::{ApiKeyOptions, Scope};
    let mut options = ApiKeyOptions::default();
    options.set("name", "nightly")?;
    options.set("scopes", "enrich")?;
    assert_eq!(options, ApiKeyOptions::new("nightly", [Scope::Enrich]));
    let error = options.set("expires", "tomorrow").unwrap_err();
    assert_eq!(error.parameter(), Some("expires"));
    Ok(())
}
