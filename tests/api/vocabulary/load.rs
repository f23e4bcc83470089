//! The public items of `core/vocabulary/src/load.rs`.

use glossweave_store::resource::CollectionExt;
use glossweave_vocabulary::DatasetsExt;
#[test]
fn load() -> Result<(), glossweave::Error> {
    use glossweave::vocabulary::Datasets;
    use glossweave::{
        Caller,
        acl::Users,
        resource::{Collection, Limits},
    };
    use glossweave_store::acl::AuthContext;
    use glossweave_vocabulary::VocabularyFiles;
    use std::sync::Arc;
    let store = Arc::new(glossweave::store::MemoryBackend::new());
    let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    users.create("ann", "correct horse")?;
    let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    let files = VocabularyFiles::open(&access)?;
    let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    use glossweave::resource::ResourceUpdate;
    use glossweave::vocabulary::Load;
    // `datasets` are the datasets of a user: `session.datasets()`.
    let mut table = "uri,label\nhttp://example.org/cork,Cork\n".as_bytes();
    let mut last = None;
    let mut watch = |at| {
        last = Some(at);
        Ok(())
    };
    let load = Load::new(&mut table).watched(&mut watch);
    datasets.create_from("places", load, &ResourceUpdate::default())?;
    assert_eq!(last.unwrap().records, 1);
    Ok(())
}

#[test]
fn load_watched() -> Result<(), glossweave::Error> {
    use glossweave::vocabulary::Datasets;
    use glossweave::{
        Caller,
        acl::Users,
        resource::{Collection, Limits},
    };
    use glossweave_store::acl::AuthContext;
    use glossweave_vocabulary::VocabularyFiles;
    use std::sync::Arc;
    let store = Arc::new(glossweave::store::MemoryBackend::new());
    let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    users.create("ann", "correct horse")?;
    let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    let files = VocabularyFiles::open(&access)?;
    let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    use glossweave::resource::ResourceUpdate;
    use glossweave::vocabulary::Load;
    use glossweave::{Error, ErrorKind};
    let mut table = "uri,label\nhttp://example.org/cork,Cork\n".as_bytes();
    let mut stop = |_| Err(Error::new(ErrorKind::Deadline, "no time left"));
    let load = Load::new(&mut table).watched(&mut stop);
    let error = datasets.create_from("places", load, &ResourceUpdate::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Deadline);
    assert_eq!(datasets.read("places").unwrap_err().kind(), ErrorKind::NotFound);
    Ok(())
}
