use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::{Engine, Session, Settings, Specification};
use crate::pipeline::{Pipeline, Request};
use crate::service::Call;
use crate::settings::{Bytes, SettingsSources};
use glossweave_base::clock::{Clock, FixedClock};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_entity::{Corpus, Tagger, Training};
use glossweave_net::HttpRequest;
use glossweave_store::acl::{Caller, PageRequest, Role, Visibility};
use glossweave_store::resource::{ResourceKind, ResourceUpdate};
use glossweave_store::store::MemoryBackend;

const WORD: &str = "correct horse";

#[derive(Clone)]
struct Shared(Arc<FixedClock>);

impl Clock for Shared {
    fn now(&self) -> SystemTime {
        self.0.now()
    }
}

fn engine(pairs: &[(&str, &str)]) -> (Engine, Shared) {
    let settings = Settings::from_pairs(pairs.iter().copied()).unwrap();
    let clock = Shared(Arc::new(FixedClock::new(SystemTime::UNIX_EPOCH)));
    (Engine::builder(settings).clock(clock.clone()).open().unwrap(), clock)
}

fn user<'a>(engine: &'a Engine, name: &str) -> Session<'a> {
    let users = engine.session(Caller::Anonymous).users();
    users.create(name, WORD).unwrap();
    engine.session(Caller::Token(users.authenticate(name, WORD).unwrap()))
}

fn changes(pairs: &[(&str, &str)]) -> ResourceUpdate {
    let mut changes = ResourceUpdate::default();
    pairs.iter().for_each(|(name, value)| changes.set(name, value).unwrap());
    changes
}

fn hidden() -> ResourceUpdate {
    ResourceUpdate { visibility: Some(Visibility::Private), ..ResourceUpdate::default() }
}

const STEP: &[u8] = br#"[{"method":"POST","endpoint":"/e-entity/x/documents"}]"#;
const QUERY: &[u8] = b"SELECT * { ?s ?p ?o }";
const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

#[test]
fn a_pipeline_disappears_after_a_week() {
    let (engine, clock) = engine(&[]);
    let pipelines = user(&engine, "anna").pipelines();
    let made = pipelines.create(None, STEP, &changes(&[("label", "first")])).unwrap();
    assert_eq!(made.content.expires.unwrap().to_string(), "1970-01-08T00:00:00Z");
    let kept = pipelines.create(None, STEP, &changes(&[("persist", "true")])).unwrap();
    assert_eq!(kept.content.expires, None);

    // A new description keeps the expiry date. New requests set a new one.
    clock.0.advance(WEEK / 2);
    let told = pipelines.update("1", None, &changes(&[("description", "d")])).unwrap();
    assert_eq!(told.content.expires, made.content.expires);
    let renewed = pipelines.update("1", Some(STEP), &ResourceUpdate::default()).unwrap();
    assert_eq!(renewed.content.expires.unwrap().to_string(), "1970-01-11T12:00:00Z");
    assert_eq!(renewed.content.label.as_deref(), Some("first"));

    clock.0.advance(WEEK);
    assert_eq!(pipelines.read("1").unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(pipelines.list(&PageRequest::default()).unwrap().len(), 1);
    assert_eq!(engine.expire().unwrap(), 1);
    assert_eq!(engine.expire().unwrap(), 0);

    let let_go = pipelines.update("2", None, &changes(&[("persist", "false")])).unwrap();
    assert_eq!(let_go.content.expires.unwrap().to_string(), "1970-01-18T12:00:00Z");
    let kept = pipelines.update("2", None, &changes(&[("persist", "true")])).unwrap();
    assert_eq!((kept.content.expires, kept.content.persist), (None, true));
}

#[test]
fn a_template_asks_only_what_its_owner_may_read() {
    let (engine, _) = engine(&[]);
    let (anna, berta) = (user(&engine, "anna"), user(&engine, "berta"));
    let private = changes(&[("visibility", "private"), ("language", "en")]);
    let made = anna.datasets().create(Some("mine"), b"uri,label\n", &private).unwrap();
    assert_eq!(made.content.language.as_deref(), Some("en"));
    let body = |endpoint: &str| {
        let query = "CONSTRUCT { <@@@entity_uri@@@> ?p ?o } WHERE { ?s ?p ?o }";
        format!(r#"{{"query":"{query}","endpoint":{endpoint},"label":"l","issue":null}}"#)
    };
    let create = |session: &Session<'_>, endpoint: &str| {
        session.templates().create(None, body(endpoint).as_bytes(), &ResourceUpdate::default())
    };
    let made = create(&anna, r#"["dataset:mine"]"#).unwrap();
    assert_eq!(made.content.label.as_deref(), Some("l"));
    create(&berta, r#""https://example.org/sparql?x=1""#).unwrap();
    for wrong in [
        r#""dataset:mine""#,
        r#"["dataset:mine"]"#,
        r#""dataset:none""#,
        r#""dataset:""#,
        r#""ftp://example.org/""#,
        r#""http://""#,
        r#""http://a b/""#,
        r#""http://anna:secret@example.org/""#,
        r#""http://example.org:99999/""#,
        r#""http://[::1/""#,
        r#"["http://example.org/"]"#,
        "[]",
        "7",
    ] {
        let error = create(&berta, wrong).unwrap_err();
        assert_eq!(
            (error.kind(), error.parameter()),
            (ErrorKind::Invalid, Some("endpoint")),
            "{wrong}"
        );
    }
    let many = vec![r#""dataset:mine""#; 17].join(",");
    create(&anna, &format!("[{}]", &many[15..])).unwrap();
    let error = create(&anna, &format!("[{many}]")).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("endpoint")));
    // A user cannot become the owner of a template whose dataset the user may not read.
    let gift = changes(&[("newOwner", "berta")]);
    let error = anna.templates().update(&made.name, None, &gift).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("endpoint")));
}

