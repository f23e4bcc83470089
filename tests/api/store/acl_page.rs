//! The public items of `core/store/src/acl/page.rs`.

#[test]
fn page_request() -> Result<(), glossweave::Error> {
    use glossweave::acl::PageRequest;
    let mut page = PageRequest { after: Some("anna".into()), ..PageRequest::default() };
    page.set("limit", "10")?;
    assert_eq!(page.limit, Some(10));
    Ok(())
}

#[test]
fn page_request_with_after() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    glossweave_store::acl::install_admin(
        &access,
        "root",
        &glossweave::Secret::new("battery staple"),
    )?;
    use glossweave::{Caller, acl::PageRequest};
    let root = Users::new(&access, Caller::Token(users.authenticate("root", "battery staple")?));
    for name in ["ann", "bob", "cleo"] {
        users.create(name, "correct horse")?;
    }
    let page = PageRequest { after: Some("ann".into()), limit: Some(2), ..PageRequest::default() };
    let names: Vec<String> = root.list(&page)?.into_iter().map(|user| user.username).collect();
    assert_eq!(names, ["bob", "cleo"]);
    Ok(())
}

#[test]
fn page_request_with_limit() {
    use glossweave::acl::PageRequest;
    // The next twenty resources, with their queries.
    let page = PageRequest {
        after: Some("places".into()),
        limit: Some(20),
        contents: true,
        ..PageRequest::default()
    };
    assert_eq!((page.after.as_deref(), page.limit), (Some("places"), Some(20)));
}

#[test]
fn page_request_set() -> Result<(), glossweave::Error> {
    use glossweave::acl::PageRequest;
    let mut page = PageRequest::default();
    for (name, value) in [("after", "places"), ("limit", "20"), ("contents", "true")] {
        page.set(name, value)?;
    }
    assert_eq!(
        (page.after.as_deref(), page.limit, page.contents),
        (Some("places"), Some(20), true)
    );
    let error = page.set("limit", "ten").unwrap_err();
    assert_eq!(error.to_string(), "no number `ten`, expected digits");
    Ok(())
}
