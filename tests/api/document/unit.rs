//! The public items of `core/document/src/unit.rs`.

#[test]
fn unit() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let page = "<p lang=de>Dublin, <b>Irland</b><p>Cork";
    let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
    let units: Vec<_> = page.units().collect();
    assert_eq!((units[0].text(), units[0].id()), ("Dublin, Irland", 1));
    assert_eq!(units[0].language().unwrap().as_str(), "de");
    assert_eq!(units[1].span().range(), 15..19);
    Ok(())
}

#[test]
fn unit_span() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let page = glossweave::decode("<p>Cork<p>Cobh", Format::Html, &DecodeOptions::default())?;
    for unit in page.units() {
        assert_eq!(&page.text()[unit.span().range()], unit.text());
    }
    Ok(())
}

#[test]
fn unit_name() -> Result<(), glossweave::Error> {
    let xliff = r#"<xliff version="1.2"><file original="x" source-language="en" datatype="plaintext">
      <body><trans-unit id="title"><source>Cork</source></trans-unit></body></file></xliff>"#;
    let xliff = glossweave::decode(xliff, glossweave::Format::Xliff, &Default::default())?;
    let unit = xliff.units().next().unwrap();
    assert_eq!((unit.name(), unit.index()), (Some("title"), 0));
    Ok(())
}

#[test]
fn unit_language() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let page = "<body lang=en><p>Cork<p lang=ga>Corcaigh";
    let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
    let languages: Vec<&str> = page.units().map(|unit| unit.language().unwrap().as_str()).collect();
    assert_eq!(languages, ["en", "ga"]);
    Ok(())
}
