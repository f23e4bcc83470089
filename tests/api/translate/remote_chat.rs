//! The public items of `core/translate/src/remote/chat/mod.rs`.

#[test]
fn chat_completions() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave::translate::Translator;
    use glossweave_translate::ChatCompletions;
    let mut translator =
        ChatCompletions::at(Service::new("http://localhost:11434/v1")?, "gemma3").with_key("4711");
    translator.set("style", "formal, for experts")?;
    assert!(!format!("{translator:?}").contains("4711"));
    assert!(translator.abilities().markup && translator.abilities().terms);
    assert_eq!(translator.usage().calls, 0);
    Ok(())
}

#[test]
fn chat_completions_with_memory() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave::translate::{SegmentPair, TranslationMemory};
    use glossweave_translate::ChatCompletions;
    let mut builder = TranslationMemory::builder();
    builder.add(&SegmentPair::new("The house is big.", "en", "Das Haus ist groß.", "de"))?;
    let service = Service::new("http://localhost:11434/v1")?;
    let translator =
        ChatCompletions::at(service, "gemma3").with_memory(builder.build()?.with_threshold(0.5));
    let _ = translator;
    Ok(())
}

#[test]
fn chat_completions_set() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_translate::ChatCompletions;
    let mut translator = ChatCompletions::at(Service::new("http://localhost:8080/v1")?, "any");
    for (name, value) in
        [("temperature", "0.2"), ("seed", "7"), ("structured-output", "json"), ("context", "0")]
    {
        translator.set(name, value)?;
    }
    assert_eq!(translator.set("temperature", "hot").unwrap_err().parameter(), Some("temperature"));
    Ok(())
}
