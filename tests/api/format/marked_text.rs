//! The public items of `core/format/src/formats.rs`.

#[test]
fn document_marked_text() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Translation};
    use glossweave::{DecodeOptions, EncodeOptions, Format};
    let page = "<p>The <b>red</b> house<br>by the <i>sea</i></p>";
    let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
    let span = page.units().next().unwrap().span();
    assert_eq!(glossweave::marked_text(&page, span)?, "The <1>red</1> house<2/>by the <3>sea</3>");

    let french = "La maison <1>rouge</1><2/>près de la <3>mer</3>";
    let french = Annotation::translation(span, Translation::new(french, "fr".parse()?));
    let mut options = EncodeOptions::default();
    options.translations = true;
    let back = glossweave::encode(&page, &[french], &options)?;
    assert_eq!(
        String::from_utf8_lossy(&back.bytes),
        "<p>La maison <b>rouge</b><br>près de la <i>mer</i></p>",
    );
    Ok(())
}

#[test]
fn document_marked_text_2() -> Result<(), glossweave::Error> {
    use glossweave::text::TextSpan;
    use glossweave::{DecodeOptions, Document, ErrorKind, Format};
    let page =
        glossweave::decode("<p>The <b>red</b> house", Format::Html, &DecodeOptions::default())?;
    // The text of the element, and a part of it.
    assert_eq!(glossweave::marked_text(&page, TextSpan::new(4, 7))?, "red");
    let error = glossweave::marked_text(&page, TextSpan::new(4, 6)).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("span")));
    let text = Document::of_text("The red house".to_owned(), None);
    assert_eq!(glossweave::marked_text(&text, TextSpan::new(0, 13))?, "The red house");
    Ok(())
}

#[test]
fn document_marked_texts() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let page = glossweave::decode(
        "<p>The <b>red</b> house<p>Bye",
        Format::Html,
        &DecodeOptions::default(),
    )?;
    let texts = glossweave::marked_texts(&page, page.units().map(|unit| unit.span()))?;
    assert_eq!(texts[0].as_deref().ok(), Some("The <1>red</1> house"));
    assert_eq!(texts[1].as_deref().ok(), Some("Bye"));
    Ok(())
}
