//! The public items of `core/translate/src/xliff_export.rs`.

#[test]
fn to_xliff() -> Result<(), glossweave::Error> {
    use glossweave::translate::{XliffOptions, to_xliff};
    use glossweave::{DecodeOptions, Format};
    let page =
        glossweave::decode("<p>The <b>red</b> house</p>", Format::Html, &DecodeOptions::default())?;
    let options = XliffOptions { source: Some("en".parse()?), ..XliffOptions::new("fr".parse()?) };
    let file = String::from_utf8(to_xliff(&page, &options)?).unwrap();
    assert!(file.contains("<segment><source>The <pc id=\"1\">red</pc> house</source></segment>"));

    let number = glossweave::decode("<p>42</p>", Format::Html, &DecodeOptions::default())?;
    let error = to_xliff(&number, &XliffOptions::new("fr".parse()?)).unwrap_err();
    assert_eq!(error.parameter(), Some("source-lang"));
    Ok(())
}
