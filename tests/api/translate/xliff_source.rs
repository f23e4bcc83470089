//! The public items of `core/translate/src/xliff_source.rs`.

#[test]
fn embedded_document() -> Result<(), glossweave::Error> {
    use glossweave::translate::{XliffOptions, embedded_document, to_xliff};
    use glossweave::{DecodeOptions, Format};
    let page = "<p>The red house</p>";
    let document = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
    let options = XliffOptions { source: Some("en".parse()?), ..XliffOptions::new("fr".parse()?) };
    let file = to_xliff(&document, &options)?;
    let source = embedded_document(&file, &DecodeOptions::default())?.unwrap();
    assert_eq!(source.source().bytes(), page.as_bytes());

    let file = to_xliff(&document, &XliffOptions { embeds_source: false, ..options })?;
    assert!(embedded_document(&file, &DecodeOptions::default())?.is_none());
    Ok(())
}
