//! The public items of `core/net/src/chat/mod.rs`.

#[test]
fn language_model() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_net::LanguageModel;
    let mut model =
        LanguageModel::at(Service::new("http://localhost:11434/v1")?, "gemma3").with_key("4711");
    model.set("temperature", "0.2")?;
    assert!(!format!("{model:?}").contains("4711"));
    assert_eq!(model.usage().calls, 0);
    Ok(())
}

#[test]
fn language_model_set() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_net::LanguageModel;
    let mut model = LanguageModel::at(Service::new("http://localhost:8080/v1")?, "any");
    for (name, value) in
        [("seed", "7"), ("prompt-price", "0.15"), ("budget", "20"), ("concurrency", "4")]
    {
        model.set(name, value)?;
    }
    assert_eq!(model.set("temperature", "hot").unwrap_err().parameter(), Some("temperature"));
    assert_eq!(model.name(), "any");
    Ok(())
}
