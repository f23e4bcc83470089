//! The public items of `core/document/src/lib.rs`.

#[test]
fn document_of_text() -> Result<(), glossweave::Error> {
    use glossweave::Document;
    let document = Document::of_text("To Cork".to_owned(), Some(&"en".parse()?));
    assert_eq!((document.text(), document.units().count()), ("To Cork", 1));
    assert_eq!(document.language().unwrap().as_str(), "en");
    Ok(())
}

#[test]
fn document_source() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let page = glossweave::decode(&b"<p>Caf\xe9"[..], Format::Html, &DecodeOptions::default())?;
    assert_eq!(page.source().bytes(), b"<p>Caf\xe9");
    assert_eq!(page.source().encoding().name(), "windows-1252");
    Ok(())
}

#[test]
fn document_text() -> Result<(), glossweave::Error> {
    let page = "<h1>Cork</h1><p>A <b>city</b> in&nbsp;Ireland";
    let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    assert_eq!(page.text(), "Cork A city in\u{a0}Ireland");
    Ok(())
}

#[test]
fn document_index() {
    use glossweave::Document;
    let document = Document::of_text("Café".to_owned(), None);
    assert_eq!((document.text().len(), document.index().len()), (5, 4));
}

#[test]
fn document_units() -> Result<(), glossweave::Error> {
    let page = "<ul><li>Cork<li>Cobh</ul>";
    let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    assert!(page.units().map(|unit| unit.text()).eq(["Cork", "Cobh"]));
    Ok(())
}

#[test]
fn document_pieces() -> Result<(), glossweave::Error> {
    let page = "<p>New<br>York";
    let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    // The page has one unit, in which no name spans two lines.
    assert_eq!((page.units().count(), page.pieces().len()), (1, 2));
    Ok(())
}

#[test]
fn document_unit_at() -> Result<(), glossweave::Error> {
    let page = "<p>To Cork</p><p>To Cobh</p>";
    let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    let at = page.text().find("Cobh").unwrap();
    assert_eq!(page.unit_at(at).unwrap().text(), "To Cobh");
    Ok(())
}

#[test]
fn document_unit_at_2() -> Result<(), glossweave::Error> {
    let page = glossweave::decode("<p>Cork<p>Cobh", glossweave::Format::Html, &Default::default())?;
    let at = |place| page.unit_at(place).map(|unit| unit.text());
    assert_eq!((at(4), at(5), at(10)), (Some("Cork"), Some("Cobh"), None));
    Ok(())
}

#[test]
fn document_annotations() -> Result<(), glossweave::Error> {
    let page = "<p>To <b its-ta-ident-ref=http://example.org/cork>Cork</b>";
    let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    let cork = &page.annotations()[0];
    assert_eq!(&page.text()[cork.span().range()], "Cork");
    assert_eq!(&*cork.as_entity().unwrap().idents[0], "http://example.org/cork");
    Ok(())
}

#[test]
fn document_language_at() -> Result<(), glossweave::Error> {
    let page = "<p lang=en>Cork, <i lang=ga>Corcaigh</i>";
    let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    let at = page.text().find("Corcaigh").unwrap();
    assert_eq!(page.language_at(at).unwrap().as_str(), "ga");
    assert_eq!(page.language().unwrap().as_str(), "en");
    Ok(())
}

#[test]
fn document_language() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let options = DecodeOptions { language: Some("ga".parse()?), ..DecodeOptions::default() };
    let page = glossweave::decode("<p>Corcaigh", Format::Html, &options)?;
    assert_eq!(page.language().unwrap().as_str(), "ga");
    // The language of the page has priority.
    let page = glossweave::decode("<p lang=en>Cork", Format::Html, &options)?;
    assert_eq!(page.language().unwrap().as_str(), "en");
    Ok(())
}

#[test]
fn document_zone_at() -> Result<(), glossweave::Error> {
    let page = "<title>Cork</title><p>Cork";
    let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    assert!(page.zone_at(0).0.obstacle.is_some());
    assert_eq!(page.zone_at(5).0.obstacle, None);
    Ok(())
}

#[test]
fn document_is_regular() -> Result<(), glossweave::Error> {
    let nested =
        glossweave::decode("<p><b>Cork</b></p>", glossweave::Format::Html, &Default::default())?;
    let crossed =
        glossweave::decode("<p><b>C<i>or</b>k</i>", glossweave::Format::Html, &Default::default())?;
    assert!(nested.is_regular() && !crossed.is_regular());
    Ok(())
}

#[test]
fn document_depth() -> Result<(), glossweave::Error> {
    let xml = "<doc><p><b>Cork</b></p></doc>";
    let document = glossweave::decode(xml, glossweave::Format::Xml, &Default::default())?;
    assert_eq!(document.depth(), 3);
    Ok(())
}

#[test]
fn document_map() -> Result<(), glossweave::Error> {
    let page = glossweave::decode("<p>Caf&eacute;", glossweave::Format::Html, &Default::default())?;
    // Three letters, and the character reference.
    assert_eq!(page.map().pieces().count(), 2);
    Ok(())
}

#[test]
fn document_char_span() {
    use glossweave::Document;
    use glossweave::text::{CharSpan, TextSpan};
    let document = Document::of_text("Café Cork".to_owned(), None);
    // In bytes of the text, and in code points as NIF counts them.
    assert_eq!(document.char_span(TextSpan::new(6, 10)), CharSpan::new(5, 9));
    assert_eq!(document.text_span(CharSpan::new(5, 9)), Some(TextSpan::new(6, 10)));
    assert_eq!(document.text_span(CharSpan::new(5, 10)), None);
}

#[test]
fn document_text_span() {
    use glossweave::Document;
    use glossweave::text::CharSpan;
    let document = Document::of_text("Łódź, Poland".to_owned(), None);
    let span = document.text_span(CharSpan::new(6, 12)).unwrap();
    assert_eq!(&document.text()[span.range()], "Poland");
}

#[test]
fn document_source_span_2() -> Result<(), glossweave::Error> {
    use glossweave::text::TextSpan;
    use glossweave::{DecodeOptions, Format};
    let page = glossweave::decode("<p>Cork</p><p>Cobh", Format::Html, &DecodeOptions::default())?;
    assert_eq!(page.text(), "Cork Cobh");
    assert_eq!(page.source_span(TextSpan::new(5, 9)).unwrap().range(), 14..18);
    // A space between two units, and a span beyond the end.
    assert_eq!(page.source_span(TextSpan::new(4, 5)), None);
    assert_eq!(page.source_span(TextSpan::new(5, 10)), None);
    Ok(())
}

#[test]
fn document_heap_size() {
    use glossweave::Document;
    let (short, long) = ("Cork".to_owned(), "Cork ".repeat(1_000));
    assert!(Document::of_text(short, None).heap_size() < Document::of_text(long, None).heap_size());
}
