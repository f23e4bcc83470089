//! The public items of `core/base/src/media/notation.rs`.

#[test]
fn vocabulary_format() -> Result<(), glossweave::Error> {
    use glossweave::{Format, VocabularyFormat};
    assert_eq!("text/csv; charset=utf-8".parse::<VocabularyFormat>()?, VocabularyFormat::Csv);
    assert_eq!("text/turtle".parse::<VocabularyFormat>()?, VocabularyFormat::Rdf(Format::Turtle));
    Ok(())
}

#[test]
fn vocabulary_format_of_path() {
    use glossweave::{Format, VocabularyFormat};
    assert_eq!(VocabularyFormat::of_path("places.csv"), Some(VocabularyFormat::Csv));
    let turtle = VocabularyFormat::of_path("places.ttl");
    assert_eq!(turtle, Some(VocabularyFormat::Rdf(Format::Turtle)));
    assert_eq!(VocabularyFormat::of_path("places"), None);
}
