//! The public items of `core/markup/src/xml/mod.rs`.

#[test]
fn unknown_entities_text() {
    use glossweave::markup::UnknownEntities;
    assert_eq!(UnknownEntities::Replace.text(), "\u{fffd}");
    assert_eq!(UnknownEntities::Omit.text(), "");
}

#[test]
fn unknown_entities_from_str() -> Result<(), glossweave::Error> {
    use glossweave::markup::UnknownEntities;
    assert_eq!("replace".parse::<UnknownEntities>()?, UnknownEntities::Replace);
    let error = "keep".parse::<UnknownEntities>().unwrap_err();
    assert_eq!(error.parameter(), Some("unknown-entities"));
    Ok(())
}
