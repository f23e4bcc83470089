//! The public items of `core/entity/src/linker/mod.rs`.

#[test]
fn linker() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Corpus, Dictionary, Linker, Passage, Recognizer, Tagger, Training};
    let towns = ["Cork", "Dublin", "Galway", "Sligo"];
    let text: String =
        towns.iter().map(|town| format!("We O\nwent O\nto O\n{town} B-LOC\n. O\n\n")).collect();
    let tagger = Tagger::train(&Corpus::from_conll(&text)?, &Training::default())?;
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    let found = Linker::new(tagger, names)
        .recognize(&Passage::new("We went to Limerick. We went to Cork."))?;
    let iris: Vec<_> = found.iter().map(|one| one.as_entity().unwrap().idents.len()).collect();
    assert_eq!(iris, [0, 1]);
    Ok(())
}
