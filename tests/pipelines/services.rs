//! Services by path: names, formats and the rules of conversion.

use glossweave::batch::BatchDocument;
use glossweave::error::Side;
use glossweave::job::JobOptions;
use glossweave::pipeline::BatchOptions;
use glossweave::service::{Call, Method};
use glossweave::{Caller, Error, ErrorKind, Settings};

use super::fixture::{fixture, text, world_with};

fn refusal(call: Call) -> Error {
    let fixture = fixture();
    fixture.session().call(call).unwrap_err()
}

#[test]
fn formats_are_those_of_parameters_then_of_headers() {
    let fixture = fixture();
    let cities = || Call::new("/e-entity/cities/documents").with_body("<p>Cork");
    for (call, media_type, contains) in [
        (cities(), "text/turtle", "isString \"<p>Cork\""),
        (
            cities().with_header("Content-Type", "TEXT/HTML; charset=utf-8"),
            "text/turtle",
            "isString \"Cork\"",
        ),
        (cities().with_parameter("f", "html"), "text/turtle", "isString \"Cork\""),
        (
            cities().with_parameter("f", "html").with_parameter("informat", "text"),
            "text/turtle",
            "\"<p>Cork\"",
        ),
        (cities().with_parameter("o", "application/x-turtle"), "application/x-turtle", "isString"),
        (cities().with_header("Accept", "application/json+ld"), "application/json+ld", "@context"),
        (cities().with_header("Accept", "application/json"), "application/json", "@context"),
        (cities().with_parameter("outformat", "json"), "application/ld+json", "@context"),
        (cities().with_header("Accept", "text/html;q=0.9, */*;q=0.1"), "text/turtle", "isString"),
        (
            cities()
                .with_parameter("f", "html")
                .with_header("Accept", "text/html;q=0.9, */*;q=0.1"),
            "text/html",
            "<p><span its-ta-",
        ),
        (
            cities()
                .with_header("Accept", "text/comma-separated-values")
                .with_parameter("filter", "entities"),
            "text/comma-separated-values",
            "Cork,http://e.example/Cork\r\n",
        ),
        (
            cities().with_header("Accept", "text/xml").with_parameter("filter", "entities"),
            "text/xml",
            "<sparql",
        ),
        (
            cities().with_parameter("i", "Dublin").with_parameter("p", "http://p.example/"),
            "text/turtle",
            "http://p.example/#char=0,6",
        ),
    ] {
        let shown = format!("{call:?}");
        let answer = fixture.session().call(call).unwrap();
        assert_eq!(answer.media_type, media_type, "{shown}");
        assert!(text(&answer).contains(contains), "{contains} in {}", text(&answer));
    }
}

#[test]
fn the_tools_take_documents_too() {
    let fixture = fixture();
    let services = fixture.session();
    let turtle = "<http://a.example/#char=0,4> <http://www.w3.org/2005/11/its/rdf#taIdentRef> <http://e.example/Cork> ;
        <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#anchorOf> 'Cork' .";
    let filter = Call::new("/toolbox/convert/documents/entities").with_body(turtle);
    let answer = services.call(filter.clone()).unwrap();
    assert_eq!(text(&answer), "word,entity\r\nCork,http://e.example/Cork\r\n");
    let answer = services.call(filter.clone().with_parameter("outformat", "turtle")).unwrap();
    assert!(text(&answer).contains("result-set#"));
    let error = services.call(filter.clone().with_parameter("i", "x")).unwrap_err();
    assert_eq!(error.parameter(), Some("i"));
    let error = services.call(filter.with_header("Content-Type", "text/html")).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Unsupported), "{error:?}");

    let converter = Call::new("/toolbox/xslt-converter/documents/identity").with_body("<p>x</p>");
    let answer = services.call(converter.clone().with_parameter("anything", "y")).unwrap();
    assert!(answer.media_type == "text/xml" && text(&answer).ends_with("<p>x</p>\n"));
    let html =
        converter.with_header("Content-Type", "text/html").with_header("Accept", "text/html");
    assert_eq!(services.call(html).unwrap().media_type, "text/html");
}

