//! The public items of `core/vocabulary/src/upload.rs`.

use glossweave_store::resource::CollectionExt;
use glossweave_vocabulary::DatasetsExt;
#[test]
fn upload() -> Result<(), glossweave::Error> {
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
    let mut upload = datasets.upload("places")?;
    assert!(upload.is_empty());
    upload.append(b"uri,label\n")?;
    upload.append_from(&mut "http://example.org/cork,Cork\n".as_bytes())?;
    assert_eq!((upload.name(), upload.len()), ("places", 39));

    upload.discard();
    assert!(datasets.upload("places")?.is_empty());
    Ok(())
}

#[test]
fn upload_append() -> Result<(), glossweave::Error> {
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
    use glossweave::ErrorKind;
    let limits = Limits { dataset: 20, ..Limits::default() };
    let datasets = Datasets::new(
        Collection::new(&access, &limits, datasets.caller().clone(), &files),
        datasets.caller().clone(),
    );
    let mut upload = datasets.upload("places")?;
    upload.append(b"uri,label\n")?;
    let error = upload.append(b"http://example.org/cork,Cork\n").unwrap_err();
    assert_eq!((error.kind(), upload.len()), (ErrorKind::TooLarge, 10));
    Ok(())
}
