//! The public items of `core/document/src/annotation/provenance.rs`.

#[test]
fn provenance() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity, Provenance};
    use glossweave::text::TextSpan;
    let made = Provenance::new("urn:example:tagger")
        .with_version("2.1")
        .with_dataset("places", "17")
        .with_time("2026-01-31T12:00:00Z".parse()?);
    let cork = Annotation::entity(TextSpan::new(0, 4), Entity::new("http://example.org/cork"));
    let cork = cork.by(made.to_string());
    assert_eq!(
        cork.annotator(),
        Some(
            "urn:example:tagger?=version=2.1;dataset=places;revision=17;time=2026-01-31T12:00:00Z"
        )
    );
    assert_eq!(cork.provenance(), Some(made));
    Ok(())
}
