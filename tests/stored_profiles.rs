//! Stored markup profiles: permissions, and invalid profiles.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use glossweave::resource::ResourceUpdate;
use glossweave::{Caller, Engine, Error, ErrorKind, Format, Request, Settings};

const PROFILE: &[u8] = br#"{"name": "own", "rules": [{"annotation": "entity", "element": "b"}]}"#;

fn caller(engine: &Engine, name: &str) -> Caller {
    let users = engine.session(Caller::Anonymous).users();
    users.create(name, "correct horse").unwrap();
    Caller::Token(users.authenticate(name, "correct horse").unwrap())
}

/// Returns a page that is enriched with a stored profile.
fn enriched(engine: &Engine, caller: &Caller, profile: &str) -> Result<String, Error> {
    let mut request = Request::new("<p>To Cork", Format::Html).output(Format::Html);
    request.set("dataset", "places").unwrap();
    request.set("profile", profile)?;
    let reply = engine.session(caller.clone()).entities().enrich("dictionary", request)?;
    Ok(String::from_utf8(reply.bytes).unwrap())
}

#[test]
fn a_private_profile_is_for_its_owner() {
    let engine = Engine::builder(Settings::default()).open().unwrap();
    let (anna, berta) = (caller(&engine, "anna"), caller(&engine, "berta"));
    let session = engine.session(anna.clone());
    let names = b"uri,label\nhttp://example.org/Cork,Cork\n";
    session.datasets().create(Some("places"), names, &ResourceUpdate::default()).unwrap();
    let mut private = ResourceUpdate::default();
    private.set("visibility", "private").unwrap();
    session.profiles().create(Some("bold"), PROFILE, &private).unwrap();
    assert_eq!(enriched(&engine, &anna, "bold").unwrap(), "<p>To <b>Cork</b>");
    // For other users, a private profile looks like a missing profile.
    for who in [&berta, &Caller::Anonymous] {
        let [private, absent] = ["bold", "italic"].map(|name| {
            let error = enriched(&engine, who, name).unwrap_err();
            assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("profile")));
            error.message().replace(name, "")
        });
        assert_eq!(private, absent);
    }
    // Bundled profiles need no store.
    let page = enriched(&engine, &Caller::Anonymous, "html-links").unwrap();
    assert_eq!(page, r#"<p>To <a href="http://example.org/Cork">Cork</a>"#);
    let changed = br#"{"name": "own", "rules": [{"annotation": "entity", "element": "u"}]}"#;
    session.profiles().update("bold", Some(changed), &ResourceUpdate::default()).unwrap();
    assert_eq!(enriched(&engine, &anna, "bold").unwrap(), "<p>To <u>Cork</u>");
}

#[test]
fn what_is_no_profile_is_refused() {
    let engine = Engine::builder(Settings::default()).open().unwrap();
    let profiles = engine.session(caller(&engine, "anna")).profiles();
    let refused = |name: &str, body: &str| {
        profiles.create(Some(name), body.as_bytes(), &ResourceUpdate::default()).unwrap_err()
    };
    let bundled = refused("tei", str::from_utf8(PROFILE).unwrap());
    assert_eq!((bundled.kind(), bundled.parameter()), (ErrorKind::Invalid, Some("name")));
    assert_eq!(refused("auto", "{}").parameter(), Some("name"));
    for (body, kind) in [
        ("", ErrorKind::Malformed),
        ("tei", ErrorKind::Malformed),
        ("\"tei\"", ErrorKind::Malformed),
        ("[]", ErrorKind::Malformed),
        ("{\"name\": \"own\", \"rules\": 3}", ErrorKind::Invalid),
        ("{\"name\": \"own\", \"rules\": [{\"element\": \"b\"}]}", ErrorKind::Invalid),
    ] {
        assert_eq!(refused("own", body).kind(), kind, "{body}");
    }
}
