//! Refused pipelines and their errors.

use std::thread;
use std::time::Duration;

use glossweave::recognizer;
use glossweave::resource::{PageRequest, ResourceUpdate};
use glossweave::service::Call;
use glossweave::{Caller, DecodeOptions, Engine, ErrorKind, Format, Settings, decode};

use super::fixture::{fixture, text, user, world_with};

#[test]
fn requests_that_are_none_are_refused() {
    let fixture = fixture();
    let step = r#"{"method": "POST", "endpoint": "/e-entity/cities/documents", "body": "Cork"}"#;
    let many = |count: usize| format!("[{}]", vec![step; count].join(","));
    assert!(fixture.chain(&many(64)).is_ok());
    for (requests, kind, message) in [
        (many(65), ErrorKind::Invalid, "expected 1 to 64 requests, found 65"),
        ("[]".to_owned(), ErrorKind::Invalid, "expected 1 to 64 requests, found 0"),
        ("{".to_owned(), ErrorKind::Malformed, "invalid JSON"),
        (many(1).replace("POST", "GET"), ErrorKind::Invalid, "step 0: expected the method `POST`"),
        (many(1).replace("body", "bodies"), ErrorKind::Invalid, "step 0: no field `bodies`"),
    ] {
        let error = fixture.refusal(&requests, &[]);
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.message().starts_with(message), "{error}");
        assert_eq!(error.step(), message.starts_with("step 0").then_some(0), "{error}");
    }
}

#[test]
fn an_error_has_its_step() {
    let fixture = fixture();
    let good = r#"{"method": "POST", "endpoint": "/e-entity/cities/documents", "body": "Cork"}"#;
    for (second, kind, message) in [
        (
            r#"{"method": "POST", "endpoint": "/e-link/documents?x=secret"}"#,
            ErrorKind::Invalid,
            "step 1, `/e-link/documents`: `templateid` is missing",
        ),
        (
            r#"{"method": "POST", "endpoint": "/e-nothing"}"#,
            ErrorKind::NotFound,
            "step 1, `/e-nothing`: no service at `/e-nothing`, expected a path such as",
        ),
        (
            r#"{"method": "POST", "endpoint": "/e-entty/cities/documents"}"#,
            ErrorKind::NotFound,
            "step 1, `/e-entty/cities/documents`: no service at `/e-entty/cities/documents`; did you mean `/e-entity`?",
        ),
        (
            r#"{"method": "POST", "endpoint": "/toolbox/redct"}"#,
            ErrorKind::NotFound,
            "step 1, `/toolbox/redct`: no service at `/toolbox/redct`; did you mean `/toolbox/redact`?",
        ),
        (
            r#"{"method": "POST", "endpoint": "/e-entity/nobody/documents"}"#,
            ErrorKind::NotFound,
            "step 1, `/e-entity/nobody/documents`: no recognizer `nobody`",
        ),
        (
            r#"{"method": "POST", "endpoint": "/pipelining/chain/77"}"#,
            ErrorKind::NotFound,
            "step 1, `/pipelining/chain/77`: ",
        ),
        (
            r#"{"method": "POST", "endpoint": "/toolbox/xslt-converter/documents/identity"}"#,
            ErrorKind::Unsupported,
            "step 1, `/toolbox/xslt-converter/documents/identity`: ",
        ),
        (
            r#"{"method": "POST", "endpoint": "http://127.0.0.1:9/secret"}"#,
            ErrorKind::Forbidden,
            "step 1, `http://127.0.0.1:9`: ",
        ),
    ] {
        let error = fixture.refusal(&format!("[{good}, {second}]"), &[]);
        assert_eq!((error.kind(), error.step()), (kind, Some(1)), "{error}");
        assert!(error.message().starts_with(message), "{error}");
    }
}

