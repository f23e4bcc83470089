//! The public items of `core/store/src/resource/list.rs`.

use glossweave_store::resource::CollectionExt;
#[test]
fn collection_list() -> Result<(), glossweave::Error> {
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
    let limits = Limits::default();
    let filters = |caller| Collection::<Filter>::new(&access, &limits, caller, &());
    use glossweave::ErrorKind;
    use glossweave::resource::{PageRequest, ResourceUpdate, Visibility};
    let (mine, public) = (filters(ann), filters(Caller::Anonymous));
    let private =
        ResourceUpdate { visibility: Some(Visibility::Private), ..ResourceUpdate::default() };
    mine.create(Some("cities"), b"ASK {}", &private)?;
    mine.create(Some("rivers"), b"ASK {}", &ResourceUpdate::default())?;
    assert_eq!(
        mine.list(&PageRequest { limit: Some(1), ..PageRequest::default() })?[0].name,
        "cities"
    );
    // All callers can see public resources.
    assert_eq!(public.list(&PageRequest::default())?[0].name, "rivers");
    let error = filters(Caller::token("made up")).list(&PageRequest::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    Ok(())
}
