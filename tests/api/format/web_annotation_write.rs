//! The public items of `core/format-exchange/src/web_annotation/write.rs`.

#[test]
fn write_2() {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::text::TextSpan;
    use glossweave::{Document, ErrorKind, web_annotation};
    let text = Document::of_text("To Cork".to_owned(), None);
    let outside = Annotation::entity(TextSpan::new(3, 9), Entity::new("http://example.org/cork"));
    let options = web_annotation::Options::of("http://a.example/letter.txt");
    let error = web_annotation::write(&text, &[outside], &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
}