#[test]
fn a_pipeline_that_runs_itself_is_refused() {
    let fixture = fixture();
    let one = r#"[{"method": "POST", "endpoint": "/e-entity/cities/documents"}]"#;
    let first = fixture.store(one);
    let to = |id: &str| format!(r#"[{{"method": "POST", "endpoint": "/pipelining/chain/{id}"}}]"#);
    let second = fixture.store(&to(&first));
    let run = |id: &str| {
        let call = Call::new(format!("/pipelining/chain/{id}")).with_body("Cork");
        fixture.session().call(call)
    };
    assert!(text(&run(&second).unwrap()).contains("e.example/Cork"));
    let body = to(&second);
    fixture
        .session()
        .pipelines()
        .update(&first, Some(body.as_bytes()), &ResourceUpdate::default())
        .unwrap();
    let error = run(&first).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert!(error.message().ends_with(&format!("the pipeline `{first}` runs itself")), "{error}");
}

#[test]
fn pipelines_within_pipelines_have_64_steps_in_all() {
    let fixture = fixture();
    let step = r#"{"method": "POST", "endpoint": "/e-entity/cities/documents"}"#;
    let mut id = fixture.store(&format!("[{}]", vec![step; 16].join(",")));
    for _ in 0..2 {
        let to = format!(r#"{{"method": "POST", "endpoint": "/pipelining/chain/{id}"}}"#);
        id = fixture.store(&format!("[{}]", [to.as_str(); 2].join(",")));
    }
    let call = Call::new(format!("/pipelining/chain/{id}")).with_body("Cork");
    let error = fixture.session().call(call).unwrap_err();
    assert!(error.message().contains("more than 64 steps"), "{error}");
}

#[test]
fn variables_cannot_bring_parameters_in() {
    let fixture = fixture();
    let id = fixture.store(
        r#"[{"method": "POST", "endpoint": "/e-entity/$ENGINE$/documents?language=$LANGUAGE$"}]"#,
    );
    let run = |engine: &str, language: &str| {
        let call = Call::new(format!("/pipelining/chain/{id}")).with_body("Cork");
        let call = call.with_parameter("ENGINE", engine).with_parameter("LANGUAGE", language);
        fixture.session().call(call)
    };
    assert!(run("cities", "en").is_ok());
    for (engine, language) in [
        ("cities/documents?outformat=html&x=", "en"),
        ("cities", "en&outformat=html"),
        ("cities", "en#x"),
        ("..", "en"),
        ("cities%2Fdocuments", "en"),
    ] {
        let error = run(engine, language).unwrap_err();
        assert_ne!(error.parameter(), Some("outformat"), "{error}");
        assert!(matches!(error.kind(), ErrorKind::Invalid | ErrorKind::NotFound), "{error}");
    }
    let header = fixture.store(
        r#"[{"method": "POST", "endpoint": "/e-entity/cities/documents", "headers": {"Accept": "$A$"}}]"#,
    );
    let call = Call::new(format!("/pipelining/chain/{header}")).with_body("Cork");
    let error =
        fixture.session().call(call.with_parameter("A", "text/turtle\r\nX: y")).unwrap_err();
    assert!(error.message().contains("line break"), "{error}");
    let call = Call::new(format!("/pipelining/chain/{id}")).with_body("Cork");
    let error = fixture.session().call(call.with_parameter("ENGIN", "cities")).unwrap_err();
    assert_eq!(error.parameter(), Some("ENGIN"));
    assert!(error.message().ends_with("the pipeline has `ENGINE`, `LANGUAGE`"), "{error}");
}

#[test]
fn what_everybody_could_read_is_not_stored() {
    let fixture = fixture();
    let store = |requests: &str| {
        let changes = ResourceUpdate::default();
        fixture.session().pipelines().create(None, requests.as_bytes(), &changes)
    };
    let with = |name: &str, value: &str| {
        format!(r#"[{{"method": "POST", "endpoint": "/a", "headers": {{"{name}": "{value}"}}}}]"#)
    };
    for (name, value) in [
        ("X-Auth-Token", "secret"),
        ("authorization", "Bearer secret"),
        ("Cookie", "session=secret"),
        ("X-API-Key", "secret"),
    ] {
        let error = store(&with(name, value)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
        assert!(error.message().contains(name) && !error.message().contains("secret"), "{error}");
    }
    assert!(store(&with("X-Auth-Token", "$TOKEN$")).is_ok());
    for name in ["stats", "output"] {
        assert!(store(&with("Accept", &format!("${name}$"))).is_err(), "{name}");
    }
}

#[test]
fn a_step_that_fails_stores_nothing() {
    let fixture = fixture();
    let count = || fixture.session().pipelines().list(&PageRequest::default()).unwrap().len();
    let before = count();
    let error = fixture.refusal(
        r#"[{"method": "POST", "endpoint": "/e-entity/cities/documents", "body": "Cork"},
            {"method": "POST", "endpoint": "/e-entity/nobody/documents"}]"#,
        &[],
    );
    assert_eq!(error.step(), Some(1));
    assert_eq!(count(), before);
}

#[test]
fn private_pipelines_are_their_owners_alone() {
    let fixture = fixture();
    let id = fixture.store(r#"[{"method": "POST", "endpoint": "/e-entity/cities/documents"}]"#);
    let call = || Call::new(format!("/pipelining/chain/{id}")).with_body("Cork");
    assert!(fixture.engine.session(Caller::Anonymous).call(call()).is_ok());
    let mut private = ResourceUpdate::default();
    private.set("visibility", "private").unwrap();
    fixture.session().pipelines().update(&id, None, &private).unwrap();
    let anonymous = fixture.engine.session(Caller::Anonymous).call(call()).unwrap_err();
    assert_eq!(anonymous.kind(), ErrorKind::Unauthenticated);
    let ben = user(&fixture.engine, "ben");
    assert_eq!(
        fixture.engine.session(ben.clone()).call(call()).unwrap_err().kind(),
        ErrorKind::NotFound
    );
    // A request can contain the token of its caller.
    let Caller::Token(token) = &fixture.anna else { unreachable!() };
    let chain = format!(
        r#"[{{"method": "POST", "endpoint": "/pipelining/chain/{id}", "body": "Cork",
            "headers": {{"X-Auth-Token": "{}"}}}}]"#,
        token.to_text()
    );
    assert!(
        fixture.engine.session(ben).call(Call::new("/pipelining/chain").with_body(chain)).is_ok()
    );
}

#[test]
fn steps_have_so_much_time() {
    let mut settings = Settings::default();
    settings.pipelines.time = Duration::ZERO;
    let fixture = world_with(settings);
    let error = fixture.refusal(
        r#"[{"method": "POST", "endpoint": "/e-entity/cities/documents", "body": "Cork"}]"#,
        &[],
    );
    assert_eq!((error.kind(), error.step()), (ErrorKind::Deadline, Some(0)));
}

#[test]
fn a_step_that_takes_the_time_of_all_is_the_step_of_the_error() {
    let mut settings = Settings::default();
    settings.pipelines.time = Duration::from_millis(200);
    // The time limit is exceeded while it reads a document, whose error it ignores.
    let page = "<p>Cork</p>".repeat(1_000);
    let slow = recognizer::from_fn(move |_| {
        thread::sleep(Duration::from_millis(250));
        assert!(decode(page.as_bytes(), Format::Html, &DecodeOptions::default()).is_err());
        Ok(Vec::new())
    });
    let engine = Engine::builder(settings).recognizer("slow", slow).open().unwrap();
    let step = r#"{"method": "POST", "endpoint": "/e-entity/slow/documents", "body": "Cork"}"#;
    let chain = format!("[{step},{step}]");
    let call = Call::new("/pipelining/chain").with_body(chain);
    let error = engine.session(Caller::Anonymous).call(call).unwrap_err();
    assert_eq!((error.kind(), error.step()), (ErrorKind::Deadline, Some(0)), "{error}");
}
