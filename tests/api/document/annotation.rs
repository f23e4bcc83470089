//! The public items of `core/document/src/annotation/mod.rs`.

#[test]
fn module() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Body, Category, Entity, Metadata, Term, Translation};
    use glossweave::text::TextSpan;
    let span = TextSpan::new(0, 4);
    let entity = Annotation::entity(span, Entity::new("http://example.org/cork"));
    let term = Annotation::term(span, Term::new().with_info("a city in Ireland"));
    let translation = Annotation::translation(span, Translation::new("Corcaigh", "ga".parse()?));
    let metadata = Annotation::metadata(span, Metadata::new(Category::Translate));

    assert!(entity.as_entity().is_some() && entity.as_term().is_none());
    assert_eq!(term.as_term().unwrap().info.as_deref(), Some("a city in Ireland"));
    assert_eq!(&*translation.as_translation().unwrap().text, "Corcaigh");
    assert!(metadata.as_metadata().is_some());
    assert!(matches!(metadata.body(), Body::Metadata(_)));

    // An annotation contains the IRI of the tool that made it.
    let entity = entity.by("http://example.org/tools/names").moved_to(TextSpan::new(3, 7));
    assert_eq!(entity.annotator(), Some("http://example.org/tools/names"));
    let (span, body, annotator) = entity.into_parts();
    assert_eq!((span.range(), body.name(), annotator.is_some()), (3..7, "entity", true));
    Ok(())
}

#[test]
fn annotation_new() {
    use glossweave::annotation::{Annotation, Body, Entity};
    use glossweave::text::TextSpan;
    let body = Body::Entity(Entity::new("http://example.org/cork").with_confidence(0.8));
    let cork = Annotation::new(TextSpan::new(0, 4), body);
    assert_eq!(cork.confidence(), Some(0.8));
}

#[test]
fn annotation_provenance() {
    use glossweave::annotation::{Annotation, Term};
    use glossweave::text::TextSpan;
    let term = Annotation::term(TextSpan::new(0, 4), Term::new());
    let made = term.clone().by("urn:example:terms?=version=3").provenance();
    assert_eq!(made.unwrap().version.as_deref(), Some("3"));
    assert_eq!(term.by("http://example.org/terms").provenance(), None);
}

#[test]
fn annotation_fault() {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::text::TextSpan;
    let cork = Annotation::entity(TextSpan::new(0, 4), Entity::new("Cork"));
    assert_eq!(cork.fault().unwrap(), "`Cork` is not an absolute IRI");
}
