//! The public items of `core/document/src/source.rs`.

#[test]
fn source() -> Result<(), glossweave::Error> {
    use glossweave::text::ByteSpan;
    use glossweave::{DecodeOptions, Format};
    let mut options = DecodeOptions::default();
    options.set("charset", "iso-8859-1")?;
    let page = glossweave::decode(&b"<h1>Cork\n<p>Caf\xe9"[..], Format::Html, &options)?;
    let source = page.source();
    assert_eq!((source.format(), source.encoding().name()), (Format::Html, "windows-1252"));
    assert_eq!(source.declared(), Some(source.encoding()));
    assert_eq!(source.location(ByteSpan::new(9, 12)).line(), 2);
    // Only packages have parts, and original bytes that differ from the bytes of the source.
    assert_eq!((source.original(), source.package()), (source.bytes(), None));
    assert!(source.parts().is_empty());
    Ok(())
}

#[test]
fn source_rule_set() -> Result<(), glossweave::Error> {
    use glossweave::format::RuleSet;
    use glossweave::{DecodeOptions, Format};
    let strings = "<resources><string name='a'>Cork</string></resources>";
    let options = DecodeOptions { rule_set: Some(RuleSet::Auto), ..DecodeOptions::default() };
    let strings = glossweave::decode(strings, Format::Xml, &options)?;
    assert_eq!(strings.source().rule_set(), Some("android"));
    Ok(())
}

#[test]
fn source_location() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let xml = "<!DOCTYPE doc SYSTEM 'doc.dtd'>\n<doc>To &city;</doc>";
    let document = glossweave::decode(xml, Format::Xml, &DecodeOptions::default())?;
    let place = document.source().location(document.warnings()[0].span());
    assert_eq!((place.line(), place.column()), (2, 9));
    Ok(())
}
