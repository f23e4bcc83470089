//! The public items of `core/entity/src/chat/mod.rs`.

#[test]
fn chat_recognizer() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_entity::ChatRecognizer;
    let service = Service::new("http://localhost:11434/v1")?;
    let mut recognizer = ChatRecognizer::at(service, "gemma3").with_key("4711");
    recognizer.set("type", "town <http://schema.org/City>: towns and cities")?;
    assert!(!format!("{recognizer:?}").contains("4711"));
    assert_eq!(recognizer.usage().calls, 0);
    Ok(())
}

#[test]
fn chat_recognizer_types_differ() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_entity::ChatRecognizer;
    let mut recognizer = ChatRecognizer::at(Service::new("http://localhost:8080/v1")?, "any");
    recognizer.set("type", "drug")?;
    assert_eq!(recognizer.set("type", "Drug").unwrap_err().parameter(), Some("type"));
    Ok(())
}

#[test]
fn chat_recognizer_set() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_entity::ChatRecognizer;
    let mut recognizer = ChatRecognizer::at(Service::new("http://localhost:8080/v1")?, "any");
    for (name, value) in
        [("type", "gene"), ("type", "disease"), ("temperature", "0.2"), ("find", "terms")]
    {
        recognizer.set(name, value)?;
    }
    assert_eq!(recognizer.set("find", "words").unwrap_err().parameter(), Some("find"));
    Ok(())
}
