//! The public items of `core/document/src/decode_options.rs`.

#[test]
fn decode_options() -> Result<(), glossweave::Error> {
    use glossweave::markup::{Encoding, UnknownEntities};
    use glossweave::{DecodeOptions, format::RuleSet, its};
    let options = DecodeOptions {
        language: Some("de".parse()?),
        max_bytes: 1 << 20,
        ..DecodeOptions::default()
    };
    assert_eq!(options.language.as_ref().unwrap().as_str(), "de");
    let options = glossweave::DecodeOptions {
        charset: Some(Encoding::UTF_8),
        unknown_entities: UnknownEntities::Refuse,
        ..options
    };
    let options = glossweave::DecodeOptions {
        its: its::Options::default(),
        rule_set: Some(RuleSet::DocBook),
        ..options
    };
    assert_eq!(options.rule_set, Some(RuleSet::DocBook));
    Ok(())
}

#[test]
fn decode_options_with_invalid_bytes() -> Result<(), glossweave::Error> {
    use glossweave::markup::InvalidBytes;
    use glossweave::{DecodeOptions, ErrorKind, Format};
    let options = DecodeOptions::default();
    let error = glossweave::decode(b"To Cork\nCaf\xE9", Format::Text, &options).unwrap_err();
    let place = error.location().unwrap();
    assert_eq!((error.kind(), place.line(), place.column()), (ErrorKind::Malformed, 2, 4));

    let options = glossweave::DecodeOptions { invalid_bytes: InvalidBytes::Replace, ..options };
    let text = glossweave::decode(b"To Cork\nCaf\xE9", Format::Text, &options)?;
    assert_eq!(text.text(), "To Cork\nCaf\u{FFFD}");
    Ok(())
}

#[test]
fn decode_options_with_translatable_attributes() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let options = DecodeOptions { translatable_attributes: true, ..DecodeOptions::default() };
    let page = "<p>The <img alt='red house'> sleeps";
    let page = glossweave::decode(page, Format::Html, &options)?;
    let units: Vec<_> = page.units().map(|unit| unit.text()).collect();
    assert_eq!(units, ["The  sleeps", "red house"]);
    Ok(())
}

#[test]
fn decode_options_with_numeric_cells() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let options = DecodeOptions { numeric_cells: true, ..DecodeOptions::default() };
    let table = glossweave::decode("Cork,1985-03-02\nCobh,41.5\n", Format::Csv, &options)?;
    let units: Vec<_> = table.units().map(|unit| unit.text()).collect();
    assert_eq!(units, ["Cork", "1985-03-02", "Cobh", "41.5"]);
    Ok(())
}

#[test]
fn decode_options_with_columns() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let options = DecodeOptions {
        columns: Some("source=English,id=Nr".parse()?),
        ..DecodeOptions::default()
    };
    let table = glossweave::decode("Nr,English,Old\n1,Red house,House\n", Format::Csv, &options)?;
    assert_eq!(table.text(), "Red house");
    Ok(())
}

#[test]
fn decode_options_with_target_language() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let options =
        DecodeOptions { target_language: Some("de".parse()?), ..DecodeOptions::default() };
    let table = glossweave::decode("en,de,fr\nTown,Stadt,Ville\n", Format::Csv, &options)?;
    assert_eq!(table.target().unwrap().text(), "Stadt");
    Ok(())
}

#[test]
fn decode_options_with_placeholders() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format};
    let options = DecodeOptions {
        placeholders: Some("percent-numbers".parse()?),
        ..DecodeOptions::default()
    };
    let strings = glossweave::decode("a = Hello %1 and {b}", Format::Properties, &options)?;
    assert_eq!(strings.text(), "Hello  and {b}");
    Ok(())
}

#[test]
fn decode_options_set() -> Result<(), glossweave::Error> {
    use glossweave::DecodeOptions;
    let mut options = DecodeOptions::default();
    options.set("charset", "latin1")?;
    assert_eq!(options.charset.unwrap().name(), "windows-1252");
    let error = options.set("max-bytes", "many").unwrap_err();
    assert_eq!(error.message(), "no value `many`, expected a number of bytes");
    Ok(())
}
