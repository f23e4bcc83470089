//! The public items of `core/nif/src/nif/uri.rs`.

#[test]
fn scheme_class() {
    use glossweave::nif::{Scheme, StringIri};
    let iri = StringIri::parse("http://a.example/#offset_0_5").unwrap();
    assert_eq!(iri.scheme(), Scheme::OffsetBased);
    assert_eq!(Scheme::OffsetBased.class().compact(), "nif:OffsetBasedString");
}

#[test]
fn string_iri() {
    use glossweave::nif::{Scheme, StringIri};
    use glossweave::text::CharSpan;
    let iri = StringIri::parse("http://a.example/##char=3,8").unwrap();
    assert_eq!(iri.scheme(), Scheme::Rfc5147);
    assert_eq!((iri.start(), iri.end()), (Some(3), Some(8)));
    assert_eq!(iri.sibling(CharSpan::new(0, 2)), "http://a.example/##char=0,2");
    assert!(StringIri::parse("http://a.example/").is_none());
}

#[test]
fn string_iri_parse() {
    use glossweave::nif::{Scheme, StringIri};
    let open = StringIri::parse("http://a.example/page#char=5,").unwrap();
    assert_eq!((open.start(), open.end()), (Some(5), None));
    let offset = StringIri::parse("http://a.example/doc_offset_0_5").unwrap();
    assert_eq!((offset.scheme(), offset.end()), (Scheme::OffsetBased, Some(5)));
    assert!(StringIri::parse("http://a.example/page#part-2").is_none());
}

#[test]
fn string_iri_base() {
    use glossweave::nif::StringIri;
    let iri = StringIri::parse("http://a.example/page#char=3,8").unwrap();
    assert_eq!(iri.base(), "http://a.example/page#char=");
}

#[test]
fn string_iri_is_placed() {
    use glossweave::nif::StringIri;
    assert!(StringIri::parse("http://a.example/#offset_0_5").unwrap().is_placed());
    let hash = "http://a.example/#hash_10_7_a9f40b0ef1bcba0a3fe2f9a3ee9ee7a3_Dublin";
    assert!(!StringIri::parse(hash).unwrap().is_placed());
}

#[test]
fn string_iri_sibling() {
    use glossweave::nif::StringIri;
    use glossweave::text::CharSpan;
    let whole = StringIri::parse("http://a.example/page#offset_0_12").unwrap();
    assert_eq!(whole.sibling(CharSpan::new(3, 7)), "http://a.example/page#offset_3_7");
}
