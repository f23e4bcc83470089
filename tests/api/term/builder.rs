//! The public items of `core/term/src/builder.rs`.

#[test]
fn term_base_builder_in_language() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    let english = "en".parse()?;
    let terms =
        TermBase::builder().in_language(Some(&english)).csv(b"concept,term\nc1,black hole\n")?;
    assert_eq!(terms.concepts()[0].terms[0].language, english);
    Ok(())
}

#[test]
fn term_base_builder_lenient() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    let table = "concept,term,language\nc1,hole,en\nc2,,en\nc3,star,en\n";
    let builder = TermBase::builder().lenient().csv(table.as_bytes())?;
    assert_eq!(builder.counts(), [2, 2]);
    let row = &builder.skipped()[0];
    assert_eq!((row.subject(), row.location().unwrap().line()), ("row 2", 3));
    Ok(())
}

#[test]
fn term_base_builder_skipped() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    let table = "concept,term,language\nc1,hole,en\nc2,star,not a tag\n";
    let builder = TermBase::builder().lenient().csv(table.as_bytes())?;
    let skipped = builder.skipped();
    assert_eq!((skipped.len(), skipped[0].location().unwrap().line()), (1, 3));
    assert_eq!(skipped[0].message(), "`language` is `not a tag`, expected a language tag");
    Ok(())
}

#[test]
fn term_base_builder_base() -> Result<(), glossweave::Error> {
    use glossweave::term::{Concept, TermBase, TermEntry};
    let mut builder = TermBase::builder();
    builder.base = Some("http://example.org/terms/".into());
    builder
        .add(Concept::new("black hole").with_term(TermEntry::new("black hole", "en".parse()?)))?;
    let concept = builder.build()?.concept(0)?;
    assert_eq!(concept.iri.as_deref(), Some("http://example.org/terms/black%20hole"));
    Ok(())
}

#[test]
fn term_base_builder_add() -> Result<(), glossweave::Error> {
    use glossweave::term::{Concept, TermBase, TermEntry};
    let mut builder = TermBase::builder();
    let english = Concept::new("c1").with_term(TermEntry::new("black hole", "en".parse()?));
    let spanish = Concept::new("c1").with_term(TermEntry::new("agujero negro", "es".parse()?));
    builder.add(english)?.add(spanish)?;
    // One concept, with the terms of both.
    assert_eq!(builder.counts(), [1, 2]);
    assert!(builder.add(Concept::new("")).is_err());
    Ok(())
}

#[test]
fn term_base_builder_add_2() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::term::{Concept, TermBase, TermEntry};
    let mut builder = TermBase::builder();
    let long = "very ".repeat(64) + "long";
    let concept = Concept::new("c1").with_term(TermEntry::new(long, "en".parse()?));
    assert_eq!(builder.add(concept).map(drop).unwrap_err().kind(), ErrorKind::TooLarge);
    assert_eq!(builder.counts(), [0, 0]);
    Ok(())
}
