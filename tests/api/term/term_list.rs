//! The public items of `core/term/src/term_list.rs`.

#[test]
fn term_base_term_list() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    let terms = "concept,term,language,status\n1,ship,en,\n1,barco,es-MX,\n1,nave,es,deprecated\n\
        2,bank,en,\n2,banco,es,\n3,bank,en,\n3,ribera,es,\n4,viejo,es,superseded\n";
    let terms = TermBase::builder().csv(terms.as_bytes())?.build()?;
    let list = terms.term_list(&"en-GB".parse()?, &"es".parse()?)?;
    // `bank` has two meanings, and the concept of `viejo` has no English term.
    assert_eq!(list, "source,target,status\nship,barco,\nship,nave,forbidden\n,viejo,forbidden\n");
    Ok(())
}
