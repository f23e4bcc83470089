//! The public items of `core/store/src/resource/record.rs`.

use glossweave_store::resource::CollectionExt;
#[test]
fn record_to_json() -> Result<(), glossweave::Error> {
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
    use glossweave::resource::{Record, ResourceUpdate};
    let described =
        ResourceUpdate { description: Some("names of rivers".into()), ..ResourceUpdate::default() };
    let made = filters(ann).create(Some("rivers"), b"ASK {}", &described)?;
    let json = Record::from(made).to_json();
    assert!(
        json.starts_with(
            r#"{"name":"rivers","kind":"filter","owner":"ann","visibility":"public","#
        )
    );
    assert!(
        json.contains(r#""description":"names of rivers""#)
            && json.ends_with(r#""query":"ASK {}"}"#)
    );
    Ok(())
}
