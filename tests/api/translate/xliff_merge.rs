//! The public items of `core/translate/src/xliff_merge.rs`.

#[test]
fn merge_xliff() -> Result<(), glossweave::Error> {
    use glossweave::translate::{XliffOptions, XliffVersion, merge_xliff, to_xliff};
    use glossweave::{DecodeOptions, EncodeOptions, ErrorKind, Format};
    let page = "<p>The <b>red</b> house</p>";
    let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
    let options = XliffOptions { source: Some("en".parse()?), ..XliffOptions::new("fr".parse()?) };
    let file = to_xliff(&page, &XliffOptions { version: XliffVersion::V1_2, ..options })?;
    let file = String::from_utf8(file).unwrap();
    let source = "<source>The <g id=\"1\">red</g> house</source>";
    assert!(file.contains(source));
    let target = "<target>La maison <g id=\"1\">rouge</g></target>";
    let returned = file.replace(source, &format!("{source}{target}"));

    let found = merge_xliff(&page, returned.as_bytes())?;
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let back = glossweave::encode(&page, &found, &options)?;
    assert_eq!(back.bytes, b"<p>La maison <b>rouge</b></p>");

    let other =
        glossweave::decode("<p>The red house</p>", Format::Html, &DecodeOptions::default())?;
    assert_eq!(merge_xliff(&other, returned.as_bytes()).unwrap_err().kind(), ErrorKind::Conflict);
    Ok(())
}
