//! The public items of `core/format/src/formats.rs`.

#[test]
fn annotations_that_no_document_can_carry_are_errors() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::text::TextSpan;
    use glossweave::{DecodeOptions, Document, EncodeOptions, ErrorKind, Format};
    let cork = |span| [Annotation::entity(span, Entity::new("http://example.org/Cork"))];
    let page = glossweave::decode("<p>To Córk", Format::Html, &DecodeOptions::default())?;
    let options = EncodeOptions::default();
    for span in [TextSpan::new(3, 99), TextSpan::new(5, 8)] {
        let error = glossweave::encode(&page, &cork(span), &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
    }
    let text = Document::of_text("To Cork".to_owned(), None);
    let error = glossweave::encode(&text, &cork(TextSpan::new(3, 7)), &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    let options = glossweave::EncodeOptions { max_output_bytes: Some(20), ..options };
    let error = glossweave::encode(&page, &cork(TextSpan::new(3, 8)), &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    Ok(())
}

#[test]
fn an_element_that_has_just_the_annotated_text_can_take_its_attributes()
-> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::format::OnParent;
    use glossweave::text::TextSpan;
    use glossweave::{DecodeOptions, EncodeOptions, Format, Placement};
    let page = glossweave::decode("<p>To <b>Cork</b>!", Format::Html, &DecodeOptions::default())?;
    let cork = Annotation::entity(TextSpan::new(3, 7), Entity::new("http://example.org/Cork"));
    let options = EncodeOptions { on_parent: OnParent::Preferred, ..EncodeOptions::default() };
    let back = glossweave::encode(&page, &[cork], &options)?;
    assert_eq!(back.placements, [Placement::OnParent]);
    assert_eq!(
        String::from_utf8_lossy(&back.bytes),
        "<p>To <b its-ta-ident-ref=\"http://example.org/Cork\">Cork</b>!",
    );
    Ok(())
}

#[test]
fn a_translation_becomes_the_target_of_a_unit_of_xliff() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Translation};
    use glossweave::{DecodeOptions, EncodeOptions, Format};
    let xliff = r#"<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
      <file source-language="en" target-language="ga" original="a.txt" datatype="plaintext">
        <body><trans-unit id="1"><source>Cork</source></trans-unit></body></file></xliff>"#;
    let file = glossweave::decode(xliff, Format::Xliff, &DecodeOptions::default())?;
    let unit = file.units().next().unwrap();
    let irish = Translation::new("Corcaigh", "ga".parse()?);
    let options = EncodeOptions {
        translations: true,
        target_state: Some("translated".into()),
        ..EncodeOptions::default()
    };
    let back = glossweave::encode(&file, &[Annotation::translation(unit.span(), irish)], &options)?;
    let back = String::from_utf8_lossy(&back.bytes);
    assert!(back.contains(r#"<target state="translated">Corcaigh</target>"#));
    Ok(())
}
