//! The public items of `core/entity/src/patterns/mod.rs`.

#[test]
fn patterns() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Passage, Patterns, Recognizer};
    let text = "Published on 5 May 2024, see https://doi.org/10.1000/182.";
    let found = Patterns::new().recognize(&Passage::new(text))?;
    let date = found[0].as_entity().unwrap();
    assert_eq!(date.ident.as_deref(), Some("2024-05-05"));
    assert_eq!(&*date.classes[0], "http://schema.org/Date");
    assert_eq!(&text[found[1].span().range()], "https://doi.org/10.1000/182");
    Ok(())
}

#[test]
fn patterns_of() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Passage, PatternKind, Patterns, Recognizer};
    let addresses = Patterns::of([PatternKind::Mail, PatternKind::Url]);
    let found = addresses.recognize(&Passage::new("info@example.org, since 2024-05-05"))?;
    assert_eq!(&*found[0].as_entity().unwrap().idents[0], "mailto:info@example.org");
    assert_eq!(found.len(), 1);
    Ok(())
}

#[test]
fn patterns_with_pattern() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Passage, Pattern, Patterns, Recognizer};
    let ticket = Pattern::new("http://example.org/Ticket", "GLOSS-[0-9]+")?;
    let found = Patterns::of([]).with_pattern(ticket).recognize(&Passage::new("See GLOSS-42."))?;
    assert_eq!(found[0].span().range(), 4..12);
    Ok(())
}
