//! The public items of `core/entity/src/chat/linker.rs`.

#[test]
fn chat_linker() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Dictionary, Passage, Recognizer};
    use glossweave::net::Service;
    use glossweave::{Format, rdf};
    use glossweave_entity::ChatLinker;
    let turtle = b"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        <http://example.org/fish> rdfs:label 'Bass' ; rdfs:comment 'lives in lakes and rivers' .
        <http://example.org/shoes> rdfs:label 'Bass' ; rdfs:comment 'a company that makes shoes' .";
    let graph = rdf::read(turtle, Format::Turtle, None)?;
    let names = Dictionary::builder().rdf(&graph)?.build()?;
    let service = Service::new("http://localhost:11434/v1")?;
    let file = tempfile::Builder::new().suffix(".ttl").tempfile()?;
    std::fs::write(file.path(), turtle)?;
    let mut linker = ChatLinker::at(service, "gemma3", names).with_key("horse");
    linker.set("descriptions", file.path().to_str().unwrap_or_default())?;
    // A text without such names is not sent.
    assert!(linker.recognize(&Passage::new("No fish"))?.is_empty());
    assert_eq!(linker.usage().calls, 0);
    Ok(())
}

#[test]
fn chat_linker_set() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::entity::Dictionary;
    use glossweave::net::Service;
    use glossweave_entity::ChatLinker;
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    let mut linker = ChatLinker::at(Service::new("http://localhost:8080/v1")?, "any", names);
    linker.set("temperature", "0.2")?;
    let error = linker.set("descriptions", "/no/such/file.ttl").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Storage, Some("descriptions")));
    Ok(())
}
