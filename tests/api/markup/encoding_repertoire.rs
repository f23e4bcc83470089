//! The public items of `core/markup/src/encoding/repertoire.rs`.

#[test]
fn encoding_for_iana_label() {
    use glossweave::markup::Encoding;
    let latin = Encoding::for_iana_label("ISO-8859-1").unwrap();
    assert_eq!((latin.name(), &*latin.encode("é€")), ("ISO-8859-1", &b"\xE9&#8364;"[..]));
}
