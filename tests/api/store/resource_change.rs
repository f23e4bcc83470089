//! The public items of `core/store/src/resource/change.rs`.

use glossweave_store::resource::CollectionExt;
#[test]
fn resource_update() -> Result<(), glossweave::Error> {
    use glossweave::resource::{ResourceUpdate, Visibility};
    let mut changes =
        ResourceUpdate { visibility: Some(Visibility::Private), ..ResourceUpdate::default() };
    changes.set("description", "names of rivers")?;
    assert_eq!(
        changes,
        glossweave::resource::ResourceUpdate {
            description: Some("names of rivers".into()),
            ..changes.clone()
        }
    );
    Ok(())
}

#[test]
fn resource_update_with_visibility() -> Result<(), glossweave::Error> {
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
    use glossweave::resource::{ResourceUpdate, Visibility};
    filters(ann.clone()).create(Some("rivers"), b"ASK {}", &ResourceUpdate::default())?;
    assert_eq!(filters(Caller::Anonymous).read("rivers")?.owner, "ann");
    let private =
        ResourceUpdate { visibility: Some(Visibility::Private), ..ResourceUpdate::default() };
    filters(ann).update("rivers", None, &private)?;
    let error = filters(Caller::Anonymous).read("rivers").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    Ok(())
}

#[test]
fn resource_update_with_owner() -> Result<(), glossweave::Error> {
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
    use glossweave::resource::ResourceUpdate;
    let filters = filters(ann);
    filters.create(Some("rivers"), b"ASK {}", &ResourceUpdate::default())?;
    let given = ResourceUpdate { owner: Some("bob".into()), ..ResourceUpdate::default() };
    let error = filters.update("rivers", None, &given).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("newOwner")));
    users.create("bob", "battery staple")?;
    assert_eq!(filters.update("rivers", None, &given)?.owner, "bob");
    Ok(())
}

#[test]
fn resource_update_with_if_revision() {
    use glossweave::resource::ResourceUpdate;
    // Given to another user, unless another writer was faster.
    let update = ResourceUpdate {
        owner: Some("bob".into()),
        if_revision: [12].into(),
        ..ResourceUpdate::default()
    };
    assert_eq!((update.owner.as_deref(), update.if_revision), (Some("bob"), vec![12]));
}

#[test]
fn resource_update_with_if_revision_2() -> Result<(), glossweave::Error> {
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
    use glossweave::resource::ResourceUpdate;
    let filters = filters(ann);
    let seen = filters.create(Some("rivers"), b"ASK {}", &ResourceUpdate::default())?.revision;
    filters.update("rivers", Some(b"SELECT * {}"), &ResourceUpdate::default())?;
    // Another writer was faster.
    let late = ResourceUpdate { if_revision: [seen].into(), ..ResourceUpdate::default() };
    let error = filters.delete("rivers", &late).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PreconditionFailed);
    Ok(())
}

#[test]
fn resource_update_with_label() {
    use glossweave::resource::ResourceUpdate;
    let pipeline = ResourceUpdate {
        label: Some("places of a page".into()),
        persist: Some(true),
        ..ResourceUpdate::default()
    };
    assert_eq!(pipeline.persist, Some(true));
}

#[test]
fn resource_update_with_mode() -> Result<(), glossweave::Error> {
    use glossweave::entity::LabelCase;
    use glossweave::resource::{DatasetType, Mode, ResourceUpdate};
    let names = ResourceUpdate {
        informat: Some("turtle".into()),
        language: Some("en".parse()?),
        properties: ["http://xmlns.com/foaf/0.1/nick".to_owned()].into(),
        plurals: Some(true),
        case: Some(LabelCase::Capital),
        never_alone: Some(["Quay".to_owned()].into()),
        mode: Some(Mode::Replace),
        ..ResourceUpdate::default()
    };
    assert_eq!((names.mode, names.plurals), (Some(Mode::Replace), Some(true)));
    let terms = ResourceUpdate {
        dataset_type: Some(DatasetType::Terms),
        strict: Some(true),
        ..ResourceUpdate::default()
    };
    assert_eq!(terms.dataset_type, Some(DatasetType::Terms));
    Ok(())
}

#[test]
fn resource_update_set() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::resource::{Mode, ResourceUpdate};
    let mut changes = ResourceUpdate::default();
    for (name, value) in [("language", "de"), ("mode", "replace"), ("if-revision", "12")] {
        changes.set(name, value)?;
    }
    assert_eq!((changes.mode, changes.if_revision.as_slice()), (Some(Mode::Replace), &[12][..]));

    let error = changes.set("visibility", "hidden").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("visibility")));
    Ok(())
}
