//! The public items of `core/document/src/annotation/body.rs`.

#[test]
fn entity() {
    use glossweave::annotation::Entity;
    let dublin = Entity::new("http://dbpedia.org/resource/Dublin")
        .with_class("http://dbpedia.org/ontology/City")
        .with_confidence(0.9);
    assert_eq!((dublin.idents.len(), dublin.classes.len()), (1, 1));
    assert!(Entity::default().is_anonymous());
}

#[test]
fn entity_with_ident() {
    use glossweave::annotation::Entity;
    let cork = Entity::new("http://example.org/cork").with_ident("http://example.org/corcaigh");
    assert_eq!(&*cork.idents[1], "http://example.org/corcaigh");
}

#[test]
fn entity_with_source() {
    use glossweave::annotation::Entity;
    let cork = Entity::default().with_source("Irish Place Names", "1411708");
    assert!(!cork.is_anonymous() && cork.idents.is_empty());
    assert_eq!(cork.ident.as_deref(), Some("1411708"));
}

#[test]
fn term() {
    use glossweave::annotation::Term;
    let term = Term::new()
        .with_info_ref("http://example.org/terms/black-hole")
        .with_info("a region that nothing leaves")
        .with_confidence(0.7);
    assert_eq!(term.info_ref.as_deref(), Some("http://example.org/terms/black-hole"));
}

#[test]
fn translation() -> Result<(), glossweave::Error> {
    use glossweave::annotation::Translation;
    let translation = Translation::new("Corcaigh", "ga".parse()?).with_confidence(0.9);
    assert_eq!((&*translation.text, translation.confidence), ("Corcaigh", Some(0.9)));
    Ok(())
}

#[test]
fn translation_with_plural_form() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Translation};
    use glossweave::text::PluralCategory;
    use glossweave::{EncodeOptions, Format};
    let file = r#"{"files_one": "a file", "files_other": "files"}"#;
    let file = glossweave::decode(file, Format::Jsonc, &Default::default())?;
    let span = file.units().nth(1).unwrap().span();
    let other = Translation::new("pliku", "pl".parse()?);
    let mut few = Translation::new("pliki", "pl".parse()?);
    few.plural_form = Some(PluralCategory::Few);
    let both = [other, few].map(|translation| Annotation::translation(span, translation));
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let back = glossweave::encode(&file, &both, &options)?;
    let expected = r#"{"files_one": "a file", "files_few": "pliki", "files_other": "pliku"}"#;
    assert_eq!(back.bytes, expected.as_bytes());
    Ok(())
}
