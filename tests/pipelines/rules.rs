//! Execution rules 1 to 7 of the interface, each tested by an effect that would be different
//! without the rule.

use glossweave::service::Call;
use glossweave::{ErrorKind, rdf};

use super::fixture::{fixture, text};

const CITIES: &str = r#"{"method": "POST", "endpoint": "/e-entity/cities/documents"}"#;

#[test]
fn rule_1_requests_run_in_order_and_the_result_replaces_a_body() {
    let fixture = fixture();
    let answer = fixture
        .chain(
            r#"[{"method": "POST", "endpoint": "/e-entity/cities/documents", "body": "Cork on the Lee"},
            {"method": "POST", "endpoint": "/e-entity/rivers/documents", "body": "Dublin on the Liffey"}]"#,
        )
        .unwrap();
    assert_eq!(answer.media_type, "text/turtle");
    let found = text(&answer);
    assert!(found.contains("e.example/Cork") && found.contains("e.example/Lee"), "{found}");
    assert!(!found.contains("Dublin"), "the second body counted");
}

#[test]
fn rule_2_the_type_of_the_result_is_used_unless_the_request_has_one() {
    let fixture = fixture();
    let json = r#"[{"method": "POST", "endpoint": "/e-entity/cities/documents", "body": "Cork",
            "headers": {"Accept": "application/json+ld"}},
        {"method": "POST", "endpoint": "/e-entity/rivers/documents"HEADERS}]"#;
    let found = text(&fixture.chain(&json.replace("HEADERS", "")).unwrap());
    assert!(found.contains("nif:isString \"Cork\""), "{found}");
    // When the content type is plain text, the second request uses the JSON as its text.
    let plain = json.replace("HEADERS", r#", "headers": {"content-type": "text/plain"}"#);
    let found = text(&fixture.chain(&plain).unwrap());
    assert!(found.contains(r#"nif:isString "{\"@"#) || found.contains("@context"), "{found}");
    assert!(!found.contains("nif:isString \"Cork\""), "{found}");
}

#[test]
fn rule_3_the_first_request_keeps_its_own_body() {
    let fixture = fixture();
    let requests = format!("[{}]", CITIES.replace('}', r#", "body": "Cork"}"#));
    assert!(text(&fixture.chain(&requests).unwrap()).contains("e.example/Cork"));
    let error = fixture.refusal(&format!("[{CITIES}]"), &[]);
    assert_eq!(
        (error.kind(), error.parameter(), error.step()),
        (ErrorKind::Invalid, Some("input"), Some(0))
    );
}

#[test]
fn rule_4_body_and_formats_of_the_call_go_into_a_stored_pipeline() {
    let fixture = fixture();
    let id = fixture.store(
        r#"[{"method": "POST", "endpoint": "/e-entity/cities/documents",
            "headers": {"Content-Type": "text/plain"}},
        {"method": "POST", "endpoint": "/e-entity/rivers/documents",
            "parameters": {"outformat": "n-triples"}}]"#,
    );
    let path = format!("/pipelining/chain/{id}");
    let call =
        |call: Call| fixture.session().call(call.with_body("<p>Cork <b>on the Lee</b>")).unwrap();
    let own = call(Call::new(&path));
    assert_eq!(own.media_type, "application/n-triples");
    assert!(text(&own).contains("<p>Cork"), "it was read as plain text");
    let headers = call(
        Call::new(&path)
            .with_header("Content-Type", "text/html")
            .with_header("Accept", "text/turtle"),
    );
    assert_eq!(headers.media_type, "text/turtle");
    assert!(text(&headers).contains("nif:isString \"Cork on the Lee\""), "{}", text(&headers));
    let parameters = call(Call::new(format!("{path}?informat=html&outformat=json-ld")));
    assert_eq!(parameters.media_type, "application/ld+json");
    assert!(!text(&parameters).contains("<p>"));
    // If the call accepts any format, the format of the last request is used.
    let any = call(Call::new(&path).with_header("Accept", "*/*"));
    assert_eq!(any.media_type, "application/n-triples");
}

#[test]
fn rule_5_variables_stand_in_endpoints_parameters_and_headers() {
    let fixture = fixture();
    let id = fixture.store(
        r#"[{"method": "POST", "endpoint": "/e-$SERVICE$/$ENGINE$/documents?outformat=$OUT$",
            "parameters": {"prefix": "http://$HOST$/x#"}, "headers": {"Content-Type": "text/$SUB$"}}]"#,
    );
    let call = Call::new(format!("/pipelining/chain/{id}"))
        .with_body("<i>Cork</i> $SERVICE$")
        .with_parameter("SERVICE", "entity")
        .with_parameter("ENGINE", "cities")
        .with_parameter("OUT", "n-triples")
        .with_parameter("HOST", "a.example")
        .with_parameter("SUB", "html");
    let answer = fixture.session().call(call.clone()).unwrap();
    let found = text(&answer);
    assert_eq!(answer.media_type, "application/n-triples");
    assert!(found.contains("<http://a.example/x#char=0,14>"), "{found}");
    assert!(found.contains("Cork $SERVICE$"), "{found}");
    let mut lacking = call;
    lacking.parameters.retain(|(name, _)| !matches!(name.as_str(), "OUT" | "HOST"));
    let error = fixture.session().call(lacking).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert_eq!(error.message(), "variables without a value: `HOST`, `OUT`");
}

