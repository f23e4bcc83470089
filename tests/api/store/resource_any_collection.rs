//! The public items of `core/store/src/resource/any_collection.rs`.

use glossweave_store::resource::CollectionExt;
#[test]
fn any_collection() -> Result<(), glossweave::Error> {
    use glossweave::acl::Users;
    use glossweave::resource::{Collection, Limits};
    use glossweave::{Caller, Error};
    use glossweave_store::acl::AuthContext;
    use glossweave_store::resource::Content;
    use glossweave_store::resource::PendingContent;
    use std::sync::Arc;
    #[derive(Clone, serde::Serialize, serde::Deserialize)]
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
    let filters = Collection::<Filter>::new(&access, &limits, ann, &());
    use glossweave::resource::{AnyCollection, PageRequest, ResourceKind, ResourceUpdate};
    let stored: &dyn AnyCollection = &filters;
    assert_eq!(stored.kind(), ResourceKind::Filter);
    let unchanged = ResourceUpdate::default();
    stored.create(Some("places"), b"SELECT * {}", &unchanged)?;
    stored.check_use("places")?;
    assert_eq!(stored.read("places")?.resource.content["query"], "SELECT * {}");

    stored.update("places", Some(b"ASK {}"), &unchanged)?;
    let listed = stored.list(&PageRequest::default())?;
    assert!(listed[0].to_json().ends_with(r#""query":"ASK {}"}"#));
    stored.delete("places", &unchanged)?;
    assert!(stored.check_use("places").is_err());
    Ok(())
}

#[test]
fn any_collection_check_use() -> Result<(), glossweave::Error> {
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
    use glossweave::resource::{AnyCollection, ResourceUpdate, Visibility};
    let private =
        ResourceUpdate { visibility: Some(Visibility::Private), ..ResourceUpdate::default() };
    filters(ann.clone()).create(Some("mine"), b"ASK {}", &private)?;
    users.create("bob", "battery staple")?;
    let bob = Caller::Token(users.authenticate("bob", "battery staple")?);
    let check = |caller| AnyCollection::check_use(&filters(caller), "mine");
    assert!(check(ann).is_ok());
    // For other users it does not exist.
    assert_eq!(check(bob).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(check(Caller::Anonymous).unwrap_err().kind(), ErrorKind::Unauthenticated);
    Ok(())
}
