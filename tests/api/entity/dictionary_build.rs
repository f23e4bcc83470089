//! The public items of `core/dictionary/src/build.rs`.

#[test]
fn dictionary_builder_skipped() -> Result<(), glossweave::Error> {
    use glossweave::entity::Dictionary;
    let table =
        "uri,label,weight\nhttp://example.org/cork,Cork,3\nhttp://example.org/cobh,Cobh,many\n";
    let builder = Dictionary::builder().csv(table.as_bytes())?;
    let row = &builder.skipped()[0];
    assert_eq!((builder.skipped_count(), row.location().unwrap().line()), (1, 3));
    assert_eq!(row.message(), "`weight` is `many`, expected a number of at least 0");
    assert_eq!(builder.build()?.labels(), 1);
    Ok(())
}

#[test]
fn dictionary_builder_add() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::entity::{Dictionary, Entry};
    let mut builder = Dictionary::builder();
    let bark =
        Entry::new("http://example.org/bark", "Cork").with_classes(&["http://schema.org/Product"]);
    builder.add(&bark)?.add(&Entry::new("http://example.org/cork", "Cork").weighing(5.0))?;
    let refused = builder.add(&Entry::new("no IRI", "Cork")).map(drop).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Invalid);
    let names = builder.build()?;
    assert_eq!((names.labels(), names.entries()), (1, 2));
    Ok(())
}

#[test]
fn dictionary_builder_add_2() {
    use glossweave::ErrorKind;
    use glossweave::entity::{Dictionary, Entry};
    let mut builder = Dictionary::builder();
    let long = "Cork ".repeat(129);
    let error = builder.add(&Entry::new("http://example.org/cork", &long)).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[test]
fn dictionary_builder_build() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Dictionary, Passage, Recognizer};
    let nothing = Dictionary::builder().build()?;
    assert!(nothing.recognize(&Passage::new("From Cork to Cobh"))?.is_empty());
    Ok(())
}
