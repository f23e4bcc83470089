//! The public items of `core/xslt/src/program.rs`.

#[test]
fn method_name() -> Result<(), glossweave::Error> {
    use glossweave::xslt::Method;
    assert_eq!(Method::Xhtml.name(), "xhtml");
    assert_eq!("text".parse::<Method>()?, Method::Text);
    Ok(())
}
