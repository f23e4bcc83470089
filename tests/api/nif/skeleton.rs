//! The public items of `core/nif/src/nif/skeleton.rs`.

#[test]
fn skeleton() -> Result<(), glossweave::Error> {
    use glossweave::{DecodeOptions, Format, nif};
    use glossweave_rdf::vocab::nif::WAS_CONVERTED_FROM;
    let page = glossweave::decode("<p>Caf&eacute;", Format::Html, &DecodeOptions::default())?;
    let skeleton = nif::skeleton(&page, &nif::Options::under("http://a.example/"))?;
    let unit = skeleton.iter().find(|triple| triple.predicate == WAS_CONVERTED_FROM).unwrap();
    assert_eq!(unit.object.to_string(), "<http://a.example/doc1/#char=3,14>");
    Ok(())
}

#[test]
fn skeleton_2() {
    use glossweave::{Document, ErrorKind, nif};
    let text = Document::of_text("Cork".to_owned(), None);
    let error = nif::skeleton(&text, &nif::Options::under("urn:texts:1")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
}
