//! The public items of `core/format-base/src/encoded.rs`.

#[test]
fn placement() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::text::TextSpan;
    use glossweave::{DecodeOptions, EncodeOptions, Format, Placement};
    let page = "<svg><text>To Cork</text></svg>";
    let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
    let cork = Annotation::entity(TextSpan::new(3, 7), Entity::new("http://example.org/Cork"));
    let back = glossweave::encode(&page, &[cork], &EncodeOptions::default())?;
    let rule = "the text belongs to SVG or MathML".into();
    assert_eq!(back.placements, [Placement::NotPlaced { rule }]);
    assert!(back.not_placed().eq([(0, "the text belongs to SVG or MathML")]));
    Ok(())
}

#[test]
fn placement_is_there() {
    use glossweave::Placement;
    assert!(Placement::OnParent.is_there());
    assert!(!Placement::NotPlaced { rule: "the span is empty".into() }.is_there());
}

#[test]
fn placement_is_there_2() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::text::TextSpan;
    use glossweave::{DecodeOptions, EncodeOptions, Format, Placement};
    let page = "<p><b>in New</b> York and <i its-ta-ident-ref='http://example.org/cork'>Cork</i>";
    let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
    let york = Annotation::entity(TextSpan::new(3, 11), Entity::new("http://example.org/new-york"));
    let cork = Annotation::entity(TextSpan::new(16, 20), Entity::new("http://example.org/cork"));
    let back = glossweave::encode(&page, &[york, cork], &EncodeOptions::default())?;
    assert_eq!(back.placements, [Placement::Placed { fragments: 2 }, Placement::Present]);
    assert!(back.placements.iter().all(Placement::is_there));
    Ok(())
}
