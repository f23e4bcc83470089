//! The public items of `core/markup/src/schema/mod.rs`.

#[test]
fn schema() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::format::Schema;
    "<!ELEMENT p (#PCDATA | b)*><!ELEMENT b (#PCDATA)>".parse::<Schema>()?;
    let error = "<!ELEMENT p (#PCDATA | b)><!ELEMENT".parse::<Schema>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    Ok(())
}