#[test]
fn every_service_answers() {
    let fixture = fixture();
    let services = fixture.session();
    let cities = Call::new("/e-entity/cities/documents").with_body("The bank in Cork");
    let entities = services.call(cities).unwrap();
    let next = |path: &str| {
        let call = Call::new(path).with_body(entities.bytes.clone());
        text(&services.call(call.with_header("Content-Type", "text/turtle")).unwrap())
    };
    assert!(next(&format!("/e-link/documents?templateid={}", fixture.link)).contains("224004"));
    assert!(
        next("/e-terminology/termbase?dataset=terms&source-lang=en").contains("t.example/bank")
    );
    assert!(
        next("/e-translation/loud?source-lang=en&target-lang=es")
            .contains("\"THE BANK IN CORK\"@es")
    );
}

#[test]
fn markup_is_converted_as_rule_5_says() {
    let mut settings = Settings::default();
    settings.i18n.blacklist = "/e-entity/cities".into();
    let fixture = world_with(settings);
    let services = fixture.session();
    let call = |engine: &str, requested: Option<&str>| {
        let path = format!("/e-entity/{engine}/documents?informat=html");
        let call = Call::new(path).with_body("<p>Cork");
        services.call(
            requested
                .into_iter()
                .fold(call, |call, requested| call.with_parameter("useI18n", requested)),
        )
    };
    for (engine, requested, converts) in [
        ("cities", None, false),
        ("cities", Some("undefined"), false),
        ("cities", Some("true"), true),
        ("cities", Some("false"), false),
        ("rivers", None, true),
        ("rivers", Some("undefined"), true),
        ("rivers", Some("true"), true),
        ("rivers", Some("false"), false),
    ] {
        match call(engine, requested) {
            Ok(_) => assert!(converts, "{engine} {requested:?}"),
            Err(error) => {
                assert!(!converts, "{engine} {requested:?} {error}");
                assert_eq!(
                    (error.kind(), error.side()),
                    (ErrorKind::Unsupported, Some(Side::Input))
                );
            }
        }
    }
    assert_eq!(call("rivers", Some("perhaps")).unwrap_err().parameter(), Some("useI18n"));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let cities = |body: &str| Call::new("/e-entity/cities/documents").with_body(body);
    for (call, kind, parameter) in [
        (cities(""), ErrorKind::Invalid, Some("input")),
        (cities("x").with_parameter("outformat", "html"), ErrorKind::Invalid, Some("outformat")),
        (cities("x").with_parameter("outformat", "csv"), ErrorKind::Invalid, Some("outformat")),
        (cities("x").with_header("Accept", "text/html"), ErrorKind::Unsupported, Some("Accept")),
        (cities("x").with_header("Accept", "html"), ErrorKind::Invalid, Some("Accept")),
        (
            cities("x").with_header("Content-Type", "image/png"),
            ErrorKind::Unsupported,
            Some("Content-Type"),
        ),
        (cities("x").with_parameter("informat", "latex"), ErrorKind::Unsupported, Some("informat")),
        (cities("x").with_parameter("colour", "red"), ErrorKind::Invalid, Some("colour")),
        (Call::new("/e-entity/cities"), ErrorKind::NotFound, None),
        (Call::new("/e-entity//documents"), ErrorKind::NotFound, None),
        (Call::new("/e-link/documents").with_body("x"), ErrorKind::Invalid, Some("templateid")),
        (
            Call::new("/e-translation/loud?source-lang=en").with_body("x"),
            ErrorKind::Invalid,
            Some("target-lang"),
        ),
        (Call::new("/pipelining/steps"), ErrorKind::NotFound, None),
        (Call::new("/engines"), ErrorKind::NotFound, Some("method")),
        (cities("x").with_method(Method::Get), ErrorKind::NotFound, Some("method")),
        (Call::new("/user?async=true"), ErrorKind::Invalid, Some("async")),
        (Call::new("/user/ann%FF"), ErrorKind::Invalid, Some("path")),
        (Call::new("/engines\n"), ErrorKind::NotFound, None),
        (
            Call::new("/user?username=anna&password=correct%20h%FFrse"),
            ErrorKind::Invalid,
            Some("password"),
        ),
    ] {
        let shown = format!("{call:?}");
        let error = refusal(call);
        assert_eq!((error.kind(), error.parameter()), (kind, parameter), "{shown}: {error}");
    }
}

