//! The public items of `core/store/src/resource/limit.rs`.

#[test]
fn limits() {
    use glossweave::resource::Limits;
    let limits = Limits::default().with_content(1 << 10).with_quota_bytes(1 << 30);
    assert_eq!((limits.content, limits.quota_bytes), (1_024, Some(1 << 30)));
}

#[test]
fn limits_with_query() {
    use glossweave::resource::Limits;
    let limits = Limits::default()
        .with_query(64 << 10)
        .with_dataset(1 << 30)
        .with_quota_datasets(10)
        .with_quota_uploads(2);
    assert_eq!((limits.dataset, limits.quota_datasets), (1_073_741_824, Some(10)));
}

#[test]
fn limits_with_query_2() -> Result<(), glossweave::Error> {
    use glossweave::resource::{Collection, Content, Limits, PendingContent, ResourceKind};
    use glossweave::{
        Caller, Error,
        acl::{AuthContext, Users},
    };
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
    let limits = Limits::default().with_query(20);
    let filters = Collection::<Filter>::new(&access, &limits, ann, &());
    let long = b"SELECT ?place { ?place ?p ?o }";
    let error = filters.create(Some("places"), long, &ResourceUpdate::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    Ok(())
}
