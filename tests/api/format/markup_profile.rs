//! The public items of `core/format-base/src/markup_profile/mod.rs`.

#[test]
fn markup_profile() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::format::{MarkupProfile, RuleSet};
    use glossweave::text::TextSpan;
    use glossweave::{DecodeOptions, EncodeOptions, Format};
    let letter =
        "<TEI xmlns='http://www.tei-c.org/ns/1.0'><text><body><p>To Cork!</p></body></text></TEI>";
    let options = DecodeOptions { rule_set: Some(RuleSet::Tei), ..DecodeOptions::default() };
    let letter = glossweave::decode(letter, Format::Xml, &options)?;
    let cork = Entity::new("http://example.org/Cork").with_class("http://schema.org/Place");
    let cork = Annotation::entity(TextSpan::new(3, 7), cork);
    let options = EncodeOptions {
        profile: Some("tei".parse::<MarkupProfile>()?),
        ..EncodeOptions::default()
    };
    let back = glossweave::encode(&letter, &[cork], &options)?;
    let back = String::from_utf8_lossy(&back.bytes);
    assert!(
        back.contains(r#"<p>To <placeName ref="http://example.org/Cork">Cork</placeName>!</p>"#)
    );
    Ok(())
}

#[test]
fn markup_profile_name() -> Result<(), glossweave::Error> {
    use glossweave::format::MarkupProfile;
    assert_eq!("auto".parse::<MarkupProfile>()?.name(), "auto");
    let own = r#"{"name": "own", "rules": [{"annotation": "term", "element": "term"}]}"#;
    assert_eq!(own.parse::<MarkupProfile>()?.name(), "own");
    Ok(())
}

#[test]
fn markup_profile_names() {
    use glossweave::format::MarkupProfile;
    assert!(MarkupProfile::names().any(|name| name == "docbook"));
}

#[test]
fn markup_profile_document() {
    use glossweave::format::MarkupProfile;
    assert!(MarkupProfile::document("tei").unwrap().contains("persName"));
    assert_eq!(MarkupProfile::document("word"), None);
}

#[test]
fn markup_profile_from_str() {
    use glossweave::format::MarkupProfile;
    let error = "word".parse::<MarkupProfile>().unwrap_err();
    assert!(error.message().starts_with("no markup profile `word`, expected one of auto, tei, "));
    let error = r#"{"name": "own", "rules": [{"element": "b"}]}"#.parse::<MarkupProfile>();
    let message = "rule 1 of the profile has no `annotation`, expected `entity` or `term`";
    assert_eq!(error.unwrap_err().message(), message);
}
