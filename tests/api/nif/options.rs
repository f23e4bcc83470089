//! The public items of `core/nif/src/nif/options.rs`.

#[test]
fn version_from_str() -> Result<(), glossweave::Error> {
    use glossweave::nif::Version;
    assert_eq!("2.1".parse::<Version>()?, Version::V2_1);
    let error = "3".parse::<Version>().unwrap_err();
    assert_eq!(error.message(), "no version of NIF `3`, expected one of 2.0, 2.1");
    Ok(())
}

#[test]
fn options_set() -> Result<(), glossweave::Error> {
    use glossweave::nif::{Options, Tagging, Version};
    let mut options = Options::default();
    options.set("nif-version", "2.1")?;
    options.set("language", "de")?;
    assert_eq!(options.version, Version::V2_1);
    assert_eq!(options.language, Tagging::Fixed("de".parse()?));
    Ok(())
}

#[test]
fn options_set_2() {
    use glossweave::ErrorKind;
    use glossweave::nif::Options;
    let mut options = Options::default();
    for (name, value) in
        [("nif-version", "3"), ("language", "German!"), ("shape", "round"), ("size", "1")]
    {
        assert_eq!(options.set(name, value).unwrap_err().kind(), ErrorKind::Invalid);
    }
}
