//! The public items of `core/redact/src/key.rs`.

#[test]
fn pseudonym_key() -> Result<(), glossweave::Error> {
    use glossweave::redact::PseudonymKey;
    let key = PseudonymKey::generate()?;
    assert!(key.is_reversible() && key.is_empty());
    assert_eq!(PseudonymKey::from_json(&key.to_json())?, key);
    assert!(!format!("{key:?}").contains("secret"));
    Ok(())
}

#[test]
fn pseudonym_key_irreversible() -> Result<(), glossweave::Error> {
    use glossweave::redact::PseudonymKey;
    assert!(!PseudonymKey::generate()?.irreversible().is_reversible());
    Ok(())
}

#[test]
fn pseudonym_key_from_json() -> Result<(), glossweave::Error> {
    use glossweave::redact::PseudonymKey;
    let key = PseudonymKey::generate()?;
    assert_eq!(PseudonymKey::from_json(&[key.to_json(), key.to_json()].concat())?, key);
    let other = PseudonymKey::generate()?;
    assert!(PseudonymKey::from_json(&[key.to_json(), other.to_json()].concat()).is_err());
    Ok(())
}
