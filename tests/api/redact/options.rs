//! The public items of `core/redact/src/options.rs`.

#[test]
fn redact_options() -> Result<(), glossweave::Error> {
    use glossweave::redact::{RedactOptions, RedactionMethod};
    let mut options = RedactOptions::default();
    options.set("method", "pseudonym")?;
    options.set("deny", "Project Heron")?;
    assert_eq!(options.method, RedactionMethod::Pseudonym);
    assert_eq!(options.set("method", "blur").unwrap_err().parameter(), Some("method"));
    Ok(())
}

#[test]
fn redact_options_from_fields() -> Result<(), glossweave::Error> {
    use glossweave::redact::RedactOptions;
    let options = RedactOptions::from_pairs([("deny", "Jane Roe"), ("deny", "Rick Roe")])?;
    assert_eq!(options.deny.len(), 2);
    Ok(())
}