#[test]
fn a_template_may_describe_itself() {
    let (engine, _) = engine(&[]);
    let anna = user(&engine, "anna").collection(ResourceKind::Template);
    let body = br#"{"query":"CONSTRUCT WHERE { <@@@entity_uri@@@> ?p ?o }","endpoint":"http://a/",
        "description":"d","visibility":"private","label":"l","issue":"slow"}"#;
    let made = anna.create(None, body, &changes(&[("label", "told")])).unwrap();
    let json: serde_json::Value = serde_json::from_str(&made.to_json()).unwrap();
    assert_eq!((&json["id"], &json["kind"]), (&"7".into(), &"template".into()));
    assert_eq!((&json["visibility"], &json["description"]), (&"private".into(), &"d".into()));
    assert_eq!((&json["label"], &json["issue"]), (&"told".into(), &"slow".into()));
    for (body, parameter) in [
        (r#"{"query":"x","endpoint":"http://a/"}"#, Some("query")),
        (r#"{"endpoint":"http://a/"}"#, Some("query")),
        (
            r#"{"query":"CONSTRUCT WHERE { @@@entity_uri@@@ ?p @@@p@@@ }","endpoint":"http://a/"}"#,
            Some("query"),
        ),
        (
            r#"{"query":"SELECT * { @@@entity_uri@@@ ?p ?o }","endpoint":"http://a/"}"#,
            Some("query"),
        ),
        (r#"{"query":"@@@entity_uri@@@ @@@","endpoint":"http://a/"}"#, Some("query")),
        (r#"{"query":"@@@entity_uri@@@ @@@a b@@@","endpoint":"http://a/"}"#, Some("query")),
        (r#"{"query":"@@@entity_uri@@@"}"#, Some("endpoint")),
        (
            r#"{"query":"@@@entity_uri@@@","endpoint":"http://a/","visibility":"x"}"#,
            Some("visibility"),
        ),
        (r#"{"query":"@@@entity_uri@@@","endpoint":"http://a/","name":"x"}"#, None),
        ("[]", None),
    ] {
        let error = anna.create(None, body.as_bytes(), &ResourceUpdate::default()).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, parameter), "{body}");
    }
}

#[test]
fn the_admin_of_the_settings_is_there_after_opening() {
    let admin = [("admin.create", "true"), ("admin.username", "root"), ("admin.password", WORD)];
    let (engine, _) = engine(&admin);
    let users = engine.session(Caller::Anonymous).users();
    let root = Caller::Token(users.authenticate("root", WORD).unwrap());
    let users = engine.session(root).users();
    assert_eq!(users.read("root").unwrap().role, Role::Admin);
    let shown = serde_json::to_string(engine.settings()).unwrap();
    assert!(!shown.contains(WORD) && !format!("{engine:?}").contains(WORD));

    for (left_out, parameter) in [(1, "admin.username"), (2, "admin.password")] {
        let mut pairs = admin.to_vec();
        pairs.remove(left_out);
        let settings = Settings::from_pairs(pairs.clone()).unwrap();
        let error = Engine::builder(settings).open().unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(parameter)));
        pairs.push((parameter, if left_out == 1 { "1" } else { "short" }));
        let error = Engine::builder(Settings::from_pairs(pairs).unwrap()).open().unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(parameter)));
    }
}

