//! The public items of `core/document/src/chunk/mod.rs`.

#[test]
fn chunks_by() -> Result<(), glossweave::Error> {
    use glossweave::Document;
    use glossweave::chunk::{ChunkOptions, chunks_by};
    let text = Document::of_text("Cork lies on the Lee. Cobh is near.".to_owned(), None);
    let options = ChunkOptions::from_pairs([("size", "30")])?;
    // The number of tokens is the number of bytes plus one for each sentence.
    let all = chunks_by(&text, &[], &options, |text| Ok(text.len() + 1))?;
    assert_eq!(all.len(), 2);
    Ok(())
}
