//! The public items of `core/dictionary/src/entry.rs`.

#[test]
fn entry() {
    use glossweave::entity::{Entry, LabelCase};
    let entry = Entry::new("http://example.org/cork", "Cork").in_language("en").weighing(2.0);
    assert_eq!(entry.weight, 2.0);
    // Matches `Cork` and `CORK`.
    assert_eq!(entry.in_case(LabelCase::Capital).case, Some(LabelCase::Capital));
}

#[test]
fn entry_with_classes() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Dictionary, Entry, Passage, Recognizer};
    let mut builder = Dictionary::builder();
    let city = ["http://schema.org/City", "http://schema.org/Place"];
    builder.add(&Entry::new("http://example.org/cork", "Cork").with_classes(&city))?;
    let found = builder.build()?.recognize(&Passage::new("To Cork"))?;
    assert_eq!(found[0].as_entity().unwrap().classes.len(), 2);
    Ok(())
}
