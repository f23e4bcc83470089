//! The public items of `core/encoding/src/lib.rs`.

#[test]
fn encoding_for_label() {
    use glossweave::markup::Encoding;
    // The standard maps many labels to other encodings.
    assert_eq!(Encoding::for_label("latin1").unwrap().name(), "windows-1252");
    assert!(Encoding::for_label("UTF8").unwrap().is_utf8());
    assert_eq!(Encoding::for_label("ebcdic"), None);
}

#[test]
fn encoding_encode() {
    use glossweave::markup::Encoding;
    let latin = Encoding::for_label("iso-8859-1").unwrap();
    assert_eq!(latin.encode("Cóbh").as_ref(), b"C\xF3bh");
    // The encoding does not contain this letter.
    assert_eq!(latin.encode("Łódź").as_ref(), b"&#321;\xF3d&#378;");
}
