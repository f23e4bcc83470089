//! The public items of `core/entity/src/patterns/pattern.rs`.

#[test]
fn pattern() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Passage, Pattern, Patterns, Recognizer};
    let ticket =
        Pattern::new("http://example.org/Ticket", r"(?<project>[A-Z]{2,8})-(?<ident>\d+)")?
            .with_ident("http://example.org/{project}/{ident}")?;
    let found = Patterns::of([]).with_pattern(ticket).recognize(&Passage::new("See GLOSS-42."))?;
    assert_eq!(&*found[0].as_entity().unwrap().idents[0], "http://example.org/GLOSS/42");
    assert_eq!(found[0].span().range(), 4..12);
    Ok(())
}

#[test]
fn pattern_new() {
    use glossweave::ErrorKind;
    use glossweave::entity::Pattern;
    let error = Pattern::new("http://example.org/Ticket", r"GLOSS-(\d+").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert_eq!(error.location().unwrap().column(), 7);
    let error = Pattern::new("http://example.org/Ticket", r"(\w{1000}){1000}").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[test]
fn pattern_with_ident() -> Result<(), glossweave::Error> {
    use glossweave::entity::Pattern;
    let word = Pattern::new("http://example.org/Word", "#(?<ident>[a-z]+)")?;
    assert!(word.clone().with_ident("http://example.org/{ident}").is_ok());
    let error = word.with_ident("http://example.org/{word}").unwrap_err();
    assert_eq!(error.parameter(), Some("ident"));
    Ok(())
}

#[test]
fn pattern_from_str() {
    use glossweave::entity::Pattern;
    assert!(r"http://example.org/Ticket - GLOSS-\d+".parse::<Pattern>().is_ok());
    assert!(r"http://example.org/Ticket".parse::<Pattern>().is_err());
}
