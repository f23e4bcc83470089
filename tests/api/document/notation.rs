//! The public items of `core/document/src/notation.rs`.

#[test]
fn notations() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    use glossweave_document::Notations;
    let source = r#"{"a": "Hello :name"}"#;
    let texts = |options: &DecodeOptions| {
        glossweave::decode(source, Format::Jsonc, options)
            .map(|document| document.text().to_owned())
    };
    let options = DecodeOptions::default();
    assert_eq!(texts(&options)?, "Hello ");
    let placeholders = Some("braces,printf".parse::<Notations>()?);
    let options = DecodeOptions { placeholders, ..options };
    assert_eq!(texts(&options)?, "Hello :name");
    Ok(())
}
