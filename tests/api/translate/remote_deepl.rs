//! The public items of `core/translate/src/remote/deepl.rs`.

#[test]
fn deep_l() -> Result<(), glossweave::Error> {
    use glossweave_translate::DeepL;
    let translator = DeepL::new("279a2e9d-83b3:fx")?;
    assert!(!format!("{translator:?}").contains("279a2e9d"));
    Ok(())
}

#[test]
fn deep_l_at() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_translate::DeepL;
    let server = DeepL::at(Service::new("http://localhost:3000")?, "4711");
    assert!(!format!("{server:?}").contains("4711"));
    Ok(())
}

#[test]
fn deep_l_set() -> Result<(), glossweave::Error> {
    use glossweave_translate::DeepL;
    let mut deepl = DeepL::new("4711:fx")?;
    for (name, value) in [("formality", "more"), ("milliseconds", "5000")] {
        deepl.set(name, value)?;
    }
    assert_eq!(deepl.set("model-name", "x").unwrap_err().parameter(), Some("model-name"));
    Ok(())
}
