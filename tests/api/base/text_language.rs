//! The public items of `core/base/src/text/language.rs`.

#[test]
fn language() {
    use glossweave::text::Language;
    let tag = Language::parse("en_us").unwrap();
    assert_eq!(tag.as_str(), "en-us");
    assert!(tag.is("EN"));
    assert!(Language::parse("not a tag").is_none());
}

#[test]
fn language_parse() {
    use glossweave::text::Language;
    assert_eq!(Language::parse(" pt_BR ").unwrap().as_str(), "pt-BR");
    assert_eq!(Language::parse("Portuguese of Brazil"), None);
}

#[test]
fn language_is_right_to_left() -> Result<(), glossweave::Error> {
    use glossweave::text::Language;
    let is_rtl = |tag: &str| tag.parse::<Language>().map(|language| language.is_right_to_left());
    assert!(is_rtl("he")? && is_rtl("ar-EG")? && is_rtl("pa-PK")? && is_rtl("az-Arab")?);
    assert!(!is_rtl("en")? && !is_rtl("pa")? && !is_rtl("he-Latn")?);
    Ok(())
}

#[test]
fn language_primary() -> Result<(), glossweave::Error> {
    use glossweave::text::Language;
    let tag: Language = "zh-Hant-TW".parse()?;
    assert_eq!(tag.primary(), "zh");
    assert!(tag.is("zh-hant") && !tag.is("zh-TW"));
    Ok(())
}

#[test]
fn language_is() -> Result<(), glossweave::Error> {
    use glossweave::text::Language;
    let tag: Language = "en-US".parse()?;
    assert!(tag.is("en") && tag.is("EN-us"));
    // Neither another region nor the beginning of a subtag matches.
    assert!(!tag.is("en-GB") && !tag.is("e"));
    Ok(())
}

#[test]
fn language_from_str() -> Result<(), glossweave::Error> {
    use glossweave::text::Language;
    assert_eq!("de-AT".parse::<Language>()?.primary(), "de");
    let error = "not a tag".parse::<Language>().unwrap_err();
    assert_eq!(error.message(), "no language tag `not a tag`, expected one such as en or de-AT");
    Ok(())
}