#[test]
fn a_host_may_bring_the_store() {
    let mut settings = Settings::default();
    settings.store.location = Some(Path::new("/nowhere").into());
    let engine = Engine::builder(settings).backend(MemoryBackend::new()).open().unwrap();
    user(&engine, "anna").users().read("anna").unwrap();
}

#[test]
fn what_is_in_a_folder_is_there_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let admin = [("admin.create", "true"), ("admin.username", "root"), ("admin.password", WORD)];
    let mut pairs = vec![("store.location", path.to_str().unwrap()), ("store.durability", "flush")];
    pairs.extend(admin);
    let (token, made) = {
        let (engine, _) = engine(&pairs);
        let users = engine.session(Caller::Anonymous).users();
        let token = users.authenticate("root", WORD).unwrap().to_text();
        let root = engine.session(Caller::token(&token));
        root.pipelines().create(None, STEP, &ResourceUpdate::default()).unwrap();
        let private = changes(&[("visibility", "private")]);
        let query = b"SELECT * { ?s ?p ?o }";
        (token, root.filters().create(Some("all"), query, &private).unwrap())
    };
    let (engine, clock) = engine(&pairs);
    let root = engine.session(Caller::token(&token));
    assert_eq!(root.filters().read("all").unwrap(), made);
    let refused = engine.session(Caller::Anonymous).filters().read("all").unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Unauthenticated);
    clock.0.advance(WEEK);
    assert_eq!(engine.expire().unwrap(), 1);
    assert_eq!(root.pipelines().create(None, STEP, &ResourceUpdate::default()).unwrap().name, "2");
}

#[test]
fn providers_are_no_settings_of_engines() {
    for text in ["[[recognizer]]\nname = 'a'\n", "[translator.a]\nprotocol = 'deepl'\n"] {
        let mut sources = SettingsSources::default();
        let error = sources.add_text(text).and_then(|()| sources.settings()).unwrap_err();
        assert!(error.message().ends_with("programs add providers to the engine"), "{error}");
    }
}

#[test]
fn settings_come_from_the_environment() {
    let read = |pairs: &[(&str, &str)]| {
        let value = |name: &str| {
            let pair = pairs.iter().find(|(known, _)| *known == name);
            pair.map(|(_, value)| OsString::from(value))
        };
        let mut sources = SettingsSources::default();
        sources.add_variables(value).and_then(|()| sources.settings())
    };
    let settings = read(&[
        ("GLOSSWEAVE_ADMIN_CREATE", "true"),
        ("GLOSSWEAVE_ADMIN_USERNAME", "root"),
        ("GLOSSWEAVE_ADMIN_PASSWORD", WORD),
        ("GLOSSWEAVE_STORE_LOCATION", "/data"),
        ("GLOSSWEAVE_LIMITS_SOURCE", "7 KiB"),
        ("GLOSSWEAVE_OTHER", "x"),
    ])
    .unwrap();
    assert!(settings.admin.create && settings.admin.password.is_some());
    assert_eq!(settings.store.location, Some(Path::new("/data").into()));
    assert_eq!(settings.limits.source, Bytes(7 << 10));
    let error = read(&[("GLOSSWEAVE_ADMIN_CREATE", "yes")]).unwrap_err();
    assert_eq!(
        error.message(),
        "`admin.create` in the variable `GLOSSWEAVE_ADMIN_CREATE`: expected true or false, found `yes`"
    );
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("admin.create")));
    assert_eq!(read(&[]).unwrap(), Settings::default());
    // Scripts and containers may leave a variable empty.
    assert_eq!(
        read(&[("GLOSSWEAVE_STORE_LOCATION", ""), ("GLOSSWEAVE_LIMITS_SOURCE", "")]).unwrap(),
        Settings::default()
    );
}

