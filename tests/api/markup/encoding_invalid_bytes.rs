//! The public items of `core/encoding/src/invalid_bytes.rs`.

#[test]
fn invalid_bytes() -> Result<(), glossweave::Error> {
    use glossweave::markup::InvalidBytes;
    assert_eq!("replace".parse::<InvalidBytes>()?, InvalidBytes::Replace);
    assert_eq!(InvalidBytes::default(), InvalidBytes::Refuse);
    assert_eq!("drop".parse::<InvalidBytes>().unwrap_err().parameter(), Some("invalid-bytes"));
    Ok(())
}
