//! The public items of `core/document/src/chunk/options.rs`.

#[test]
fn chunk_options() -> Result<(), glossweave::Error> {
    use glossweave::chunk::{ChunkOptions, SizeUnit, Splitter};
    let options =
        ChunkOptions::from_pairs([("split", "words"), ("size", "200"), ("size-unit", "words")])?;
    assert_eq!(
        (options.splitter, options.size, options.unit),
        (Splitter::Words, 200, SizeUnit::Words)
    );
    Ok(())
}

#[test]
fn chunk_options_set() -> Result<(), glossweave::Error> {
    let mut options = glossweave::chunk::ChunkOptions::default();
    options.set("overlap", "100")?;
    assert_eq!(options.set("split", "pages").unwrap_err().parameter(), Some("split"));
    Ok(())
}

#[test]
fn chunk_options_from_fields() -> Result<(), glossweave::Error> {
    let options = glossweave::chunk::ChunkOptions::from_pairs([("size", "0")])?;
    assert_eq!(options.size, 0);
    Ok(())
}
