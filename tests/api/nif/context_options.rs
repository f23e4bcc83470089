//! The public items of `core/nif/src/nif/mod.rs`.

#[test]
fn options() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::nif::{self, Options, Shape, Tagging, Version};
    let options = Options {
        version: Version::V2_1,
        language: Tagging::Fixed("en".parse()?),
        shape: Shape::Its,
        ..Options::under("http://example.org/page")
    };
    let page = glossweave::decode("<p>Cork", Format::Html, &Default::default())?;
    let turtle = nif::write(&page, &[], Format::Turtle, &options)?;
    assert!(String::from_utf8_lossy(&turtle).contains("<http://example.org/page#offset_0_4>"));
    Ok(())
}

#[test]
fn options_with_prefix() {
    use glossweave::{Document, ErrorKind, Format, nif};
    let text = Document::of_text("To Cork".to_owned(), None);
    let options = nif::Options {
        max_output_bytes: Some(10),
        ..nif::Options { prefix: "http://example.org/".into(), ..nif::Options::default() }
    };
    let error = nif::write(&text, &[], Format::Turtle, &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[test]
fn options_with_language() -> Result<(), glossweave::Error> {
    use glossweave::Document;
    use glossweave::nif::{self, Options, Tagging};
    let text = Document::of_text("Corcaigh".to_owned(), None);
    let tagged = |options: &Options| {
        let graph = nif::graph(&text, &[], options)?;
        Ok::<_, glossweave::Error>(
            graph.iter().any(|triple| triple.object.to_string() == "\"Corcaigh\"@ga"),
        )
    };
    assert!(!tagged(&Options::default())?);
    assert!(tagged(&Options { language: Tagging::Fixed("ga".parse()?), ..Options::default() })?);
    Ok(())
}

#[test]
fn options_with_shape() -> Result<(), glossweave::Error> {
    use glossweave::nif::{self, Options, Shape};
    use glossweave_rdf::vocab::nif::ANCHOR_OF;
    let page = "<p>To <b its-ta-ident-ref=http://example.org/cork>Cork</b>";
    let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    let anchors = |shape| {
        let graph = nif::graph(&page, &[], &Options { shape, ..Options::default() })?;
        Ok::<_, glossweave::Error>(
            graph.iter().filter(|triple| triple.predicate == ANCHOR_OF).count(),
        )
    };
    // The text of the entity is written or omitted, depending on the shape.
    assert_eq!((anchors(Shape::Units)?, anchors(Shape::Its)?), (1, 0));
    Ok(())
}
