//! The public items of `core/vocabulary/src/reconciliation/options.rs`.

#[test]
fn api_version() -> Result<(), glossweave::Error> {
    use glossweave::vocabulary::ApiVersion;
    assert_eq!("1.0-draft".parse::<ApiVersion>()?, ApiVersion::Draft1_0);
    assert_eq!(ApiVersion::default().to_string(), "0.2");
    Ok(())
}

#[test]
fn suggested() -> Result<(), glossweave::Error> {
    use glossweave::vocabulary::Suggested;
    assert_eq!("property".parse::<Suggested>()?, Suggested::Property);
    Ok(())
}

#[test]
fn reconciliation_options() -> Result<(), glossweave::Error> {
    use glossweave::vocabulary::{ApiVersion, ReconciliationOptions};
    let options = ReconciliationOptions {
        version: ApiVersion::Draft1_0,
        languages: vec!["ga".parse()?, "en".parse()?],
        ..ReconciliationOptions::default()
    };
    assert_eq!(options.languages[0].as_str(), "ga");
    Ok(())
}

#[test]
fn reconciliation_options_set() -> Result<(), glossweave::Error> {
    use glossweave::vocabulary::ReconciliationOptions;
    let mut options = ReconciliationOptions::default();
    options.set("languages", "ga, en")?;
    assert_eq!(options.languages.len(), 2);
    assert_eq!(options.set("version", "7").unwrap_err().parameter(), Some("version"));
    Ok(())
}