#[test]
fn rule_6_a_filter_of_the_last_request_or_of_the_call_is_the_same() {
    let fixture = fixture();
    let plain = r#"[{"method": "POST", "endpoint": "/e-entity/cities/documents", "body": "Cork, Dublin"},
        {"method": "POST", "endpoint": "/e-entity/rivers/documents"}]"#;
    let own = plain.replace(
        r#"rivers/documents""#,
        r#"rivers/documents", "parameters": {"filter": "entities"}"#,
    );
    let table = "word,entity\r\nCork,http://e.example/Cork\r\nDublin,http://e.example/Dublin\r\n";
    let found = fixture.chain(&own).unwrap();
    assert_eq!((text(&found).as_str(), found.media_type.as_str()), (table, "text/csv"));
    for parameters in [&[("filter", "entities")][..], &[("filter", "entities"), ("output", "csv")]]
    {
        assert_eq!(text(&fixture.chain_with(plain, parameters).unwrap()), table);
    }
    let json = fixture.chain_with(plain, &[("filter", "entities"), ("outformat", "json")]).unwrap();
    assert_eq!(json.media_type, "application/sparql-results+json");
    // Without a filter, the result is not a table.
    let error = fixture.refusal(plain, &[("output", "csv")]);
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("outformat")));
}

#[test]
fn rule_7_a_document_comes_back_through_three_services() {
    let fixture = fixture();
    let page =
        "<!DOCTYPE html><title>t</title>\n<p>The bank of the <b>Lee</b> in Cork.<!-- c --></p>\n";
    let requests = format!(
        r#"[{{"method": "POST", "endpoint": "/e-entity/cities/documents", "body": {body},
            "parameters": {{"informat": "html"}}}},
        {{"method": "POST", "endpoint": "/e-terminology/termbase?source-lang=en&target-lang=es&dataset=terms"}},
        {{"method": "POST", "endpoint": "/e-link/documents", "parameters": {{"templateid": "{link}"}}}},
        {{"method": "POST", "endpoint": "/e-entity/rivers/documents", "headers": {{"Accept": "text/html"}}}}]"#,
        body = serde_json::to_string(page).unwrap(),
        link = fixture.link,
    );
    let answer = fixture.chain(&requests).unwrap();
    assert_eq!(answer.media_type, "text/html");
    let found = text(&answer);
    for part in [
        "<!DOCTYPE html><title>t</title>\n<p>The <span its-term=\"yes\"",
        ">bank</span> of the <b><span its-ta-ident-ref=\"http://e.example/Lee\"",
        ">Lee</span></b> in <span its-ta-",
        ">Cork</span>.<!-- c --></p>\n",
    ] {
        assert!(found.contains(part), "{part} in {found}");
    }
    // The same with the format on the call.
    let on_call = requests.replace(r#""headers": {"Accept": "text/html"}"#, r#""headers": {}"#);
    assert_eq!(text(&fixture.chain_with(&on_call, &[("outformat", "html")]).unwrap()), found);
    // Without it, the formats between steps are the formats of the requests, and HTML cannot be
    // created from Turtle.
    let error = fixture.refusal(&requests, &[("useI18n", "false")]);
    assert_eq!((error.kind(), error.step()), (ErrorKind::Unsupported, Some(3)));
    let french = requests.replace("rivers/documents", "rivers/documents?language=fr");
    let error = fixture.refusal(&french, &[]);
    assert_eq!(
        (error.kind(), error.parameter(), error.step()),
        (ErrorKind::Invalid, Some("language"), Some(3))
    );
}

