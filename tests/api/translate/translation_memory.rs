//! The public items of `core/translate/src/translation_memory/mod.rs`.

#[test]
fn segment_pair() -> Result<(), glossweave::Error> {
    use glossweave::translate::{SegmentPair, TranslationMemory};
    let mut builder = TranslationMemory::builder();
    builder.add(&SegmentPair::new("Good morning", "en", "Buenos días", "es").about("greeting"))?;
    assert_eq!(builder.build()?.segments(), 1);
    Ok(())
}

#[test]
fn segment_pair_changed() -> Result<(), glossweave::Error> {
    use glossweave::translate::{SegmentPair, TranslationMemory};
    let pair = SegmentPair::new("Yes", "en", "Sí", "es").about("answers").changed(20260131120000);
    let mut builder = TranslationMemory::builder();
    builder.add(&pair)?;
    let found = builder.build()?.matches("Yes", &"en".parse()?, &"es".parse()?, 1)?;
    assert_eq!(
        (found[0].changed, found[0].domain.as_deref()),
        (Some(20260131120000), Some("answers"))
    );
    Ok(())
}

#[test]
fn translation_memory_open() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::translate::{SegmentPair, TranslationMemory};
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("memory");
    let mut builder = TranslationMemory::builder();
    builder.add(&SegmentPair::new("Yes", "en", "Sí", "es"))?;
    builder.build()?.save(&path)?;
    let memory = TranslationMemory::open(&path)?;
    memory.verify()?;
    assert_eq!(memory.pairs()?, [("en".to_owned(), "es".to_owned())]);
    Ok(())
}

#[test]
fn translation_memory_open_2() {
    use glossweave::ErrorKind;
    use glossweave::translate::TranslationMemory;
    let error = TranslationMemory::open("/no/such/memory").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
}

#[test]
fn translation_memory_from_bytes() -> Result<(), glossweave::Error> {
    use glossweave::translate::TranslationMemory;
    let empty = TranslationMemory::builder().build()?;
    let copy = TranslationMemory::from_bytes(empty.to_bytes()?)?;
    assert_eq!((copy.segments(), copy.revision()), (0, empty.revision()));
    Ok(())
}

#[test]
fn translation_memory_from_bytes_2() {
    use glossweave::ErrorKind;
    use glossweave::translate::TranslationMemory;
    // Use the builder to read a TMX file.
    let error = TranslationMemory::from_bytes(b"<tmx version=\"1.4\"/>".to_vec()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
}

#[test]
fn translation_memory_at_revision() -> Result<(), glossweave::Error> {
    use glossweave::translate::TranslationMemory;
    let memory = TranslationMemory::builder().build()?;
    let revision = memory.revision();
    let memory = memory.at_revision(&revision)?;
    let error = memory.at_revision("0123456789abcdef").unwrap_err();
    assert_eq!(error.parameter(), Some("revision"));
    Ok(())
}

#[test]
fn translation_memory_verify() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::translate::{SegmentPair, TranslationMemory};
    let mut builder = TranslationMemory::builder();
    builder.add(&SegmentPair::new("Yes", "en", "Sí", "es"))?;
    let mut bytes = builder.build()?.to_bytes()?;
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let error =
        TranslationMemory::from_bytes(bytes).and_then(|memory| memory.verify()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    Ok(())
}

#[test]
fn translation_memory_with_threshold() -> Result<(), glossweave::Error> {
    use glossweave::translate::{SegmentPair, TranslationMemory};
    let mut builder = TranslationMemory::builder();
    builder.add(&SegmentPair::new(
        "The house is very big.",
        "en",
        "La casa es muy grande.",
        "es",
    ))?;
    let memory = builder.build()?.with_threshold(0.9);
    let (english, spanish) = ("en".parse()?, "es".parse()?);
    assert!(memory.matches("The house is big.", &english, &spanish, 5)?.is_empty());
    Ok(())
}

#[test]
fn translation_memory_segments() -> Result<(), glossweave::Error> {
    use glossweave::translate::{SegmentPair, TranslationMemory};
    let mut builder = TranslationMemory::builder();
    // The same translation again, and another translation.
    for target in ["Sí", "Sí", "Claro"] {
        builder.add(&SegmentPair::new("Yes", "en", target, "es"))?;
    }
    assert_eq!(builder.build()?.segments(), 2);
    Ok(())
}

#[test]
fn translation_memory_matches() -> Result<(), glossweave::Error> {
    use glossweave::translate::{SegmentPair, TranslationMemory};
    let mut builder = TranslationMemory::builder();
    builder.add(&SegmentPair::new("Good morning", "en-GB", "Buenos días", "es-ES"))?;
    let memory = builder.build()?;
    // The region is ignored.
    let found = memory.matches("Good morning", &"en-US".parse()?, &"es".parse()?, 1)?;
    assert_eq!((found[0].target.as_str(), found[0].score), ("Buenos días", 1.0));
    Ok(())
}

#[test]
fn translation_memory_matches_2() -> Result<(), glossweave::Error> {
    use glossweave::translate::{SegmentPair, TranslationMemory};
    let mut builder = TranslationMemory::builder();
    builder.add(&SegmentPair::new("Press <1>Yes</1>", "en", "Pulse <1>Sí</1>", "es"))?;
    let memory = builder.build()?;
    let (english, spanish) = ("en".parse()?, "es".parse()?);
    assert_eq!(memory.matches("Press <1>Yes</1>", &english, &spanish, 1)?[0].score, 1.0);
    assert_eq!(memory.matches("Press Yes", &english, &spanish, 1)?[0].score, 0.99);
    // No segment is similar.
    assert!(memory.matches("Good morning", &english, &spanish, 1)?.is_empty());
    Ok(())
}
