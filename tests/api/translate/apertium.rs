//! The public items of `core/translate/src/apertium/mod.rs`.

#[test]
fn apertium_new() -> Result<(), glossweave::Error> {
    use glossweave::translate::{Segment, TranslationBatch, Translator};
    use glossweave_translate::Apertium;
    let error = Apertium::new("eng/spa", None).unwrap_err();
    assert_eq!(error.parameter(), Some("mode"));
    // The mode is looked up at the first translation.
    let nowhere = Apertium::new("eng-spa", Some("/nowhere".as_ref()))?;
    let (english, spanish) = ("en".parse()?, "es".parse()?);
    let segments = [Segment::new("house")];
    let job = TranslationBatch::new(&english, &spanish, &segments);
    assert!(nowhere.translate(&job).is_err());
    Ok(())
}

#[test]
fn apertium_with_time() -> Result<(), glossweave::Error> {
    use glossweave::translate::Translator;
    use glossweave_translate::Apertium;
    use std::time::Duration;
    let apertium = Apertium::new("eng-spa", None)?.with_time(Duration::from_secs(5));
    assert!(apertium.abilities().markup);
    Ok(())
}

#[test]
fn apertium_set() -> Result<(), glossweave::Error> {
    use glossweave_translate::Apertium;
    let mut apertium = Apertium::new("eng-spa", None)?;
    for (name, value) in [("data", "/opt/apertium"), ("milliseconds", "5000")] {
        apertium.set(name, value)?;
    }
    assert_eq!(apertium.set("mode", "spa-eng").unwrap_err().parameter(), Some("mode"));
    Ok(())
}
