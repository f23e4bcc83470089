//! The public items of `core/term/src/build.rs`.

#[test]
fn term_base_builder_build() -> Result<(), glossweave::Error> {
    use glossweave::term::TermBase;
    let terms = TermBase::builder().csv(b"concept,term,language\nc1,black hole,en\n")?.build()?;
    assert_eq!((terms.concepts(), terms.terms()), (1, 1));
    Ok(())
}
