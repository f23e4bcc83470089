//! The public items of `core/format/src/formats.rs`.

#[test]
fn xml_must_be_well_formed_and_a_source_may_be_too_long() {
    use glossweave::{DecodeOptions, ErrorKind, Format};
    let options = DecodeOptions::default();
    let error = glossweave::decode("<doc>\n  <p>To Cork</doc>", Format::Xml, &options).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
    let error =
        glossweave::decode("To Cork", Format::Text, &DecodeOptions { max_bytes: 5, ..options })
            .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

// The declaration of the transport has priority over the declaration of the page, and a byte order
// mark over both:
#[test]
fn the_declaration_of_the_transport_counts_more_than_that_of_the_page_and()
-> Result<(), glossweave::Error> {
    use glossweave::markup::Encoding;
    use glossweave::{DecodeOptions, Format};
    let page = b"<meta charset=koi8-r><p>Caf\xe9";
    let options = DecodeOptions::default();
    let read =
        |source: &[u8], options: &DecodeOptions| glossweave::decode(source, Format::Html, options);
    assert_eq!(read(page, &options)?.source().encoding().name(), "KOI8-R");
    let latin = glossweave::DecodeOptions {
        charset: Some(Encoding::for_label("latin1").unwrap()),
        ..options
    };
    assert_eq!(read(page, &latin)?.text(), "Café");
    assert_eq!(read("\u{feff}<p>Café".as_bytes(), &latin)?.text(), "Café");
    Ok(())
}
