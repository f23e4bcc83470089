//! The public items of `core/translate/src/xliff_options.rs`.

#[test]
fn xliff_version() -> Result<(), glossweave::Error> {
    use glossweave::translate::XliffVersion;
    assert_eq!("1.2".parse::<XliffVersion>()?, XliffVersion::V1_2);
    assert_eq!(XliffVersion::default().to_string(), "2.1");
    assert_eq!("3".parse::<XliffVersion>().unwrap_err().parameter(), Some("xliff-version"));
    Ok(())
}

#[test]
fn xliff_options() -> Result<(), glossweave::Error> {
    use glossweave::translate::{XliffOptions, XliffVersion};
    let mut options = XliffOptions {
        source: Some("en".parse()?),
        version: XliffVersion::V1_2,
        original: Some("letter.docx".to_owned()),
        ..XliffOptions::new("fr".parse()?)
    };
    assert!(options.embeds_source);
    options.set("embed", "no")?;
    assert!(!options.embeds_source);
    Ok(())
}

#[test]
fn xliff_options_from_fields() -> Result<(), glossweave::Error> {
    use glossweave::translate::XliffOptions;
    let options = XliffOptions::from_pairs([("target-lang", "fr"), ("original", "a.po")])?;
    assert_eq!(options.original.as_deref(), Some("a.po"));
    let error = XliffOptions::from_pairs([("source-lang", "en")]).unwrap_err();
    assert_eq!(error.parameter(), Some("target-lang"));
    Ok(())
}

#[test]
fn xliff_options_with_embedded_source() -> Result<(), glossweave::Error> {
    use glossweave::translate::XliffOptions;
    let options = XliffOptions { embeds_source: false, ..XliffOptions::new("fr".parse()?) };
    assert!(!options.embeds_source);
    Ok(())
}

#[test]
fn xliff_options_set() -> Result<(), glossweave::Error> {
    use glossweave::translate::{XliffOptions, XliffVersion};
    let mut options = XliffOptions::new("fr".parse()?);
    options.set("xliff-version", "1.2")?;
    assert_eq!(options.version, XliffVersion::V1_2);
    assert_eq!(options.set("embed", "maybe").unwrap_err().parameter(), Some("embed"));
    Ok(())
}
