//! The public items of `core/store/src/resource/content.rs`.

use glossweave_store::resource::CollectionExt;
#[test]
fn content() {
    use glossweave::Error;
    use glossweave::resource::ResourceKind;
    use glossweave_store::resource::Content;
    use glossweave_store::resource::PendingContent;
    #[derive(Clone, serde::Serialize, serde::Deserialize)]
    struct Query {
        query: String,
    }
    impl Content for Query {
        const KIND: ResourceKind = ResourceKind::Filter;
        type Context = ();

        fn parse(
            body: &[u8],
            _: Option<&Query>,
            _: &mut PendingContent<'_>,
            _: &(),
        ) -> Result<Query, Error> {
            match str::from_utf8(body) {
                Ok(text) => Ok(Query { query: text.trim().to_owned() }),
                Err(_) => Err(Error::malformed("the query is not UTF-8")),
            }
        }

        fn check_name(name: &str) -> Result<(), Error> {
            match name {
                "all" => Err(Error::invalid("`all` names every query").with_parameter("name")),
                _ => Ok(()),
            }
        }

        fn validate(&mut self, draft: &PendingContent<'_>) -> Result<(), Error> {
            match draft.is_new() && self.query.is_empty() {
                true => Err(Error::invalid("the query is empty")),
                false => Ok(()),
            }
        }
    }
    // The other methods have defaults: such content has no files and never expires.
    let query = Query { query: "ASK {}".to_owned() };
    assert_eq!((query.beside(&()), query.expires()), (0, None));
    assert!(Query::check_name("all").is_err());
}

#[test]
fn content_2() -> Result<(), glossweave::Error> {
    use glossweave::resource::{Collection, Limits, ResourceKind, ResourceUpdate};
    use glossweave::{Caller, Error, ErrorKind, acl::Users};
    use glossweave_store::acl::AuthContext;
    use glossweave_store::resource::Content;
    use glossweave_store::resource::PendingContent;
    use std::sync::{Arc, Mutex};
    #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
    struct Query {
        query: String,
    }
    impl Content for Query {
        const KIND: ResourceKind = ResourceKind::Filter;
        type Context = Mutex<Vec<String>>;

        fn parse(
            body: &[u8],
            _: Option<&Query>,
            _: &mut PendingContent<'_>,
            _: &Mutex<Vec<String>>,
        ) -> Result<Query, Error> {
            Ok(Query { query: String::from_utf8_lossy(body).into_owned() })
        }
        fn apply_update(
            &mut self,
            draft: &PendingContent<'_>,
            _: &Mutex<Vec<String>>,
        ) -> Result<(), Error> {
            match draft.changes.language {
                None => Ok(()),
                Some(_) => {
                    Err(Error::invalid("a query has no language").with_parameter("language"))
                }
            }
        }
        fn on_commit(&self, old: Option<&Query>, log: &Mutex<Vec<String>>) {
            let before = old.map_or("nothing", |old| &old.query);
            log.lock().unwrap().push(format!("{before} became {}", self.query));
        }
        fn on_unknown_commit(&self) {
            unreachable!("a store in memory does not fail");
        }
        fn on_delete(&self, log: &Mutex<Vec<String>>) {
            log.lock().unwrap().push(format!("{} was removed", self.query));
        }
    }
    let store = Arc::new(glossweave::store::MemoryBackend::new());
    let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    let users = Users::new(&access, Caller::Anonymous);
    users.create("ann", "correct horse")?;
    let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    let limits = Limits::default();
    let log = Mutex::new(Vec::new());
    // For example `session.filters()`.
    let queries = Collection::<Query>::new(&access, &limits, ann, &log);
    let unchanged = ResourceUpdate::default();
    queries.create(Some("all"), b"ASK {}", &unchanged)?;
    queries.update("all", Some(b"SELECT * {}"), &unchanged)?;
    let german = ResourceUpdate { language: Some("de".parse()?), ..ResourceUpdate::default() };
    let error = queries.update("all", None, &german).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("language")));
    queries.delete("all", &unchanged)?;
    assert_eq!(
        *log.lock().unwrap(),
        ["nothing became ASK {}", "ASK {} became SELECT * {}", "SELECT * {} was removed"],
    );
    Ok(())
}

#[test]
fn pending_content() {
    use glossweave::Error;
    use glossweave::resource::ResourceKind;
    use glossweave_store::resource::PendingContent;
    use std::time::Duration;
    // Called by an implementation of `Content`. The content requires a dataset of its owner, and is
    // kept for a day.
    fn check(draft: &PendingContent<'_>) -> Result<(), Error> {
        if draft.is_new() && !draft.owner_may_use(ResourceKind::Dataset, "places")? {
            return Err(Error::invalid("there is no dataset `places`"));
        }
        let expires = draft.later(Duration::from_secs(24 * 60 * 60));
        assert!(expires > draft.now());
        // The user who makes the change, and an IRI for a part without a name.
        let (user, part) = (draft.caller()?, draft.new_iri()?);
        assert!(!user.is_empty() && part.starts_with("urn:uuid:"));
        Ok(())
    }
    let _: fn(&PendingContent<'_>) -> Result<(), Error> = check;
}
