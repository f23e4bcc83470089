//! The memory allowance of a call, and the maximum size of an answer.

#![allow(clippy::unwrap_used)] // A failing test reports its line.

use glossweave::entity::Dictionary;
use glossweave::service::Call;
use glossweave::{Caller, Engine, Error, ErrorKind, Settings};

fn engine(settings: &[(&str, &str)]) -> Engine {
    let table = "uri,label,type\nhttp://example.org/a,a,http://example.org/Letter\n";
    let names = Dictionary::from_csv(table.as_bytes()).unwrap();
    let settings = Settings::from_pairs(settings.iter().copied()).unwrap();
    Engine::builder(settings).recognizer("names", names).open().unwrap()
}

fn call(engine: &Engine, call: Call) -> Result<usize, Error> {
    engine.session(Caller::Anonymous).call(call).map(|answer| answer.bytes.len())
}

fn text(words: usize) -> Call {
    let call = Call::new("/e-entity/names/documents").with_header("Content-Type", "text/plain");
    call.with_body("a ".repeat(words))
}

/// Returns the smallest `limits.memory` for which a call succeeds.
fn needs(make: impl Fn() -> Call) -> usize {
    let (mut low, mut high) = (0, 64 << 20);
    while high - low > 1 << 10 {
        let middle = (low + high) / 2;
        match call(&engine(&[("limits.memory", &middle.to_string())]), make()) {
            Ok(_) => high = middle,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
                assert!(error.message().contains(&format!("{middle} bytes; request less")));
                low = middle;
            }
        }
    }
    high
}

#[test]
fn annotations_and_the_answer_draw_on_one_allowance() {
    let found = needs(|| text(1_000));
    // The annotations and the answer separately need less memory.
    let answer = call(&engine(&[]), text(1_000)).unwrap();
    assert!(found > answer + 1_000 * 100, "{found} for an answer of {answer}");
    assert!(found < 16 << 20, "{found}");
    // Half the names need half the memory.
    let half = needs(|| text(500));
    assert!((found / 2).abs_diff(half) < found / 8, "{half} and {found}");
    // The document is returned with annotations.
    let page = || {
        let call = Call::new("/e-entity/names/documents?outformat=html");
        call.with_header("Content-Type", "text/html")
            .with_body("<p>".to_owned() + &"a ".repeat(1_000))
    };
    let woven = call(&engine(&[]), page()).unwrap();
    let found = needs(page);
    assert!(found > woven + 1_000 * 100, "{found} for a page of {woven}");
}

#[test]
fn statements_that_are_read_draw_on_it_too() {
    let turtle = |statements: usize| {
        let mut body = String::from(
            "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
             <http://a.example/#char=0,1> a nif:Context ; nif:isString 'a' .\n",
        );
        (0..statements)
            .for_each(|number| body.push_str(&format!("<http://b/> <http://c/> {number} .\n")));
        let call =
            Call::new("/e-entity/names/documents").with_header("Content-Type", "text/turtle");
        call.with_body(body)
    };
    let (few, many) = (needs(|| turtle(10)), needs(|| turtle(2_010)));
    assert!(many > few + 2_000 * 100, "{few} and {many}");
}

#[test]
fn steps_of_a_pipeline_share_it_with_the_values_of_variables() {
    let request = r#"{"method": "POST", "endpoint": "/e-entity/names/documents",
        "parameters": {"prefix": "http://a.example/$A$"}}"#;
    let chain = |value: usize, steps: usize| {
        let first = request.replacen('{', r#"{"body": "a", "#, 1);
        let mut all = vec![first];
        all.extend(std::iter::repeat_n(request.to_owned(), steps - 1));
        let path = format!("/pipelining/chain?A={}", "a".repeat(value));
        Call::new(path).with_body(format!("[{}]", all.join(", ")))
    };
    // A value of 1,000 bytes in ten steps, and a value of one byte. The values add up, but the
    // steps do not.
    let (short, long) = (needs(|| chain(1, 10)), needs(|| chain(1_000, 10)));
    assert!(long > short + 9 * 999, "{short} and {long}");
    let (one, ten) = (needs(|| chain(1, 1)), short);
    assert!(ten < 4 * one, "{one} and {ten}");
}

#[test]
fn the_longest_answer_is_set_for_the_engine_and_for_a_call() {
    let engine_bound = engine(&[("limits.output", "2000")]);
    call(&engine_bound, text(1)).unwrap();
    for outformat in ["turtle", "json-ld", "n-triples", "rdf-xml"] {
        let long = text(20).with_parameter("outformat", outformat);
        let error = call(&engine_bound, long.clone()).unwrap_err();
        assert_eq!(
            (error.kind(), error.parameter()),
            (ErrorKind::TooLarge, Some("max-output-bytes")),
            "{outformat}: {error}"
        );
        // A call may set another limit.
        call(&engine_bound, long.clone().with_parameter("max-output-bytes", "1000000")).unwrap();
        let engine = engine(&[]);
        let length = call(&engine, long.clone()).unwrap();
        let with = |most: usize| long.clone().with_parameter("max-output-bytes", most.to_string());
        assert_eq!(call(&engine, with(length)).unwrap(), length);
        assert_eq!(call(&engine, with(length - 1)).unwrap_err().kind(), ErrorKind::TooLarge);
    }
    let wrong = text(1).with_parameter("max-output-bytes", "few");
    assert_eq!(call(&engine(&[]), wrong).unwrap_err().parameter(), Some("max-output-bytes"));
}

#[test]
fn all_calls_together_have_a_bound() {
    let words = 1_500;
    let one = needs(|| text(words));
    assert!(one > 4 << 20, "{one}");
    // The limit is too low for one call, so that a smaller document is requested. The first MiB of
    // a call does not count.
    let small = engine(&[("limits.total-memory", &(one - (1 << 20)).to_string())]);
    assert_eq!(call(&small, text(words)).unwrap_err().kind(), ErrorKind::TooLarge);
    // The limit is high enough for one call. When there are several, the later ones must be
    // repeated.
    let most = (one + (1 << 20)).to_string();
    let engine = engine(&[("limits.total-memory", &most)]);
    let done: Vec<_> = std::thread::scope(|scope| {
        let many: Vec<_> = (0..6).map(|_| scope.spawn(|| call(&engine, text(words)))).collect();
        many.into_iter().map(|one| one.join().unwrap()).collect()
    });
    for outcome in done {
        if let Err(error) = outcome {
            assert_eq!(error.kind(), ErrorKind::Unavailable, "{error}");
            assert!(error.message().contains(&format!("{most} bytes (`limits.total-memory`)")));
            assert!(error.retry_after().is_some());
        }
    }
    // All memory is returned.
    call(&engine, text(words)).unwrap();
    call(&engine, text(words)).unwrap();
}
