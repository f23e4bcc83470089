//! The public items of `core/vocabulary/src/reconciliation/mod.rs`.

use glossweave_store::resource::CollectionExt;
use glossweave_vocabulary::DatasetsExt;
#[test]
fn reconciliation() -> Result<(), glossweave::Error> {
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
    use glossweave::vocabulary::Reconciliation;
    use glossweave::vocabulary::Suggested;
    let names = b"uri,label\nhttp://example.org/cork,Cork\nhttp://example.org/cobh,Cobh\n";
    datasets.create(Some("places"), names, &ResourceUpdate::default())?;
    let reconciliation = Reconciliation::new(datasets);
    // `reconciliation` belongs to a session.
    let answer = reconciliation.answer("places", r#"{"q0": {"query": "cork"}}"#)?;
    assert_eq!(answer["q0"]["result"][0]["id"], "http://example.org/cork");
    assert_eq!(answer["q0"]["result"][0]["match"], true);

    let suggested = reconciliation.suggest("places", Suggested::Entity, "co", 0)?;
    assert_eq!(suggested["result"].as_array().unwrap().len(), 2);
    let manifest = reconciliation.manifest("places", "https://example.org/reconcile/places")?;
    assert_eq!(manifest["name"], "Glossweave: places");
    let page = reconciliation.preview("places", "http://example.org/cobh")?;
    assert!(page.contains("Cobh"));
    Ok(())
}

#[test]
fn reconciliation_with_options() -> Result<(), glossweave::Error> {
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
    use glossweave::vocabulary::{ApiVersion, Reconciliation, ReconciliationOptions};
    let names = b"uri,label,language\nhttp://example.org/cork,Cork,en\nhttp://example.org/cork,Corcaigh,ga\n";
    datasets.create(Some("places"), names, &Default::default())?;
    let options = ReconciliationOptions {
        version: ApiVersion::Draft1_0,
        languages: vec!["ga".parse()?],
        ..ReconciliationOptions::default()
    };
    let reconciliation = Reconciliation::new(datasets).with_options(options);
    let query = r#"{"queries": [{"conditions": [{"matchType": "name", "v": "Cork"}]}]}"#;
    let answer = reconciliation.answer("places", query)?;
    assert_eq!(answer["results"][0]["candidates"][0]["name"], "Corcaigh");
    Ok(())
}

#[test]
fn reconciliation_answer() -> Result<(), glossweave::Error> {
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
    use glossweave::vocabulary::Reconciliation;
    let names = b"uri,label\nhttp://example.org/cork,Cork\n";
    datasets.create(Some("places"), names, &Default::default())?;
    let reconciliation = Reconciliation::new(datasets);
    let error = reconciliation.answer("places", r#"{"q0": "#).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Malformed, Some("queries")));
    let error = reconciliation.answer("people", r#"{"q0": {"query": "cork"}}"#).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    Ok(())
}

#[test]
fn reconciliation_suggest() -> Result<(), glossweave::Error> {
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
    use glossweave::vocabulary::{Reconciliation, Suggested};
    let names = b"uri,label,type\nhttp://example.org/cork,Cork,http://example.org/City\n";
    datasets.create(Some("places"), names, &Default::default())?;
    let suggested = Reconciliation::new(datasets).suggest("places", Suggested::Type, "ci", 0)?;
    assert_eq!(suggested["result"][0]["id"], "http://example.org/City");
    Ok(())
}

#[test]
fn reconciliation_extend() -> Result<(), glossweave::Error> {
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
    use glossweave::vocabulary::Reconciliation;
    let names = b"<http://example.org/cork> <http://www.w3.org/2000/01/rdf-schema#label> \"Cork\" .
    <http://example.org/cork> <http://example.org/people> 224004 .";
    let turtle = glossweave::resource::ResourceUpdate {
        informat: Some("turtle".into()),
        ..glossweave::resource::ResourceUpdate::default()
    };
    datasets.create(Some("places"), names, &turtle)?;
    let query = r#"{"ids": ["http://example.org/cork"], "properties": [{"id": "http://example.org/people"}]}"#;
    let answer = Reconciliation::new(datasets).extend("places", query)?;
    let values = &answer["rows"]["http://example.org/cork"]["http://example.org/people"];
    assert_eq!(values[0]["int"], 224_004);
    Ok(())
}

#[test]
fn reconciliation_propose() -> Result<(), glossweave::Error> {
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
    use glossweave::vocabulary::Reconciliation;
    let names = b"uri,label,type\nhttp://example.org/cork,Cork,http://example.org/City\n";
    datasets.create(Some("places"), names, &Default::default())?;
    let reconciliation = Reconciliation::new(datasets);
    let proposed = reconciliation.propose("places", "http://example.org/City", Some(1))?;
    assert_eq!(proposed["properties"].as_array().unwrap().len(), 1);
    Ok(())
}

#[test]
fn reconciliation_preview() -> Result<(), glossweave::Error> {
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
    use glossweave::vocabulary::Reconciliation;
    let names = b"uri,label\nhttp://example.org/cork,Cork\n";
    datasets.create(Some("places"), names, &Default::default())?;
    let reconciliation = Reconciliation::new(datasets);
    let error = reconciliation.preview("places", "http://example.org/galway").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    Ok(())
}
