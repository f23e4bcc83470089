//! The public items of `core/nif/src/nif/write.rs`.

#[test]
fn write_2() {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::text::TextSpan;
    use glossweave::{Document, ErrorKind, Format, nif};
    let text = Document::of_text("To Cork".to_owned(), None);
    let cork =
        |end| [Annotation::entity(TextSpan::new(3, end), Entity::new("http://example.org/cork"))];
    let options = nif::Options::default();
    let error = nif::write(&text, &cork(7), Format::Html, &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    let error = nif::write(&text, &cork(8), Format::Turtle, &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    let error = nif::write(&text, &[], Format::Turtle, &nif::Options::under("a page")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
}

#[test]
fn graph() -> Result<(), glossweave::Error> {
    use glossweave::text::Language;
    use glossweave::{Document, nif};
    let english: Language = "en".parse()?;
    let text = Document::of_text("To Cork".to_owned(), Some(&english));
    let graph = nif::graph(&text, &[], &nif::Options::under("http://example.org/1"))?;
    assert!(graph.iter().any(|triple| triple.object.to_string() == "\"To Cork\"@en"));
    Ok(())
}

#[test]
fn dataset() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::{Document, nif, text::TextSpan};
    let text = Document::of_text("To Cork".to_owned(), None);
    let cork = Annotation::entity(TextSpan::new(3, 7), Entity::new("http://example.org/cork"));
    let plain = nif::dataset(&text, &[], &nif::Options::default())?;
    let found = nif::dataset(&text, &[cork], &nif::Options::default())?;
    assert!(found.len() > plain.len());
    Ok(())
}
