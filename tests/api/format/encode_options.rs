//! The public items of `core/format-base/src/encode_options.rs`.

#[test]
fn encode_options() {
    use glossweave::EncodeOptions;
    use glossweave::format::OnParent;
    let options =
        EncodeOptions { verify: false, on_parent: OnParent::Never, ..EncodeOptions::default() };
    assert_eq!((options.verify, options.on_parent), (false, OnParent::Never));
}

#[test]
fn encode_options_with_translations() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Translation};
    use glossweave::{EncodeOptions, Format, text::TextSpan};
    let page = glossweave::decode("<p>Good morning", Format::Html, &Default::default())?;
    let spanish = Translation::new("Buenos días", "es".parse()?);
    let options = EncodeOptions {
        translations: true,
        set_lang: true,
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
fn on_parent_from_str() -> Result<(), glossweave::Error> {
    use glossweave::format::OnParent;
    assert_eq!("preferred".parse::<OnParent>()?, OnParent::Preferred);
    let error = "always".parse::<OnParent>().unwrap_err();
    assert_eq!(error.parameter(), Some("on-parent"));
    assert!(error.message().ends_with("expected one of never, when-needed, preferred"));
    Ok(())
}

#[test]
fn encode_options_set() -> Result<(), glossweave::Error> {
    use glossweave::EncodeOptions;
    let mut options = EncodeOptions::default();
    assert!((options.verify, options.translations, options.set_lang) == (true, false, false));
    for (name, value) in [("verify", "no"), ("translations", "yes"), ("set-lang", "yes")] {
        options.set(name, value)?;
        let error = options.set(name, "maybe").unwrap_err();
        assert_eq!(error.parameter(), Some(name));
        assert_eq!(error.message(), "no value `maybe`, expected one of yes, no");
    }
    assert!((options.verify, options.translations, options.set_lang) == (false, true, true));
    assert_eq!(options.set("colour", "red").unwrap_err().parameter(), Some("colour"));
    Ok(())
}
