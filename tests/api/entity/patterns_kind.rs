//! The public items of `core/entity/src/patterns/kind.rs`.

#[test]
fn pattern_kind() {
    use glossweave::entity::PatternKind;
    let names: Vec<_> = PatternKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(
        names,
        [
            "date",
            "quantity",
            "mail",
            "url",
            "doi",
            "orcid",
            "isbn",
            "issn",
            "iban",
            "telephone",
            "payment-card",
            "document-number",
            "ip"
        ]
    );
}

#[test]
fn pattern_kind_name() -> Result<(), glossweave::Error> {
    use glossweave::entity::PatternKind;
    assert_eq!("doi".parse::<PatternKind>()?.name(), "doi");
    assert!("phone".parse::<PatternKind>().is_err());
    Ok(())
}
