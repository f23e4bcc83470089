use super::stored::read;
use glossweave_base::error::ErrorKind;

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
        assert_eq!(error.message(), format!("request 1: {expected}"));
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
    assert_eq!(error.to_string(), "the JSON is wrong: expected `:` at line 2 column 6");
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
