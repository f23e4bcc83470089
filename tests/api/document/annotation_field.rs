//! The public items of `core/document/src/annotation/field.rs`.

#[test]
fn body_name() {
    use glossweave::annotation::{Body, Entity, Term};
    assert_eq!(Body::Entity(Entity::default()).name(), "entity");
    assert_eq!(Body::Term(Term::new()).name(), "term");
}

#[test]
fn annotation_from_fields() -> Result<(), glossweave::Error> {
    use glossweave::annotation::Annotation;
    use glossweave::text::TextSpan;
    let fields = [("ident", "http://example.org/Cork"), ("confidence", "0.5")];
    let cork = Annotation::from_fields(TextSpan::new(3, 7), "entity", fields)?;
    assert_eq!(cork.field("ident", 0), Some("http://example.org/Cork"));
    assert_eq!(cork.confidence(), Some(0.5));

    let error = Annotation::from_fields(cork.span(), "term", fields).unwrap_err();
    assert_eq!(error.parameter(), Some("ident"));
    Ok(())
}

#[test]
fn annotation_from_fields_2() {
    use glossweave::ErrorKind;
    use glossweave::annotation::Annotation;
    use glossweave::text::TextSpan;
    let span = TextSpan::new(3, 7);
    let error = Annotation::from_fields(span, "entity", [("confidence", "high")]).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("confidence")));
    let error = Annotation::from_fields(span, "translation", [("text", "Corcaigh")]).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("language")));
}

#[test]
fn annotation_field() {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::text::TextSpan;
    let cork = Entity::new("http://example.org/cork").with_ident("http://example.org/corcaigh");
    let cork = Annotation::entity(TextSpan::new(0, 4), cork);
    assert_eq!(cork.field("ident", 1), Some("http://example.org/corcaigh"));
    assert_eq!(cork.field("ident", 2), None);
}

#[test]
fn annotation_field_2() -> Result<(), glossweave::Error> {
    use glossweave::annotation::Annotation;
    use glossweave::text::TextSpan;
    let fields = [
        ("category", "localization-quality-issue"),
        ("record", ""),
        ("locQualityIssueType", "misspelling"),
        ("record", ""),
        ("locQualityIssueType", "grammar"),
    ];
    let issues = Annotation::from_fields(TextSpan::new(0, 4), "metadata", fields)?;
    assert_eq!(issues.field("locQualityIssueType", 1), Some("grammar"));
    Ok(())
}

#[test]
fn annotation_fields() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Category, Metadata};
    use glossweave::text::TextSpan;
    let mut note = Metadata::new(Category::LocalizationNote);
    note.set("locNote", "a place")?;
    let note = Annotation::metadata(TextSpan::new(0, 4), note);
    assert_eq!(note.fields(), [("category", "localization-note"), ("locNote", "a place")]);
    Ok(())
}
