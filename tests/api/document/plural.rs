//! The public items of `core/document/src/plural.rs`.

#[test]
fn document_missing_plural_forms() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::text::PluralCategory;
    let file = r#"{"files_one": "a file", "files_other": "{{count}} files"}"#;
    let file = glossweave::decode(file, Format::Jsonc, &Default::default())?;
    let other = file.units().nth(1).unwrap();
    let missing = file.missing_plural_forms(other, &"pl".parse()?);
    assert_eq!(missing, [PluralCategory::Few, PluralCategory::Many]);
    assert!(file.missing_plural_forms(other, &"de".parse()?).is_empty());
    Ok(())
}
