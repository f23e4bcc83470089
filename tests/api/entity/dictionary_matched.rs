//! The public items of `core/dictionary/src/matched.rs`.

#[test]
fn match_() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Dictionary, Passage};
    let names = "uri,label,type,weight\n\
        http://example.org/city,Cork,http://schema.org/City,3\n\
        http://example.org/bark,Cork,,1\n";
    Dictionary::from_csv(names.as_bytes())?.each_match(&Passage::new("To Cork"), |found| {
        assert_eq!(found.span().range(), 3..7);
        assert_eq!(found.idents().len(), 2);
        assert!(found.classes()?.eq(["http://schema.org/City"]));
        assert_eq!(found.candidates().nth(1).unwrap()?.ident, "http://example.org/bark");
        assert_eq!(found.confidence(), 0.75);
        Ok(())
    })?;
    Ok(())
}

#[test]
fn match_candidates() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Dictionary, Passage};
    let table =
        "uri,label,weight\nhttp://example.org/city,Cork,3\nhttp://example.org/bark,Cork,1\n";
    let mut weights = Vec::new();
    Dictionary::from_csv(table.as_bytes())?.each_match(&Passage::new("To Cork"), |found| {
        for candidate in found.candidates() {
            weights.push(candidate?.weight);
        }
        Ok(())
    })?;
    assert_eq!(weights, [3.0, 1.0]);
    Ok(())
}