#[test]
fn steps_jobs_and_batches_reach_services_and_pipelines_only() {
    let fixture = fixture();
    let session = fixture.engine.local_session().unwrap();
    let document = || [BatchDocument::new("x")].into_iter();
    let batch = |path: &str| {
        let options = BatchOptions::default();
        let mut results = session.batch(Call::new(path), document(), &options)?;
        results.next().unwrap().answer
    };
    for path in ["/user", "/models/towns", "/toolbox/convert/manage/all", "/jobs", "/authenticate"]
    {
        let chain = format!(r#"[{{"method": "POST", "endpoint": "{path}", "body": "x"}}]"#);
        let error = session.call(Call::new("/pipelining/chain").with_body(chain)).unwrap_err();
        assert_eq!((error.kind(), error.step()), (ErrorKind::NotFound, Some(0)), "{path}");
        let error = session.jobs().submit(Call::new(path), &JobOptions::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound, "{path}");
        assert_eq!(batch(path).unwrap_err().kind(), ErrorKind::NotFound, "{path}");
    }
    // Neither is a document of a batch a job.
    let error = batch("/e-entity/cities/documents?async=true").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("async")));
}

#[test]
fn a_token_that_nobody_has_is_refused_everywhere() {
    let fixture = fixture();
    let nobody = fixture.engine.session(Caller::token("zz"));
    let chain = r#"[{"method": "POST", "endpoint": "http://127.0.0.1:9/", "body": "x"}]"#;
    for call in [
        Call::new("/e-terminology/extraction?source-lang=en").with_body("A text."),
        Call::new("/e-entity/cities/documents").with_body("Cork"),
        Call::new("/e-entity/nope/documents").with_body("Cork"),
        Call::new("/pipelining/chain").with_body(chain),
    ] {
        let shown = format!("{call:?}");
        assert_eq!(nobody.call(call).unwrap_err().kind(), ErrorKind::Unauthenticated, "{shown}");
    }
}

#[test]
fn a_document_comes_back_with_the_name_of_its_encoding() {
    let fixture = fixture();
    let page = || b"<p>Z\xfcrich, Cork".to_vec();
    let latin = "text/html; charset=iso-8859-1";
    let call = Call::new("/e-entity/cities/documents").with_header("Content-Type", latin);
    let call = call.with_header("Accept", "text/html").with_body(page());
    let answer = fixture.session().call(call).unwrap();
    assert_eq!(answer.media_type, "text/html; charset=windows-1252");
    assert!(answer.bytes.starts_with(b"<p>Z\xfcrich, <span "));
    let id = fixture.store(
        r#"[{"method": "POST", "endpoint": "/e-entity/cities/documents"},
            {"method": "POST", "endpoint": "/e-entity/rivers/documents"}]"#,
    );
    let call = Call::new(format!("/pipelining/chain/{id}?outformat=html"));
    let answer = fixture.session().call(call.with_header("Content-Type", latin).with_body(page()));
    assert_eq!(answer.unwrap().media_type, "text/html; charset=windows-1252");
}

#[test]
fn private_things_are_not_used_by_strangers() {
    let fixture = fixture();
    let changes = |visibility: &str| {
        let mut changes = glossweave::resource::ResourceUpdate::default();
        changes.set("visibility", visibility).unwrap();
        changes
    };
    fixture.session().filters().update("entities", None, &changes("private")).unwrap();
    let call = || Call::new("/e-entity/cities/documents?filter=entities").with_body("Cork");
    assert!(fixture.session().call(call()).is_ok());
    let stranger = fixture.engine.session(Caller::Anonymous);
    assert_eq!(stranger.call(call()).unwrap_err().kind(), ErrorKind::Unauthenticated);
}
