//! The public items of `core/base/src/provider.rs`.

#[test]
fn provider_kind_name() -> Result<(), glossweave::Error> {
    use glossweave::provider::ProviderKind;
    assert_eq!("endpoint".parse::<ProviderKind>()?.name(), "endpoint");
    Ok(())
}

#[test]
fn parameter_type_words() {
    use glossweave::provider::ParameterType;
    let version = ParameterType::Word(&["2.0", "2.1"]);
    assert_eq!((version.name(), version.words()), ("word", ["2.0", "2.1"].as_slice()));
}

#[test]
fn place_name() {
    use glossweave::provider::Place;
    assert_eq!(Place::File.name(), "file");
}

#[test]
fn parameter_type_name() {
    use glossweave::provider::ParameterType;
    assert_eq!(ParameterType::Language.name(), "language");
    // A range is an integer too.
    assert_eq!(ParameterType::Range(1, 10).name(), "integer");
}
