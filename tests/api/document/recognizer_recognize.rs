//! The public items of `core/document/src/recognizer/recognize.rs`.

#[test]
fn recognize() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::entity::{Passage, Recognizer, recognize};
    use glossweave::text::TextSpan;
    use glossweave::{DecodeOptions, Format};
    struct NewYork;
    impl Recognizer for NewYork {
        fn recognize(&self, passage: &Passage<'_>) -> glossweave::Result<Vec<Annotation>> {
            let each = |unit: TextSpan| {
                let at = unit.start() + passage.text()[unit.range()].find("New York")?;
                let entity = Entity::new("http://example.org/new-york");
                Some(Annotation::entity(TextSpan::new(at, at + 8), entity))
            };
            Ok(passage.blocks().filter_map(each).collect())
        }
    }
    let read = |page: &str| glossweave::decode(page, Format::Html, &DecodeOptions::default());
    assert_eq!(recognize(&NewYork, &read("<p>New <b>York</b>")?, None)?.len(), 1);
    assert_eq!(recognize(&NewYork, &read("<p>New<p>York")?, None)?.len(), 0);
    Ok(())
}

#[test]
fn recognize_2() {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::entity::{Passage, Recognizer, recognize};
    use glossweave::text::TextSpan;
    use glossweave::{Document, ErrorKind};
    struct Wrong;
    impl Recognizer for Wrong {
        fn recognize(&self, _: &Passage<'_>) -> glossweave::Result<Vec<Annotation>> {
            Ok(vec![Annotation::entity(
                TextSpan::new(3, 99),
                Entity::new("http://example.org/cork"),
            )])
        }
    }
    let text = Document::of_text("To Cork".to_owned(), None);
    assert_eq!(recognize(&Wrong, &text, None).unwrap_err().kind(), ErrorKind::Provider);
}
