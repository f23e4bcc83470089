//! The public items of `core/translate/src/translation_memory/build.rs`.

#[test]
fn translation_memory_builder_lenient() -> Result<(), glossweave::Error> {
    use glossweave::translate::TranslationMemory;
    let tmx = r#"<tmx version="1.4"><header srclang="en"/><body>
      <tu><tuv xml:lang="en"><seg>Yes</seg></tuv><tuv xml:lang="es"><seg>Sí</seg></tuv></tu>
      <tu><tuv><seg>No</seg></tuv><tuv xml:lang="es"><seg>No</seg></tuv></tu></body></tmx>"#;
    let mut builder = TranslationMemory::builder();
    builder.lenient().tmx(tmx.as_bytes())?;
    let unit = &builder.skipped()[0];
    assert_eq!((unit.subject(), unit.message()), ("tu 2", "`tuv` has no `xml:lang`"));
    assert_eq!(unit.location().unwrap().line(), 3);
    assert_eq!(builder.build()?.segments(), 1);
    Ok(())
}

#[test]
fn translation_memory_builder_tmx() -> Result<(), glossweave::Error> {
    use glossweave::translate::TranslationMemory;
    let tmx = r#"<tmx version="1.4"><header srclang="en"/><body>
        <tu><tuv xml:lang="en"><seg>Yes</seg></tuv>
          <tuv xml:lang="es"><seg>Sí</seg></tuv><tuv xml:lang="ga"><seg>Sea</seg></tuv></tu>
        </body></tmx>"#;
    let mut builder = TranslationMemory::builder();
    builder.tmx(tmx.as_bytes())?;
    // From the source language into each other language.
    assert_eq!(builder.build()?.segments(), 2);
    Ok(())
}

#[test]
fn translation_memory_builder_tmx_2() {
    use glossweave::ErrorKind;
    use glossweave::translate::TranslationMemory;
    let tmx =
        "<tmx version='1.4'><header srclang='en'/><body>\n<tu><tuv xml:lang='en'>\n<seg>Yes</tuv>";
    let error = TranslationMemory::builder().tmx(tmx.as_bytes()).map(drop).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 3));
}

#[test]
fn translation_memory_builder_xliff() -> Result<(), glossweave::Error> {
    use glossweave::translate::TranslationMemory;
    let xliff = r#"<xliff version="1.2"><file source-language="en" target-language="es"
        original="x" datatype="plaintext"><body>
        <trans-unit id="1"><source>Yes</source><target>Sí</target></trans-unit>
        <trans-unit id="2"><source>No</source></trans-unit></body></file></xliff>"#;
    let mut builder = TranslationMemory::builder();
    builder.xliff(xliff.as_bytes())?;
    // The second unit is not translated yet.
    assert_eq!(builder.build()?.segments(), 1);
    Ok(())
}

#[test]
fn translation_memory_builder_xliff_2() {
    use glossweave::ErrorKind;
    use glossweave::translate::TranslationMemory;
    let xliff = r#"<xliff version="1.2"><file source-language="en" original="x" datatype="plaintext">
        <body><trans-unit id="1"><source>Yes</source></trans-unit></body></file></xliff>"#;
    let error = TranslationMemory::builder().xliff(xliff.as_bytes()).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
}

#[test]
fn translation_memory_builder_load() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::translate::TranslationMemory;
    let tmx = r#"<tmx version="1.4"><header srclang="en"/><body><tu>
        <tuv xml:lang="en"><seg>Yes</seg></tuv><tuv xml:lang="es"><seg>Sí</seg></tuv></tu></body></tmx>"#;
    let mut builder = TranslationMemory::builder();
    builder.load("tmx", tmx.as_bytes())?;
    let error = builder.load("csv", &b""[..]).map(drop).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Unsupported, Some("informat")));
    Ok(())
}

#[test]
fn translation_memory_builder_add() -> Result<(), glossweave::Error> {
    use glossweave::translate::{SegmentPair, TranslationMemory};
    let mut builder = TranslationMemory::builder();
    builder.add(&SegmentPair::new("Yes", "en", "Sí", "es"))?.add(&SegmentPair::new(
        "Press <1>Yes</1>",
        "en",
        "Pulse <1>Sí</1>",
        "es",
    ))?;
    assert!(builder.add(&SegmentPair::new("Yes", "English (UK)", "Sí", "es")).is_err());
    assert_eq!(builder.build()?.segments(), 2);
    Ok(())
}

#[test]
fn translation_memory_builder_add_2() {
    use glossweave::ErrorKind;
    use glossweave::translate::{SegmentPair, TranslationMemory};
    let mut builder = TranslationMemory::builder();
    let error =
        builder.add(&SegmentPair::new("Yes", "English (UK)", "Sí", "es")).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    let long = "yes ".repeat(300_000);
    let error = builder.add(&SegmentPair::new(&long, "en", "sí", "es")).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[test]
fn translation_memory_builder_build() -> Result<(), glossweave::Error> {
    use glossweave::translate::{SegmentPair, TranslationMemory};
    let pair = |target, changed| SegmentPair::new("Yes", "en", target, "es").changed(changed);
    let mut builder = TranslationMemory::builder();
    builder.add(&pair("Sí", 20240101000000))?.add(&pair("Sí", 20260101000000))?;
    let found = builder.build()?.matches("Yes", &"en".parse()?, &"es".parse()?, 5)?;
    assert_eq!((found.len(), found[0].changed), (1, Some(20260101000000)));
    Ok(())
}
