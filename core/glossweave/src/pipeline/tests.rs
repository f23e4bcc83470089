use serde_json::Value;

use super::stored::read;
use super::{Pipeline, Request};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_base::provider::Parameter;
use glossweave_entity::EntityOptions;
use glossweave_rdf::ResultFormat;
use glossweave_term::TermOptions;
use glossweave_translate::{SrxExt, TranslationOptions};

#[test]
fn a_pipeline_shows_all_fields_of_its_requests() {
    let body =
        br#"[{"endpoint": "/a?x=$X$", "method": "POST", "parameters": {"b": "1", "a": "$A$"}},
        {"method": "POST", "endpoint": "/b", "headers": {"accept": "x"}, "body": "old"}]"#;
    let requests = read(body).unwrap();
    assert_eq!(
        serde_json::to_string(&requests).unwrap(),
        concat!(
            r#"[{"method":"POST","endpoint":"/a?x=$X$","parameters":{"b":"1","a":"$A$"},"#,
            r#""headers":{},"body":null},"#,
            r#"{"method":"POST","endpoint":"/b","parameters":{},"headers":{"accept":"x"},"body":"old"}]"#
        )
    );
}

#[test]
fn requests_that_cannot_run_are_refused_with_their_number() {
    let good = r#"{"method":"POST","endpoint":"/a","body":null}"#;
    for (second, expected) in [
        ("7", "expected an object, found a number"),
        (r#"{"endpoint":"/a"}"#, "`method` is missing"),
        (r#"{"method":"GET","endpoint":"/a"}"#, "expected the method `POST`, found `GET`"),
        (r#"{"method":"POST"}"#, "`endpoint` is missing"),
        (r#"{"method":"POST","endpoint":" "}"#, "`endpoint` is missing"),
        (
            r#"{"method":"POST","endpoint":"/a","headers":{"X-Auth-Token ":"a"}}"#,
            "`X-Auth-Token ` cannot be the name of a header",
        ),
        (
            r#"{"method":"POST","endpoint":"/a","url":"/"}"#,
            "no field `url`, expected one of method, endpoint, parameters, headers, body",
        ),
        (
            r#"{"method":"POST","endpoint":"/a","headers":[]}"#,
            "expected an object as `headers`, found an array",
        ),
        (
            r#"{"method":"POST","endpoint":"/a","parameters":{"a":1}}"#,
            "expected strings in `parameters`, found a number",
        ),
        (
            r#"{"method":"POST","endpoint":"/a","body":{}}"#,
            "expected a string as `body`, found an object",
        ),
        (
            r#"{"method":"POST","endpoint":"/a?f=$x$&i=$$informat$"}"#,
            "the parameter `informat` of a pipeline needs another name",
        ),
    ] {
        let error = read(format!("[{good},{second}]").as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
        assert_eq!(error.message(), format!("step 1: {expected}"));
    }
}

#[test]
fn a_pipeline_has_1_to_64_steps_and_begins_without_a_body() {
    let step = r#"{"method":"POST","endpoint":"/a"}"#;
    let many = |count| format!("[{}]", vec![step; count].join(","));
    assert_eq!(read(many(64).as_bytes()).unwrap().len(), 64);
    for bad in [
        many(0),
        many(65),
        "{}".to_owned(),
        r#"[{"method":"POST","endpoint":"/a","body":""}]"#.to_owned(),
    ] {
        assert_eq!(read(bad.as_bytes()).unwrap_err().kind(), ErrorKind::Invalid, "{bad}");
    }
    let error = read(b"[\n{\"a\" 1}]").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert_eq!(error.to_string(), "invalid JSON: expected `:` at line 2 column 6");
    assert_eq!(read(b"").unwrap_err().kind(), ErrorKind::Malformed);
    assert_eq!(read("[".repeat(100_000).as_bytes()).unwrap_err().kind(), ErrorKind::Malformed);
}

#[test]
fn variables_stand_between_dollars() {
    let body = r#"[{"method":"POST","endpoint":"$A$/b$B_1$$c-d$ 5$ x$ $","parameters":{"x":"$E$F$"},
        "headers":{"y":"$$G$"}}]"#;
    let requests = read(body.as_bytes()).unwrap();
    let names: Vec<_> = requests[0].variables().collect();
    assert_eq!(names, ["A", "B_1", "c-d", "E", "G"]);
}

#[test]
fn a_pipeline_has_every_option_of_a_service() {
    let mut entities = EntityOptions::default();
    for (name, value) in [
        ("dataset", "cities,rivers"),
        ("mode", "spot,link"),
        ("types", "http://example.org/City,http://example.org/River"),
        ("numLinks", "3"),
        ("threshold", "0.25"),
        ("mentions", "all"),
    ] {
        entities.set(name, value).unwrap();
    }
    let mut terms = TermOptions::default();
    for (name, value) in [
        ("source-lang", "en"),
        ("target-lang", "es"),
        ("domain", "law"),
        ("dataset", "banks"),
        ("mode", "annotation"),
        ("threshold", "0.5"),
    ] {
        terms.set(name, value).unwrap();
    }
    let srx = "<srx version='2.0' xmlns='http://www.lisa.org/srx20'><header/><body><languagerules/>\
        <maprules/></body></srx>";
    let mut translation = TranslationOptions::from_any("es".parse().unwrap());
    for (name, value) in [
        ("source-lang", "en"),
        ("domain", "law"),
        ("dataset", "terms"),
        ("key", "$KEY$"),
        ("keep", "Cork,Lee"),
        ("srx", srx),
        ("any-target", "yes"),
        ("max-severity", "50"),
    ] {
        translation.set(name, value).unwrap();
    }
    let pipeline = Pipeline::new()
        .entities_with("a/b", &entities)
        .terms_with("$WHO$", &terms)
        .translation("apertium", &translation);
    let [first, second, third] = pipeline.requests() else { panic!("{pipeline:?}") };
    assert_eq!(first.endpoint, "/e-entity/a%2Fb/documents");
    assert_eq!(second.endpoint, "/e-terminology/$WHO$");

    let names = |request: &Request, known: &[Parameter]| {
        let known = known.iter().map(|parameter| parameter.name);
        let mut known: Vec<_> = known.filter(|name| *name != "collection").collect();
        known.sort();
        let mut names: Vec<_> = request.parameters.keys().collect();
        names.sort();
        assert_eq!(names, known, "{}", request.endpoint);
    };
    names(first, EntityOptions::PARAMETERS);
    names(second, TermOptions::PARAMETERS);
    names(third, TranslationOptions::PARAMETERS);

    let values = |request: &Request| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        request.parameters.iter().map(|(name, value)| (name.clone(), text(value))).collect()
    };
    let mut same = EntityOptions::default();
    values(first).iter().for_each(|(name, value)| same.set(name, value).unwrap());
    assert_eq!(same, entities);
    let mut same = TermOptions::default();
    values(second).iter().for_each(|(name, value)| same.set(name, value).unwrap());
    assert_eq!(same, terms);
    let mut same = TranslationOptions::from_any("en".parse().unwrap());
    values(third).iter().for_each(|(name, value)| same.set(name, value).unwrap());
    assert_eq!(
        (same.target, same.kept, same.any_target, same.max_severity),
        (translation.target, translation.kept, true, 50)
    );
    assert_eq!(same.srx.unwrap().text(), srx);
}

#[test]
fn a_pipeline_is_read_as_it_was_written() {
    let pipeline = Pipeline::new()
        .links_with("5", [("event_type", "$TYPE$")])
        .converter_with("contents", [("title", "Dublin")])
        .filter("subjects", ResultFormat::Rdf(Format::Turtle))
        .stored("12")
        .request(Request::new("http://example.org/").with_header("X-Key", "$KEY$"))
        .output(Format::NTriples);
    assert_eq!(Pipeline::from_json(&pipeline.to_json()).unwrap(), pipeline);
    let endpoints: Vec<_> = pipeline.requests().iter().map(|one| one.endpoint.as_str()).collect();
    let expected = [
        "/e-link/documents",
        "/toolbox/xslt-converter/documents/contents",
        "/toolbox/convert/documents/subjects",
        "/pipelining/chain/12",
        "http://example.org/",
    ];
    assert_eq!(endpoints, expected);
    assert_eq!(pipeline.requests()[4].parameters["outformat"], "n-triples");

    let error = Pipeline::from_json(r#"[{"method":"GET","endpoint":"/a"}]"#).unwrap_err();
    assert_eq!(error.message(), "step 0: expected the method `POST`, found `GET`");
}

#[test]
fn a_pipeline_is_read_by_serde_with_the_checks_of_requests() {
    let pipeline = Pipeline::new().entities("cities").output(Format::Html);
    let json = serde_json::to_value(&pipeline).unwrap();
    assert_eq!(json, serde_json::from_str::<Value>(&pipeline.to_json()).unwrap());
    assert_eq!(serde_json::from_value::<Pipeline>(json.clone()).unwrap(), pipeline);
    let mut other = json;
    other[0]["method"] = "GET".into();
    let error = serde_json::from_value::<Pipeline>(other).unwrap_err().to_string();
    assert!(error.starts_with("step 0: expected the method `POST`"), "{error}");
    assert!(serde_json::from_str::<Pipeline>("[]").is_err());
}
