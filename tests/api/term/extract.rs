//! The public items of `core/term/src/extract.rs`.

#[test]
fn extraction() -> Result<(), glossweave::Error> {
    use glossweave::entity::Passage;
    use glossweave::term::{Extraction, extract_terms};
    let text = Passage::new("A black hole is dark. Each black hole bends light.");
    let wanted = Extraction { most: 1, least: Some(2) };
    let found = extract_terms(&text, &"en".parse()?, &wanted)?;
    assert_eq!(&*found[0].text, "black hole");
    assert_eq!((found.len(), found[0].spans.len()), (1, 2));
    Ok(())
}

#[test]
fn extract_terms() -> Result<(), glossweave::Error> {
    use glossweave::entity::Passage;
    use glossweave::term::{Extraction, extract_terms};
    let text = Passage::new("A solar panel makes power. Solar panels, and more solar panels.");
    let found = extract_terms(&text, &"en".parse()?, &Extraction::default())?;
    assert_eq!(&*found[0].text, "solar panels");
    assert_eq!(found[0].spans.len(), 3);
    Ok(())
}

#[test]
fn extract_terms_2() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::entity::Passage;
    use glossweave::term::{Extraction, extract_terms};
    use glossweave::text::TextSpan;
    let blocks = [TextSpan::new(0, 99)];
    let text = Passage::new("One black hole").with_blocks(&blocks);
    let error = extract_terms(&text, &"en".parse()?, &Extraction::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    Ok(())
}
