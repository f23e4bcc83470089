//! The public items of `core/encoding/src/label.rs`.

#[test]
fn encoding_from_str() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::markup::Encoding;
    assert_eq!("latin1".parse::<Encoding>()?.name(), "windows-1252");
    assert_eq!("utf-7".parse::<Encoding>().unwrap_err().kind(), ErrorKind::Unsupported);
    Ok(())
}
