//! The public items of `core/store/src/resource/limit.rs`.

use glossweave_store::resource::CollectionExt;
#[test]
fn limits() {
    use glossweave::resource::Limits;
    let limits = Limits { content: 1 << 10, quota_bytes: Some(1 << 30), ..Limits::default() };
    assert_eq!((limits.content, limits.quota_bytes), (1_024, Some(1 << 30)));
}

#[test]
fn limits_with_query() {
    use glossweave::resource::Limits;
    let limits = Limits { dataset: 1 << 30, quota_datasets: Some(10), ..Limits::default() };
    assert_eq!((limits.dataset, limits.quota_datasets), (1_073_741_824, Some(10)));
    assert_eq!((limits.query, limits.quota_uploads), (256 << 10, None));
}

#[test]
fn limits_with_query_2() -> Result<(), glossweave::Error> {
    use glossweave::resource::{Collection, Limits, ResourceKind};
    use glossweave::{Caller, Error, acl::Users};
    use glossweave_store::acl::AuthContext;
    use glossweave_store::resource::Content;
    use glossweave_store::resource::PendingContent;
    use std::sync::Arc;
    #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
    struct Filter {
        query: String,
    }
    impl Content for Filter {
        const KIND: ResourceKind = ResourceKind::Filter;
        type Context = ();
        fn parse(
            body: &[u8],
            _: Option<&Filter>,
            _: &mut PendingContent<'_>,
            _: &(),
        ) -> Result<Filter, Error> {
            Ok(Filter { query: String::from_utf8_lossy(body).into_owned() })
        }
    }
    let store = Arc::new(glossweave::store::MemoryBackend::new());
    let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    let users = Users::new(&access, Caller::Anonymous);
    users.create("ann", "correct horse")?;
    let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    use glossweave::ErrorKind;
    use glossweave::resource::ResourceUpdate;
    let limits = Limits { query: 20, ..Limits::default() };
    let filters = Collection::<Filter>::new(&access, &limits, ann, &());
    let long = b"SELECT ?place { ?place ?p ?o }";
    let error = filters.create(Some("places"), long, &ResourceUpdate::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    Ok(())
}
