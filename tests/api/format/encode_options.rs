//! The public items of `core/format/src/format/encode_options.rs`.

#[test]
fn encode_options() {
    use glossweave::EncodeOptions;
    use glossweave::format::{OnParent, Verify};
    let options = EncodeOptions {
        verify: Verify::Off,
        on_parent: OnParent::Never,
        ..EncodeOptions::default()
    };
    assert_eq!((options.verify, options.on_parent), (Verify::Off, OnParent::Never));
}

#[test]
fn encode_options_with_translations() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Translation};
    use glossweave::format::{SetLang, WriteTranslations};
    use glossweave::{EncodeOptions, Format, text::TextSpan};
    let page = glossweave::decode("<p>Good morning", Format::Html, &Default::default())?;
    let spanish = Translation::new("Buenos días", "es".parse()?);
    let options = EncodeOptions {
        translations: WriteTranslations::Write,
        set_lang: SetLang::Always,
        target_state: Some("translated".into()),
        max_output_bytes: Some(1 << 20),
        ..EncodeOptions::default()
    };
    let spanish = Annotation::translation(TextSpan::new(0, 12), spanish);
    let written = glossweave::encode(&page, &[spanish], &options)?;
    assert_eq!(written.replaced.len(), 1);
    Ok(())
}

#[test]
fn encode_options_with_profile() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::text::TextSpan;
    use glossweave::{DecodeOptions, EncodeOptions, Format};
    let page = glossweave::decode("<p>To Cork!", Format::Html, &DecodeOptions::default())?;
    let cork = Annotation::entity(TextSpan::new(3, 7), Entity::new("http://example.org/Cork"));
    let options =
        EncodeOptions { profile: Some("html-links".parse()?), ..EncodeOptions::default() };
    let back = glossweave::encode(&page, &[cork], &options)?;
    assert_eq!(back.bytes, br#"<p>To <a href="http://example.org/Cork">Cork</a>!"#);
    Ok(())
}

#[test]
fn encode_options_with_schema() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::text::TextSpan;
    use glossweave::{DecodeOptions, EncodeOptions, Format, Placement};
    let letter = "<letter><p>To Cork</p></letter>";
    let letter = glossweave::decode(letter, Format::Xml, &DecodeOptions::default())?;
    let cork = Annotation::entity(TextSpan::new(3, 7), Entity::new("http://example.org/Cork"));
    let schema = "<!ELEMENT letter (p*)><!ELEMENT p (#PCDATA)>";
    let options = EncodeOptions { schema: Some(schema.parse()?), ..EncodeOptions::default() };
    let back = glossweave::encode(&letter, &[cork], &options)?;
    let rule = "the schema does not allow `its:span` in `p`".into();
    assert_eq!(back.placements, [Placement::NotPlaced { rule }]);
    Ok(())
}

#[test]
fn verify_from_str() -> Result<(), glossweave::Error> {
    use glossweave::format::Verify;
    assert_eq!("off".parse::<Verify>()?, Verify::Off);
    let error = "no".parse::<Verify>().unwrap_err();
    assert_eq!(error.message(), "no verification `no`, expected one of on, off");
    Ok(())
}

#[test]
fn on_parent_from_str() -> Result<(), glossweave::Error> {
    use glossweave::format::OnParent;
    assert_eq!("preferred".parse::<OnParent>()?, OnParent::Preferred);
    let error = "always".parse::<OnParent>().unwrap_err();
    assert_eq!(error.parameter(), Some("on-parent"));
    assert!(error.message().ends_with("expected one of never, when-needed, preferred"));
    Ok(())
}

#[test]
fn write_translations_from_str() -> Result<(), glossweave::Error> {
    use glossweave::format::WriteTranslations;
    assert_eq!("write".parse::<WriteTranslations>()?, WriteTranslations::Write);
    assert!("on".parse::<WriteTranslations>().is_err());
    Ok(())
}

#[test]
fn set_lang_from_str() -> Result<(), glossweave::Error> {
    use glossweave::format::SetLang;
    assert_eq!("always".parse::<SetLang>()?, SetLang::Always);
    Ok(())
}

#[test]
fn encode_options_set() -> Result<(), glossweave::Error> {
    use glossweave::EncodeOptions;
    use glossweave::format::Verify;
    let mut options = EncodeOptions::default();
    options.set("verify", "off")?;
    assert_eq!(options.verify, Verify::Off);
    assert_eq!(options.set("colour", "red").unwrap_err().parameter(), Some("colour"));
    Ok(())
}
