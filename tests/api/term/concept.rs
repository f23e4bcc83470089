//! The public items of `core/term/src/concept.rs`.

#[test]
fn concept() -> Result<(), glossweave::Error> {
    use glossweave::term::{Concept, TermEntry, TermStatus};
    let mut concept = Concept::new("c1")
        .with_term(TermEntry::new("black hole", "en".parse()?).being(TermStatus::Preferred))
        .with_term(TermEntry::new("agujero negro", "es".parse()?));
    concept.domains.push("astronomy".into());
    assert_eq!(concept.terms_in("es").next().unwrap().text.as_ref(), "agujero negro");
    Ok(())
}

#[test]
fn definition_new() -> Result<(), glossweave::Error> {
    use glossweave::term::{Concept, Definition};
    let text = "a region of space that nothing leaves";
    let mut concept = Concept::new("c1").with_iri("http://example.org/black-hole");
    concept.definitions.push(Definition::new(text, Some("en".parse()?)));
    assert_eq!(&*concept.definitions[0].text, text);
    Ok(())
}

#[test]
fn term_entry() -> Result<(), glossweave::Error> {
    use glossweave::term::{TermEntry, TermStatus};
    let mut term = TermEntry::new("frozen star", "en".parse()?).being(TermStatus::Deprecated);
    term.part_of_speech = Some("noun".into());
    term.fields.push(("register".into(), "dated".into()));
    assert_eq!(term.field("register"), Some("dated"));
    assert_eq!(term.field("gender"), None);
    Ok(())
}

#[test]
fn term_entry_being() -> Result<(), glossweave::Error> {
    use glossweave::entity::Passage;
    use glossweave::term::{Concept, TermBase, TermEntry, TermStatus};
    let english = "en".parse()?;
    let wrong = TermEntry::new("blak hole", "en".parse()?).being(TermStatus::Hidden);
    let mut builder = TermBase::builder();
    builder.add(
        Concept::new("c1").with_term(TermEntry::new("black hole", "en".parse()?)).with_term(wrong),
    )?;
    let terms = builder.build()?;
    // The misspelling is found.
    assert_eq!(terms.find(&Passage::new("A blak hole"), &english, None, None)?.len(), 1);
    Ok(())
}

#[test]
fn term_status_name() {
    use glossweave::term::TermStatus;
    let status = TermStatus::parse("preferredTerm-admn-sts").unwrap();
    assert_eq!(status.name(), "preferred");
}

#[test]
fn term_status_is_discouraged() {
    use glossweave::term::TermStatus;
    assert!(TermStatus::Deprecated.is_discouraged());
    // A misspelling is found but never suggested, and does not require another term for its
    // concept.
    assert!(!TermStatus::Hidden.is_discouraged());
}

#[test]
fn term_status_parse() {
    use glossweave::term::TermStatus;
    assert_eq!(TermStatus::parse("deprecatedTerm-admn-sts"), Some(TermStatus::Deprecated));
    assert_eq!(TermStatus::parse("Preferred"), Some(TermStatus::Preferred));
    assert_eq!(TermStatus::parse("purple"), None);
}

#[test]
fn concept_with_iri() -> Result<(), glossweave::Error> {
    use glossweave::term::{Concept, TermBase, TermEntry};
    let mut builder = TermBase::builder();
    let term = TermEntry::new("black hole", "en".parse()?);
    builder.add(Concept::new("c1").with_iri("http://example.org/black-hole").with_term(term))?;
    let concept = builder.build()?.concept(0)?;
    assert_eq!(concept.iri.as_deref(), Some("http://example.org/black-hole"));
    Ok(())
}

#[test]
fn concept_with_two_definitions() -> Result<(), glossweave::Error> {
    use glossweave::term::{Concept, Definition, TermBase};
    let mut concept = Concept::new("c1");
    let texts = [("a collapsed star", "en"), ("una estrella colapsada", "es")];
    for (text, language) in texts {
        concept.definitions.push(Definition::new(text, Some(language.parse()?)));
    }
    let concept = concept.with_term(glossweave::term::TermEntry::new("black hole", "en".parse()?));
    let mut builder = TermBase::builder();
    builder.add(concept)?;
    assert_eq!(builder.build()?.concept(0)?.definitions.len(), 2);
    Ok(())
}

#[test]
fn concept_terms_in() -> Result<(), glossweave::Error> {
    use glossweave::term::{Concept, TermEntry};
    let concept = Concept::new("c1")
        .with_term(TermEntry::new("colour", "en-GB".parse()?))
        .with_term(TermEntry::new("color", "en-US".parse()?));
    assert_eq!(concept.terms_in("en").count(), 2);
    assert_eq!(&*concept.terms_in("en-US").next().unwrap().text, "color");
    Ok(())
}
