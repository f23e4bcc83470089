//! The public items of `core/format/src/notation.rs`.

#[test]
fn notations() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    use glossweave_format::format::Notations;
    let source = r#"{"a": "Hello :name"}"#;
    let texts = |options: &DecodeOptions| {
        glossweave::decode(source, Format::Jsonc, options)
            .map(|document| document.text().to_owned())
    };
    let options = DecodeOptions::default();
    assert_eq!(texts(&options)?, "Hello ");
    let options = options.with_placeholders("braces,printf".parse::<Notations>()?);
    assert_eq!(texts(&options)?, "Hello :name");
    Ok(())
}
