//! The public items of `core/term/src/lib.rs`.

#[test]
fn term_base_from_bytes() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    let terms = TermBase::builder().csv(b"concept,term,language\nc1,black hole,en\n")?.build()?;
    let copy = TermBase::from_bytes(terms.to_bytes()?)?;
    assert_eq!(copy.revision(), terms.revision());
    assert!(TermBase::from_bytes(b"<tbx/>".to_vec()).is_err());
    Ok(())
}

#[test]
fn term_base_open() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::term::TermBase;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("terms");
    let terms = TermBase::builder().csv(b"concept,term,language\nc1,black hole,en\n")?.build()?;
    terms.save(&path)?;
    let opened = TermBase::open(&path)?;
    opened.verify()?;
    assert_eq!(opened.terms(), 1);
    Ok(())
}

#[test]
fn term_base_open_2() {
    use glossweave::ErrorKind;
    use glossweave::term::TermBase;
    let error = TermBase::open("/no/such/terms").map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
}

#[test]
fn term_base_at_revision() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    let terms = TermBase::builder().csv(b"concept,term,language\nc1,black hole,en\n")?.build()?;
    let revision = terms.revision();
    let terms = terms.at_revision(&revision)?;
    let error = terms.at_revision("0123456789abcdef").map(drop).unwrap_err();
    assert_eq!(error.kind(), glossweave::ErrorKind::PreconditionFailed);
    Ok(())
}

#[test]
fn term_base_verify() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::term::TermBase;
    let terms = TermBase::builder().csv(b"concept,term,language\nc1,black hole,en\n")?.build()?;
    let mut bytes = terms.to_bytes()?;
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let error = TermBase::from_bytes(bytes).and_then(|terms| terms.verify()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    Ok(())
}

#[test]
fn term_base_concepts() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    let table = "concept,term,language\nc1,black hole,en\nc1,agujero negro,es\n";
    let terms = TermBase::builder().csv(table.as_bytes())?.build()?;
    assert_eq!((terms.concepts(), terms.terms()), (1, 2));
    Ok(())
}

#[test]
fn term_base_languages() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    let table = "concept,term,language\nc1,black hole,en-GB\nc1,agujero negro,es\n";
    let terms = TermBase::builder().csv(table.as_bytes())?.build()?;
    assert_eq!(terms.languages()?, ["en", "es"]);
    Ok(())
}

#[test]
fn term_base_find() -> Result<(), glossweave::Error> {
    use glossweave::entity::Passage;
    use glossweave::term::TermBase;
    let table = "concept,term,language,domain\n\
        c1,crane,en,birds\n\
        c2,crane,en,machines\n";
    let terms = TermBase::builder().csv(table.as_bytes())?.build()?;
    let text = Passage::new("Two cranes");
    let found = terms.find(&text, &"en".parse()?, None, Some("machines"))?;
    assert_eq!(found[0].span.range(), 4..10);
    assert_eq!((found[0].senses.len(), found[0].senses[0].concept), (2, "c2"));
    Ok(())
}

#[test]
fn term_base_find_2() -> Result<(), glossweave::Error> {
    use glossweave::entity::Passage;
    use glossweave::term::TermBase;
    let terms = TermBase::builder().csv(b"concept,term,language\nc1,gift,en\n")?.build()?;
    let text = Passage::new("A gift");
    assert_eq!(terms.find(&text, &"en-IE".parse()?, None, None)?.len(), 1);
    assert!(terms.find(&text, &"de".parse()?, None, None)?.is_empty());
    Ok(())
}

#[test]
fn term_base_concept() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    let table = "concept,term,language,definition\nc1,black hole,en,a collapsed star\n";
    let terms = TermBase::builder().csv(table.as_bytes())?.build()?;
    assert_eq!(&*terms.concept(0)?.definitions[0].text, "a collapsed star");
    assert_eq!(terms.concept(1).unwrap_err().kind(), glossweave::ErrorKind::NotFound);
    Ok(())
}

#[test]
fn term_base_tbx() -> Result<(), glossweave::Error> {
    use glossweave::term::{TbxStyle, TermBase};
    let terms = TermBase::builder().csv(b"concept,term,language\nc1,black hole,en\n")?.build()?;
    let tbx = terms.tbx(TbxStyle::Dct)?;
    assert_eq!(TermBase::builder().tbx(tbx.as_bytes())?.counts(), [1, 1]);
    Ok(())
}
