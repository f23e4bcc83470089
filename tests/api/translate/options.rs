//! The public items of `core/translate/src/options.rs`.

#[test]
fn translation_options() -> Result<(), glossweave::Error> {
    use glossweave::translate::TranslationOptions;
    let mut wanted = TranslationOptions {
        domain: Some("news".to_owned()),
        ..TranslationOptions::from_any("es".parse()?)
    };
    wanted.set("keep", "Glossweave,Cork City")?;
    assert_eq!(wanted.kept, ["Glossweave", "Cork City"]);
    Ok(())
}

#[test]
fn translation_options_from_any() -> Result<(), glossweave::Error> {
    use glossweave::translate::TranslationOptions;
    let options = TranslationOptions::from_any("es".parse()?);
    assert_eq!(options.source, None);
    assert_eq!(options.target.as_str(), "es");
    Ok(())
}

#[test]
fn translation_options_with_kept() -> Result<(), glossweave::Error> {
    use glossweave::Secret;
    use glossweave::translate::{Srx, TranslationOptions};
    let options = TranslationOptions {
        kept: vec!["Glossweave".to_owned()],
        key: Some(Secret::new("horse")),
        any_target: true,
        ..TranslationOptions::new("en".parse()?, "es".parse()?)
    };
    assert_eq!(options.kept, ["Glossweave"]);
    // Other languages, and rules for sentences.
    let lines = Srx::parse(
        r#"<srx version="2.0"><header cascade="no"/><body><languagerules>
      <languagerule languagerulename="all"><rule break="yes"><beforebreak>\n</beforebreak></rule>
      </languagerule></languagerules><maprules><languagemap languagepattern=".*"
      languagerulename="all"/></maprules></body></srx>"#,
    )?;
    let (source, target) = (Some("ga".parse()?), "en".parse()?);
    let options = TranslationOptions { source, target, srx: Some(lines), ..options };
    assert!(options.srx.is_some());
    Ok(())
}

#[test]
fn translation_options_with_datasets() -> Result<(), glossweave::Error> {
    use glossweave::translate::TranslationOptions;
    let mut options = TranslationOptions {
        datasets: vec!["rivers".to_owned()],
        ..TranslationOptions::from_any("es".parse()?)
    };
    options.set("dataset", "rivers,banks")?;
    assert_eq!(options.datasets, ["rivers", "banks"]);
    Ok(())
}

#[test]
fn translation_options_with_max_severity() -> Result<(), glossweave::Error> {
    use glossweave::translate::TranslationOptions;
    let options =
        TranslationOptions { max_severity: 50, ..TranslationOptions::from_any("es".parse()?) };
    assert_eq!(options.max_severity, 50);
    Ok(())
}

#[test]
fn translation_options_set() -> Result<(), glossweave::Error> {
    use glossweave::translate::TranslationOptions;
    let mut options = TranslationOptions::from_any("es".parse()?);
    for (name, value) in [("source-lang", "en"), ("key", "horse"), ("any-target", "yes")] {
        options.set(name, value)?;
    }
    assert!(options.source.is_some() && options.any_target);
    // Neither errors nor `Debug` show the key.
    assert!(!format!("{options:?}").contains("horse"));
    assert_eq!(options.set("srx", "<srx>").unwrap_err().parameter(), Some("srx"));
    Ok(())
}

#[test]
fn translation_options_set_2() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::translate::TranslationOptions;
    let mut options = TranslationOptions::from_any("es".parse()?);
    let error = options.set("srx", "<srx version=\"2.0\">\n <header>").unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
    let error = options.set("source-lang", "English").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("source-lang")));
    Ok(())
}

#[test]
fn segment_status_name() {
    use glossweave::text::TextSpan;
    use glossweave::translate::{Origin, SegmentStatus};
    let status = |origin| SegmentStatus { context: 0, span: TextSpan::new(0, 5), origin };
    // `status(origin)` is the status of a sentence with this origin.
    assert_eq!(status(Some(Origin::Fuzzy(0.8))).name(), "fuzzy");
    assert_eq!(status(None).name(), "untranslated");
}