#[test]
fn what_the_last_request_allows_counts_for_the_round_trip() {
    let fixture = fixture();
    let xliff = r#"<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" datatype="plaintext"><body><trans-unit id="1"><source>To Cork</source></trans-unit></body></file></xliff>"#;
    let id = fixture.store(
        r#"[{"method": "POST", "endpoint": "/e-entity/cities/documents"},
            {"method": "POST", "endpoint": "/e-entity/rivers/documents", "parameters": {"any-format": "$ANY$"}}]"#,
    );
    let call = |any: &str| {
        let call = Call::new(format!("/pipelining/chain/{id}?informat=xliff&outformat=xliff"));
        fixture.session().call(call.with_parameter("ANY", any).with_body(xliff))
    };
    assert!(text(&call("yes").unwrap()).contains("<mrk "));
    assert_eq!(call("no").unwrap_err().parameter(), Some("outformat"));
    // The call can enable it for a pipeline that does not, including nested pipelines.
    let id = fixture.store(
        r#"[{"method": "POST", "endpoint": "/e-entity/cities/documents?language=fr"},
            {"method": "POST", "endpoint": "/e-entity/rivers/documents?language=fr"}]"#,
    );
    let outer =
        fixture.store(&format!(r#"[{{"method": "POST", "endpoint": "/pipelining/chain/{id}"}}]"#));
    for id in [id, outer] {
        let call = |parameters: &[(&str, &str)]| {
            let call = Call::new(format!("/pipelining/chain/{id}?informat=xliff&outformat=xliff"));
            let given = parameters.iter();
            let call = given.fold(call, |call, (name, value)| call.with_parameter(*name, *value));
            fixture.session().call(call.with_body(xliff))
        };
        let [format, language] = [("any-format", "yes"), ("any-language", "yes")];
        assert!(text(&call(&[format, language]).unwrap()).contains("<mrk "));
        assert_eq!(call(&[language]).unwrap_err().parameter(), Some("outformat"));
        assert_eq!(call(&[format]).unwrap_err().parameter(), Some("language"));
    }
}

#[test]
fn without_rule_7_stylesheets_stand_between_documents() {
    let fixture = fixture();
    let requests = r#"[{"method": "POST", "endpoint": "/toolbox/xslt-converter/documents/identity",
            "body": "<p>To Cork</p>"},
        {"method": "POST", "endpoint": "/e-entity/cities/documents", "parameters": {"outformat": "xml"}},
        {"method": "POST", "endpoint": "/toolbox/xslt-converter/documents/identity"}]"#;
    let answer = fixture.chain_with(requests, &[("useI18n", "false")]).unwrap();
    assert!(text(&answer).contains("taIdentRef=\"http://e.example/Cork\""), "{}", text(&answer));
    assert_eq!(answer.media_type, "text/xml");
}

#[test]
fn statistics_wrap_the_answer() {
    let fixture = fixture();
    let requests = r#"[{"method": "POST", "endpoint": "/e-entity/cities/documents?language=en", "body": "Cork"},
        {"method": "POST", "endpoint": "/e-entity/rivers/documents"}]"#;
    let plain = fixture.chain_with(requests, &[("stats", "false")]).unwrap();
    let answer = fixture.chain_with(requests, &[("stats", "true")]).unwrap();
    assert_eq!(answer.media_type, "application/json");
    let found: serde_json::Value = serde_json::from_slice(&answer.bytes).unwrap();
    assert_eq!(found["content"]["contentType"], "text/turtle");
    let body = found["content"]["body"].as_str().unwrap();
    let graph = |bytes: &[u8]| rdf::read(bytes, glossweave::Format::Turtle, None).unwrap();
    assert!(graph(body.as_bytes()).is_isomorphic(&graph(&plain.bytes)));
    let metadata = &found["metadata"];
    assert_eq!(metadata["steps"][0]["endpoint"], "/e-entity/cities/documents");
    let times = &metadata["executionTime"];
    let sum = times["0"].as_f64().unwrap() + times["1"].as_f64().unwrap();
    assert!(sum > 0.0 && sum <= metadata["totalExecutionTime"].as_f64().unwrap() + 0.01);
}
