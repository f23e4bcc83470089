//! The public items of `core/store/src/acl/kind.rs`.

#[test]
fn resource_kind() -> Result<(), glossweave::Error> {
    use glossweave::acl::ResourceKind;
    assert_eq!("xsltconverter".parse::<ResourceKind>()?, ResourceKind::Converter);
    Ok(())
}

#[test]
fn resource_kind_name() {
    use glossweave::acl::ResourceKind;
    let names: Vec<&str> = ResourceKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names[..4], ["template", "filter", "pipeline", "dataset"]);
    assert_eq!(names[4..], ["xsltconverter", "document", "profile"]);
}

#[test]
fn resource_kind_key() {
    use glossweave::acl::ResourceKind;
    assert_eq!(ResourceKind::Filter.key(), "name");
    assert_eq!(ResourceKind::Pipeline.key(), "id");
}
