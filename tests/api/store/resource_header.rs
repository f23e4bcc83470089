//! The public items of `core/store/src/resource/header.rs`.

#[test]
fn resource_update_set_if_match() -> Result<(), glossweave::Error> {
    use glossweave::resource::ResourceUpdate;
    let mut changes = ResourceUpdate::default();
    changes.set_if_match("\"12\", \"13\", W/\"14\"")?;
    assert_eq!(changes.if_revision, [12, 13]);
    assert!(changes.set_if_match("W/\"12\"").is_err());
    Ok(())
}

#[test]
fn resource_update_set_if_match_2() {
    use glossweave::ErrorKind;
    use glossweave::resource::ResourceUpdate;
    let mut changes = ResourceUpdate::default();
    // Weak tags never match.
    let error = changes.set_if_match("W/\"12\"").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PreconditionFailed);
    let many = vec!["\"12\""; 101].join(", ");
    assert_eq!(changes.set_if_match(&many).unwrap_err().kind(), ErrorKind::Invalid);
}

#[test]
fn resource_update_set_media_type() -> Result<(), glossweave::Error> {
    use glossweave::resource::{ResourceKind, ResourceUpdate};
    let mut changes = ResourceUpdate::default();
    changes.set_media_type(ResourceKind::Dataset, "text/turtle; charset=utf-8")?;
    assert_eq!(changes.informat.as_deref(), Some("text/turtle; charset=utf-8"));
    let error = changes.set_media_type(ResourceKind::Filter, "image/png").unwrap_err();
    assert_eq!(error.kind(), glossweave::ErrorKind::Unsupported);
    Ok(())
}
