//! The public items of `core/term/src/options.rs`.

#[test]
fn term_options() -> Result<(), glossweave::Error> {
    use glossweave::term::TermOptions;
    let mut wanted = TermOptions { source: Some("en".parse()?), ..TermOptions::default() };
    wanted.set("collection", "astronomy")?;
    assert_eq!(wanted.datasets, ["astronomy"]);
    Ok(())
}

#[test]
fn term_options_with_target() -> Result<(), glossweave::Error> {
    use glossweave::term::{Detail, TermOptions};
    let options = TermOptions {
        target: Some("es".parse()?),
        domain: Some("astronomy".into()),
        datasets: ["stars".to_owned()].into(),
        detail: Detail::Annotation,
        threshold: Some(0.5),
        ..TermOptions::default()
    };
    assert_eq!(
        (options.domain.as_deref(), options.detail),
        (Some("astronomy"), Detail::Annotation)
    );
    Ok(())
}

#[test]
fn term_options_with_threshold() -> Result<(), glossweave::Error> {
    use glossweave::term::TermOptions;
    let mut options = TermOptions { threshold: Some(0.5), ..TermOptions::default() };
    options.set("threshold", "0.75")?;
    assert_eq!(options.threshold, Some(0.75));
    assert_eq!(options.set("threshold", "75%").unwrap_err().parameter(), Some("threshold"));
    Ok(())
}

#[test]
fn term_options_set() -> Result<(), glossweave::Error> {
    use glossweave::term::TermOptions;
    let mut options = TermOptions::default();
    for (name, value) in [("source-lang", "en"), ("target-lang", "es"), ("domain", "astronomy")] {
        options.set(name, value)?;
    }
    assert_eq!(options.domain.as_deref(), Some("astronomy"));
    let error = options.set("threshold", "2").unwrap_err();
    assert_eq!(error.parameter(), Some("threshold"));
    Ok(())
}
