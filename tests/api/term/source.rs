//! The public items of `core/term/src/source.rs`.

#[test]
fn term_base_builder_tbx() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    let martif = r#"<martif type="TBX" xml:lang="en"><text><body><termEntry id="c1">
        <langSet xml:lang="en"><tig><term>black hole</term></tig></langSet>
        <langSet xml:lang="es"><tig><term>agujero negro</term></tig></langSet>
        </termEntry></body></text></martif>"#;
    assert_eq!(TermBase::builder().tbx(martif.as_bytes())?.build()?.terms(), 2);
    Ok(())
}

#[test]
fn term_base_builder_tbx_2() {
    use glossweave::ErrorKind;
    use glossweave::term::TermBase;
    let martif = b"<martif type='TBX' xml:lang='en'><text><body>
        <termEntry id='c1'>
        <langSet><tig><term>black hole</term></tig></langSet>
        </termEntry></body></text></martif>";
    let error = TermBase::builder().tbx(martif).map(drop).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 3));
}

#[test]
fn term_base_builder_csv() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    // Columns whose names are languages contain the terms.
    let table = "uri,en,es\nhttp://example.org/c1,black hole|collapsar,agujero negro\n";
    let builder = TermBase::builder().csv(table.as_bytes())?;
    assert_eq!(builder.counts(), [1, 3]);
    let error = TermBase::builder().csv(b"concept,term,language\nc1,,en\n").map(drop).unwrap_err();
    assert_eq!(error.location().unwrap().line(), 2);
    Ok(())
}

#[test]
fn term_base_builder_rdf() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::term::{TermBase, TermStatus};
    let turtle = b"@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        <http://example.org/c1> skos:prefLabel 'black hole'@en ; skos:altLabel 'collapsar'@en .";
    let builder = TermBase::builder().rdf(turtle, Format::Turtle)?;
    let statuses = builder.concepts()[0].terms.iter().map(|term| term.status.unwrap());
    assert!(statuses.eq([TermStatus::Preferred, TermStatus::Admitted]));
    Ok(())
}

#[test]
fn term_base_builder_rdf_2() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    use glossweave::{ErrorKind, Format};
    let turtle = b"@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        <http://example.org/c1> skos:prefLabel 'black hole' .";
    let error = TermBase::builder().rdf(turtle, Format::Turtle).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert!(error.message().contains("http://example.org/c1"));
    // The label is in the language of the builder, if it has one.
    let english = "en".parse()?;
    let builder = TermBase::builder().in_language(Some(&english)).rdf(turtle, Format::Turtle)?;
    assert_eq!(builder.counts(), [1, 1]);
    Ok(())
}

#[test]
fn term_base_builder_term_base() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    let ours = TermBase::builder().csv(b"concept,term,language\nc1,black hole,en\n")?.build()?;
    let more = TermBase::builder().csv(b"concept,term,language\nc2,neutron star,en\n")?;
    assert_eq!(more.term_base(&ours)?.build()?.concepts(), 2);
    Ok(())
}

#[test]
fn term_base_builder_term_base_2() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    let ours = TermBase::builder().csv(b"concept,term,language\nc1,black hole,en\n")?.build()?;
    let more = TermBase::builder().csv(b"concept,term,language\nc1,agujero negro,es\n")?;
    assert_eq!(more.term_base(&ours)?.counts(), [1, 2]);
    Ok(())
}