#[test]
fn hosts_of_the_network_are_checked_at_opening() {
    for name in ["network.hosts", "network.private-hosts"] {
        let pairs = [(name, "example.org, http://example.org/")];
        let settings = Settings::from_pairs(pairs).unwrap();
        let error = Engine::builder(settings).open().unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(name)));
    }
    let mut settings = Settings::default();
    settings.network.hosts = "example.org".into();
    let engine = Engine::builder(settings).open().unwrap();
    let call = |url| engine.network().send(&HttpRequest::get(url)).unwrap_err();
    assert_eq!(call("http://example.com/").kind(), ErrorKind::Forbidden);
}

#[test]
fn six_templates_of_nobody_are_there_from_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let pairs = [
        ("store.location", path.to_str().unwrap()),
        ("admin.create", "true"),
        ("admin.username", "root"),
        ("admin.password", WORD),
    ];
    let root = |engine: &Engine| {
        let users = engine.session(Caller::Anonymous).users();
        Caller::Token(users.authenticate("root", WORD).unwrap())
    };
    {
        let (engine, _) = engine(&pairs);
        let all =
            engine.session(Caller::Anonymous).templates().list(&PageRequest::default()).unwrap();
        let names: Vec<_> = all.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["1", "2", "3", "4", "5", "6"]);
        assert!(all.iter().all(|one| one.owner == "system" && one.description.is_some()));
        assert_eq!(all.iter().filter(|one| one.content.issue.is_some()).count(), 2);

        // `system` cannot be registered, and cannot become an owner.
        let users = engine.session(Caller::Anonymous).users();
        assert_eq!(users.create("system", WORD).unwrap_err().kind(), ErrorKind::Conflict);
        assert_eq!(
            users.authenticate("system", WORD).unwrap_err().kind(),
            ErrorKind::Unauthenticated
        );
        let anna = user(&engine, "anna");
        assert_eq!(
            anna.templates().delete("1", &changes(&[])).unwrap_err().kind(),
            ErrorKind::Forbidden
        );
        let root = engine.session(root(&engine));
        assert_eq!(root.users().delete("system").unwrap_err().kind(), ErrorKind::NotFound);
        let listed = root.users().list(&PageRequest::default()).unwrap();
        assert!(listed.iter().all(|one| one.username != "system"));
        let gift = changes(&[("newOwner", "system")]);
        let error =
            anna.filters().create(Some("all"), b"SELECT * { ?s ?p ?o }", &gift).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("newOwner")));
        let error = root.templates().update("1", None, &gift).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("newOwner")));
        root.templates().delete("3", &changes(&[])).unwrap();
        root.templates().update("2", None, &changes(&[("newOwner", "root")])).unwrap();
    }
    // Removed resources are not installed again.
    let (engine, _) = engine(&pairs);
    let all = engine.session(Caller::Anonymous).templates().list(&PageRequest::default()).unwrap();
    let names: Vec<_> = all.iter().map(|one| (one.name.as_str(), one.owner.as_str())).collect();
    assert_eq!(
        names,
        [("1", "system"), ("2", "root"), ("4", "system"), ("5", "system"), ("6", "system")]
    );
}

#[test]
fn a_specification_makes_the_same_engine_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tagger");
    let columns = |town| format!("We O\nwent O\nto O\n{town} B-LOC\n. O\n\n");
    let train = |town| {
        let corpus = Corpus::from_conll(&columns(town)).unwrap();
        Tagger::train(&corpus, &Training::default()).unwrap().save(&path).unwrap();
    };
    train("Cork");
    let (first, _) =
        engine(&[("models.tagger", path.to_str().unwrap()), ("links.concurrency", "2")]);
    let json = first.specification().unwrap().to_json().unwrap();
    let again = Specification::from_json(&json).unwrap().builder().open().unwrap();
    assert_eq!(again.settings(), first.settings());
    train("Sligo");
    let error = Specification::from_json(&json).unwrap().builder().open().unwrap_err();
    assert_eq!(
        (error.kind(), error.parameter()),
        (ErrorKind::PreconditionFailed, Some("models.tagger"))
    );
    let other = json.replace(env!("CARGO_PKG_VERSION"), "99.0.0");
    let error = Specification::from_json(&other).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("version")));
}

