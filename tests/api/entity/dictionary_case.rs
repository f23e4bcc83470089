//! The public items of `core/dictionary/src/case.rs`.

#[test]
fn dictionary_builder_with_case() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Dictionary, LabelCase, Passage, Recognizer};
    let table = "uri,label\nhttp://example.org/nice,Nice\n";
    let text = Passage::new("The nice town of Nice");
    let found = Dictionary::from_csv(table.as_bytes())?.recognize(&text)?;
    assert_eq!(found.len(), 1);
    let any_case =
        Dictionary::builder().with_case(LabelCase::Folded).csv(table.as_bytes())?.build()?;
    assert_eq!(any_case.recognize(&text)?.len(), 2);
    Ok(())
}

#[test]
fn dictionary_builder_with_never_alone() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Dictionary, Passage, Recognizer};
    let table = "uri,label\nhttp://example.org/quay,Quay\nhttp://example.org/eden,Eden Quay\nhttp://example.org/cork,Cork\n";
    let names = Dictionary::builder().with_never_alone(&["Quay"]).csv(table.as_bytes())?;
    let found = names.build()?.recognize(&Passage::new("From the Quay to Eden Quay"))?;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].span().range(), 17..26);
    Ok(())
}

#[test]
fn dictionary_builder_corpus() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Dictionary, Passage, Recognizer};
    let table = "uri,label\nhttp://example.org/cork,Cork\n";
    let corpus = "Cork is light. A piece of cork floats. They harvest cork. Bottles have a cork.";
    let names = Dictionary::builder().corpus(corpus.as_bytes())?.csv(table.as_bytes())?.build()?;
    assert_eq!(names.common_entries(), 1);
    let found = names.recognize(&Passage::new("Cork floors: made of cork, and not in Cork."))?;
    assert_eq!(found.len(), 2, "the first one may be a name as well as the last one");
    assert!(names.recognize(&Passage::new("Cork floors are made of cork."))?.is_empty());
    Ok(())
}

#[test]
fn dictionary_builder_corpus_file() {
    use glossweave::ErrorKind;
    use glossweave::entity::Dictionary;
    let error = Dictionary::builder().corpus_file("none.txt").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Storage, Some("corpus")));
}

#[test]
fn dictionary_never_alone_entries() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Dictionary, Passage, Recognizer};
    let labels = ["To", "Nice", "Cork", "Cobh", "Sligo"];
    let table = labels.map(|label| format!("http://example.org/{label},{label}\n")).concat();
    let names = Dictionary::from_csv(format!("uri,label\n{table}").as_bytes())?;
    assert_eq!((names.common_entries(), names.never_alone_entries()), (1, 1));
    assert!(names.recognize(&Passage::new("They went To town"))?.is_empty());
    Ok(())
}
