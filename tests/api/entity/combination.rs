//! The public items of `core/entity/src/combination/mod.rs`.

#[test]
fn combination() -> Result<(), glossweave::Error> {
    use glossweave::entity::{
        Combination, CombinationRule, Dictionary, Passage, Patterns, Recognizer,
    };
    use std::sync::Arc;
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/may,May 2024\n".as_bytes())?;
    let parts: [Arc<dyn Recognizer>; 2] = [Arc::new(names), Arc::new(Patterns::new())];
    let text = Passage::new("May 2024 or 5 May 2024");

    let longest = Combination::new(CombinationRule::Longest, parts.clone())?.recognize(&text)?;
    assert_eq!(longest.iter().map(|one| one.span().range()).collect::<Vec<_>>(), [0..8, 12..22]);
    let both = Combination::new(CombinationRule::Intersection, parts)?.recognize(&text)?;
    assert_eq!(both.iter().map(|one| one.span().range()).collect::<Vec<_>>(), vec![0..8; 1]);
    Ok(())
}

#[test]
fn combination_new() {
    use glossweave::entity::{Combination, CombinationRule, Patterns, Recognizer};
    use std::sync::Arc;
    let one: [Arc<dyn Recognizer>; 1] = [Arc::new(Patterns::new())];
    let error = Combination::new(CombinationRule::Vote(2), one).unwrap_err();
    assert_eq!(error.parameter(), Some("votes"));
}
