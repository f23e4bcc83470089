//! The public items of `core/entity/src/disambiguation/mod.rs`.

#[test]
fn entity_index() -> Result<(), glossweave::Error> {
    use glossweave::entity::EntityIndex;
    use glossweave::{Format, rdf};
    let turtle = b"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        <http://example.org/bass-1> rdfs:label 'bass' ; rdfs:comment 'a fish of lakes' .
        <http://example.org/bass-2> rdfs:label 'bass' ; rdfs:comment 'a low voice' .
        <http://example.org/trout> rdfs:label 'trout' .";
    let graph = rdf::read(turtle, Format::Turtle, None)?;
    let context = EntityIndex::build(&graph, &|iri| iri.contains("bass"))?;
    assert_eq!(context.entities(), 2);
    Ok(())
}

#[test]
fn entity_index_build_with_encoder() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::entity::{EntityIndex, SentenceEncoder};
    use glossweave::{ErrorKind, Format, rdf};
    use std::sync::Arc;
    /// An encoder that returns the number of bytes of a text. Instances with different numbers are
    /// different models.
    struct Length(&'static str);
    impl SentenceEncoder for Length {
        fn identity(&self) -> &str {
            self.0
        }
        fn dimensions(&self) -> usize {
            1
        }
        fn encode(&self, texts: &[&str]) -> glossweave::Result<Vec<Vec<f32>>> {
            Ok(texts.iter().map(|text| vec![text.len() as f32]).collect())
        }
    }
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("index");
    let turtle = b"<http://example.org/bass> <http://schema.org/description> 'a fish of lakes' .";
    let graph = rdf::read(turtle, Format::Turtle, None)?;
    EntityIndex::build_with_encoder(&graph, &|_| true, Arc::new(Length("length-1")))?
        .save(&path)?;
    let index = EntityIndex::open(&path)?;
    assert_eq!(index.encoder_identity()?, Some("length-1"));
    let index = index.with_encoder(Arc::new(Length("length-1")))?;
    // Vectors of different models cannot be compared.
    let error = index.with_encoder(Arc::new(Length("length-2"))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    Ok(())
}

#[test]
fn entity_index_build_with_word_classes() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::entity::{EntityIndex, WordClasses};
    use glossweave::{Format, rdf};
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("index");
    let turtle = b"<http://example.org/bass> <http://schema.org/description> 'a fish of lakes' .";
    let graph = rdf::read(turtle, Format::Turtle, None)?;
    let classes =
        WordClasses::from_paths("01100\tfish\t9\n01101\ttrout\t5\n10000\tsong\t9\n".as_bytes())?;
    EntityIndex::build_with_word_classes(&graph, &|_| true, &classes)?.save(&path)?;
    let index = EntityIndex::open(&path)?.with_word_classes(&classes);
    assert_eq!(index.entities(), 1);
    Ok(())
}

#[test]
fn entity_index_from_bytes() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::entity::EntityIndex;
    let path = tempfile::NamedTempFile::new()?.into_temp_path();
    let index = EntityIndex::build(&glossweave::rdf::Graph::new(), &|_| true)?;
    index.save(&path)?;
    let copy = EntityIndex::from_bytes(std::fs::read(&path)?)?;
    assert_eq!(copy.entities(), 0);
    Ok(())
}

#[test]
fn entity_index_from_bytes_2() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::entity::{Dictionary, EntityIndex};
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    // This is another kind of file.
    let error = EntityIndex::from_bytes(names.to_bytes()?).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    Ok(())
}

#[test]
fn entity_index_open() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::entity::EntityIndex;
    use glossweave::{Format, rdf};
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("index");
    let turtle = b"<http://example.org/bass> <http://schema.org/description> 'a fish of lakes' .";
    let graph = rdf::read(turtle, Format::Turtle, None)?;
    EntityIndex::build(&graph, &|_| true)?.save(&path)?;
    let index = EntityIndex::open(&path)?;
    index.verify()?;
    assert_eq!(index.entities(), 1);
    Ok(())
}

#[test]
fn entity_index_open_2() {
    use glossweave::ErrorKind;
    use glossweave::entity::EntityIndex;
    assert_eq!(EntityIndex::open("/no/such/index").unwrap_err().kind(), ErrorKind::Storage);
}

#[test]
fn entity_index_verify() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::entity::EntityIndex;
    use glossweave::{ErrorKind, Format, rdf};
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("index");
    let turtle = b"<http://example.org/bass> <http://schema.org/description> 'a fish of lakes' .";
    EntityIndex::build(&rdf::read(turtle, Format::Turtle, None)?, &|_| true)?.save(&path)?;
    let mut bytes = std::fs::read(&path)?;
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let error = EntityIndex::from_bytes(bytes).and_then(|index| index.verify()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    Ok(())
}
