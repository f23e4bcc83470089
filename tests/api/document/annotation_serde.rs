//! Annotations and placements in JSON, with `serde`.

use glossweave::annotation::{Annotation, Body, Entity, Metadata, Term, Translation};
use glossweave::text::TextSpan;
use glossweave::{Format, Placement};
use serde_json::json;

#[test]
fn annotations_are_objects() -> Result<(), glossweave::Error> {
    let span = TextSpan::new(3, 7);
    let mut quality = Metadata::new("localization-quality-issue".parse()?);
    quality
        .add_record([("locQualityIssueType", "misspelling"), ("locQualityIssueSeverity", "50")])?;
    let mut note = Metadata::new("localization-note".parse()?);
    note.set("locNote", "A name.")?;
    let all = [
        (
            Annotation::entity(
                span,
                Entity::new("http://example.org/Cork")
                    .with_class("http://example.org/City")
                    .with_confidence(0.5),
            )
            .by("http://example.org/tool"),
            json!({
                "start": 3, "end": 7, "kind": "entity", "idents": ["http://example.org/Cork"],
                "classes": ["http://example.org/City"], "confidence": 0.5, "annotator": "http://example.org/tool"
            }),
        ),
        (
            Annotation::term(span, Term::new().with_info("A port.")),
            json!({"start": 3, "end": 7, "kind": "term", "info": "A port."}),
        ),
        (
            Annotation::translation(span, Translation::new("Corcaigh", "ga".parse()?)),
            json!({"start": 3, "end": 7, "kind": "translation", "text": "Corcaigh", "language": "ga"}),
        ),
        (
            Annotation::new(span, Body::Metadata(note)),
            json!({
                "start": 3, "end": 7, "kind": "metadata", "category": "localization-note",
                "fields": {"locNote": "A name."}
            }),
        ),
        (
            Annotation::new(span, Body::Metadata(quality)),
            json!({
                "start": 3, "end": 7, "kind": "metadata", "category": "localization-quality-issue",
                "records": [{"locQualityIssueType": "misspelling", "locQualityIssueSeverity": "50"}]
            }),
        ),
    ];
    for (annotation, object) in all {
        assert_eq!(serde_json::to_value(&annotation).unwrap(), object);
        assert_eq!(serde_json::from_value::<Annotation>(object).unwrap(), annotation);
    }
    Ok(())
}

#[test]
fn what_is_wrong_is_refused() {
    for (object, message) in [
        (json!({"start": 7, "end": 3, "kind": "term"}), "the end of a span is before its start"),
        (json!({"start": 3, "end": 7, "kind": "place"}), "unknown variant `place`"),
        (json!({"start": 3, "end": 7, "kind": "metadata", "category": "notes"}), "notes"),
        (
            json!({"start": 3, "end": 7, "kind": "metadata", "category": "domain", "fields": {"colour": "red"}}),
            "colour",
        ),
        (json!({"start": 3, "end": 7, "kind": "translation", "text": "x", "language": "?"}), "?"),
        (json!({"start": 3, "kind": "term"}), "missing field `end`"),
    ] {
        let error = serde_json::from_value::<Annotation>(object).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn placements_and_formats_are_serialized() {
    let rule = "overlaps another".into();
    for (placement, object) in [
        (Placement::Placed { fragments: 2 }, json!({"state": "placed", "fragments": 2})),
        (Placement::OnParent, json!({"state": "on-parent"})),
        (Placement::NotPlaced { rule }, json!({"state": "not-placed", "rule": "overlaps another"})),
    ] {
        assert_eq!(serde_json::to_value(&placement).unwrap(), object);
        assert_eq!(serde_json::from_value::<Placement>(object).unwrap(), placement);
    }
    assert_eq!(serde_json::to_value(Format::JsonLd).unwrap(), json!("json-ld"));
    assert_eq!(serde_json::from_value::<Format>(json!("html")).unwrap(), Format::Html);
    assert!(serde_json::from_value::<Format>(json!("latex")).is_err());
}