#[test]
fn what_has_users_has_no_specification() {
    let admin = [("admin.create", "true"), ("admin.username", "r"), ("admin.password", WORD)];
    let error = engine(&admin).0.specification().unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("admin.create")));
    let folder = tempfile::tempdir().unwrap();
    let (stored, _) = engine(&[("store.location", folder.path().to_str().unwrap())]);
    assert_eq!(stored.specification().unwrap_err().parameter(), Some("store.location"));
}

#[test]
fn the_local_user_may_do_all_without_a_password() {
    let (engine, _) = engine(&[]);
    assert!(user(&engine, "anna").filters().create(Some("hers"), QUERY, &hidden()).is_ok());
    let error = engine.session(Caller::Local).filters().read("hers").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unauthenticated, "nobody asked for a local user yet");

    let session = engine.local_session().unwrap();
    assert_eq!(session.filters().read("hers").unwrap().owner, "anna");
    assert_eq!(session.filters().create(Some("mine"), QUERY, &hidden()).unwrap().owner, "local");
    let names = session.users().list(&PageRequest::default()).unwrap();
    let names: Vec<_> = names.iter().map(|user| (user.username.as_str(), user.role)).collect();
    assert_eq!(names, [("anna", Role::User), ("local", Role::Admin)]);
    assert!(engine.local_session().unwrap().filters().read("mine").is_ok());
}

#[test]
fn what_the_local_user_stored_is_guarded_from_others() {
    let (engine, _) = engine(&[]);
    engine.local_session().unwrap().filters().create(Some("mine"), QUERY, &hidden()).unwrap();
    let kind = |session: Session<'_>| session.filters().read("mine").unwrap_err().kind();
    assert_eq!(kind(engine.session(Caller::Anonymous)), ErrorKind::Unauthenticated);
    assert_eq!(kind(user(&engine, "anna")), ErrorKind::NotFound);
    let users = engine.session(Caller::Anonymous).users();
    for word in ["", "local", WORD] {
        let error = users.authenticate("local", word).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    }
}

#[test]
fn a_local_user_who_is_no_admin_is_a_conflict() {
    let (engine, _) =
        engine(&[("admin.create", "true"), ("admin.username", "root"), ("admin.password", WORD)]);
    let users = engine.session(Caller::Anonymous).users();
    assert_eq!(users.create("Local", WORD).unwrap_err().kind(), ErrorKind::Conflict);
    let root = Caller::Token(users.authenticate("root", WORD).unwrap());
    engine.session(root).users().create("local", WORD).unwrap();
    assert_eq!(engine.local_session().unwrap_err().kind(), ErrorKind::Conflict);
}

#[test]
fn a_pipeline_that_cannot_run_is_refused() {
    let engine = Engine::builder(Settings::default()).open().unwrap();
    let pipelines = engine.session(Caller::Anonymous).pipelines();
    for (pipeline, expected) in [
        (Pipeline::new(), "expected 1 to 64 requests, found 0"),
        (
            Pipeline::new().request(Request::new("/a").with_body("x")),
            "step 0: expected no `body`: the call contains it",
        ),
        (
            Pipeline::new().stored("1").stored("$informat$"),
            "step 1: the parameter `informat` of a pipeline needs another name",
        ),
        (Pipeline::new().entities("$WHO$"), "variables without a value: `WHO`"),
    ] {
        let error = pipelines.apply(&pipeline, Call::for_document("x", Format::Text)).unwrap_err();
        assert_eq!((error.kind(), error.message()), (ErrorKind::Invalid, expected));
    }
    let nowhere = Pipeline::new().entities("nowhere");
    let error = pipelines.apply(&nowhere, Call::for_document("x", Format::Text)).unwrap_err();
    assert_eq!((error.kind(), error.step()), (ErrorKind::NotFound, Some(0)));
}
