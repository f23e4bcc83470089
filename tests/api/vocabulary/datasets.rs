//! The public items of `core/vocabulary/src/datasets.rs`.

use glossweave_store::resource::CollectionExt;
use glossweave_vocabulary::DatasetsExt;
#[test]
fn datasets_create_from() -> Result<(), glossweave::Error> {
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
    let mut update = ResourceUpdate::default();
    update.set("informat", "turtle")?;
    let turtle = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        <http://example.org/cork> skos:prefLabel 'Cork'@en, 'Corcaigh'@ga .";
    let places = datasets.create_from("places", Load::new(&mut turtle.as_bytes()), &update)?;
    assert_eq!((places.content.entities, places.content.labels), (1, 2));
    Ok(())
}

#[test]
fn datasets_create_from_2() -> Result<(), glossweave::Error> {
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
    use glossweave::resource::ResourceUpdate;
    use glossweave::vocabulary::Load;
    let update = ResourceUpdate::default();
    let wrong = "uri,label\ncobh,Cobh\n";
    let error =
        datasets.create_from("places", Load::new(&mut wrong.as_bytes()), &update).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
    // Nothing was stored.
    assert_eq!(datasets.read("places").unwrap_err().kind(), ErrorKind::NotFound);
    Ok(())
}

#[test]
fn datasets_update_from() -> Result<(), glossweave::Error> {
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
    use glossweave::resource::{Mode, ResourceUpdate};
    use glossweave::vocabulary::Load;
    let mut update = ResourceUpdate::default();
    let cork = "uri,label\nhttp://example.org/cork,Cork\n";
    datasets.create_from("places", Load::new(&mut cork.as_bytes()), &update)?;
    let cobh = "uri,label\nhttp://example.org/cobh,Cobh\n";
    let places = datasets.update_from("places", Load::new(&mut cobh.as_bytes()), &update)?;
    assert_eq!(places.content.entities, 2);

    update.mode = Some(Mode::Remove);
    let places = datasets.update_from("places", Load::new(&mut cobh.as_bytes()), &update)?;
    assert_eq!(places.content.entities, 1);
    Ok(())
}

#[test]
fn datasets_update_from_2() -> Result<(), glossweave::Error> {
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
    use glossweave::resource::ResourceUpdate;
    use glossweave::vocabulary::Load;
    let update = ResourceUpdate::default();
    let mut cork = "uri,label\nhttp://example.org/cork,Cork\n".as_bytes();
    let error = datasets.update_from("places", Load::new(&mut cork), &update).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    Ok(())
}

#[test]
fn datasets_new_source() -> Result<(), glossweave::Error> {
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
    let mut source = datasets.new_source("places")?;
    source.append(b"uri,label\n")?;
    source.append(b"http://example.org/cork,Cork\n")?;
    let places = datasets.create_from_upload(source, &ResourceUpdate::default())?;
    assert_eq!(places.content.labels, 1);
    Ok(())
}

#[test]
fn datasets_new_source_2() -> Result<(), glossweave::Error> {
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
    let names = b"uri,label\nhttp://example.org/cork,Cork\n";
    datasets.create(Some("places"), names, &Default::default())?;
    // Problems that are known before the content is read are reported immediately.
    assert_eq!(datasets.new_source("places").unwrap_err().kind(), ErrorKind::Conflict);
    let stranger = Datasets::new(
        Collection::new(&access, &limits, Caller::Anonymous, &files),
        Caller::Anonymous,
    );
    assert_eq!(stranger.new_source("people").unwrap_err().kind(), ErrorKind::Unauthenticated);
    Ok(())
}

#[test]
fn datasets_next_source() -> Result<(), glossweave::Error> {
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
    use glossweave::resource::ResourceUpdate;
    assert_eq!(datasets.next_source("places").unwrap_err().kind(), ErrorKind::NotFound);

    let (cork, unchanged) =
        (b"uri,label\nhttp://example.org/cork,Cork\n", ResourceUpdate::default());
    datasets.create(Some("places"), cork, &unchanged)?;
    let mut source = datasets.next_source("places")?;
    source.append(b"uri,label\nhttp://example.org/cobh,Cobh\n")?;
    assert_eq!(datasets.update_from_upload(source, &unchanged)?.content.labels, 2);
    Ok(())
}

#[test]
fn datasets_upload() -> Result<(), glossweave::Error> {
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
    let mut upload = datasets.upload("places")?;
    upload.append(b"uri,label\nhttp://example.org/cork,Cork\n")?;
    drop(upload);
    // The upload continues later, possibly in another process.
    let mut upload = datasets.upload("places")?;
    assert_eq!(upload.len(), 39);
    upload.append(b"http://example.org/cobh,Cobh\n")?;
    let places = datasets.create_from_upload(upload, &ResourceUpdate::default())?;
    assert_eq!(places.content.entities, 2);
    Ok(())
}

#[test]
fn datasets_upload_2() -> Result<(), glossweave::Error> {
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
    let limits = Limits { quota_uploads: Some(1), ..Limits::default() };
    let ann = datasets.caller().clone();
    let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    let mut places = datasets.upload("places")?;
    places.append(b"uri,label\n")?;
    assert_eq!(datasets.upload("people").unwrap_err().kind(), ErrorKind::Throttled);
    assert_eq!(datasets.upload("my places").unwrap_err().kind(), ErrorKind::Invalid);
    Ok(())
}

#[test]
fn datasets_create_from_upload() -> Result<(), glossweave::Error> {
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
    let mut upload = datasets.upload("places")?;
    upload.append(b"uri,label\nhttp://example.org/cork\n")?;
    let error = datasets.create_from_upload(upload, &ResourceUpdate::default()).unwrap_err();
    assert_eq!(error.kind(), glossweave::ErrorKind::Malformed);
    // The upload still exists, so it can be sent again or discarded.
    assert!(!datasets.upload("places")?.is_empty());
    Ok(())
}

#[test]
fn datasets_update_from_upload() -> Result<(), glossweave::Error> {
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
    use glossweave::resource::{Mode, ResourceUpdate};
    let cork = b"uri,label\nhttp://example.org/cork,Cork\n";
    datasets.create(Some("places"), cork, &ResourceUpdate::default())?;
    let mut upload = datasets.upload("places")?;
    upload
        .append(b"uri,label\nhttp://example.org/cobh,Cobh\nhttp://example.org/cobh,Queenstown\n")?;
    let mut update = ResourceUpdate::default();
    update.mode = Some(Mode::Replace);
    let places = datasets.update_from_upload(upload, &update)?;
    assert_eq!((places.content.entities, places.content.labels), (1, 2));
    Ok(())
}

#[test]
fn datasets_caller() -> Result<(), glossweave::Error> {
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
    assert!(matches!(datasets.caller(), Caller::Token(_)));
    Ok(())
}
