//! The public items of `core/store/src/resource/mod.rs`.

use glossweave_store::resource::CollectionExt;
#[test]
fn module() -> Result<(), glossweave::Error> {
    use glossweave::acl::Users;
    use glossweave::resource::{Collection, Limits, ResourceKind};
    use glossweave::{Caller, Error};
    use glossweave_store::acl::AuthContext;
    use glossweave_store::resource::Content;
    use glossweave_store::resource::PendingContent;
    use std::sync::Arc;
    #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
    struct Line(String);
    impl Content for Line {
        const KIND: ResourceKind = ResourceKind::Filter;
        type Context = ();
        fn parse(
            body: &[u8],
            _: Option<&Line>,
            _: &mut PendingContent<'_>,
            _: &(),
        ) -> Result<Line, Error> {
            Ok(Line(String::from_utf8_lossy(body).into_owned()))
        }
    }
    let store = Arc::new(glossweave::store::MemoryBackend::new());
    let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    let users = Users::new(&access, Caller::Anonymous);
    users.create("ann", "correct horse")?;
    let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    let limits = Limits::default();
    let collection = |caller| Collection::<Line>::new(&access, &limits, caller, &());
    use glossweave::ErrorKind;
    use glossweave::resource::{PageRequest, ResourceUpdate, Visibility};
    // The collections of a user and of an anonymous caller, for example `session.filters()`.
    let (mine, public) = (collection(ann), collection(Caller::Anonymous));
    let mut update = ResourceUpdate::default();
    let made = mine.create(Some("places"), b"SELECT ?place {}", &update)?;
    assert_eq!((made.owner.as_str(), made.visibility), ("ann", Visibility::Public));
    assert_eq!(public.read_for_use("places")?.revision, made.revision);

    // The update is refused if another writer has changed the resource.
    update.set("visibility", "private")?;
    update.if_revision = vec![made.revision];
    mine.update("places", None, &update)?;
    let late = mine.update("places", Some(b"ASK {}"), &update).unwrap_err();
    assert_eq!(late.kind(), ErrorKind::PreconditionFailed);

    assert!(public.list(&PageRequest::default())?.is_empty());
    assert_eq!(public.read("places").unwrap_err().kind(), ErrorKind::Unauthenticated);
    mine.delete("places", &ResourceUpdate::default())?;
    Ok(())
}
