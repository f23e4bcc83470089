//! Tests for limits on calls and costs.

use std::io::Write;
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::LanguageModel;
use crate::Service;
use glossweave_base::error::ErrorKind;
use glossweave_testing::server::{Server, answer};

fn at(server: &Server) -> LanguageModel {
    LanguageModel::at(Service::new(&server.url("/v1")).unwrap(), "tiny")
}

/// Starts a server that responds after some time, with token counts if `counts` is true.
fn server(time: Duration, counts: bool) -> Server {
    Server::new(move |_, _, stream| {
        thread::sleep(time);
        let mut body = json!({"choices": [{"message": {"content": "{}"}}]});
        if counts {
            body["usage"] = json!({"prompt_tokens": 2_000_000, "completion_tokens": 1_000_000});
        }
        let _ = stream.write_all(answer("200 OK", "", &body.to_string()).as_bytes());
    })
}

#[test]
fn a_spent_budget_refuses_calls() {
    let server = server(Duration::ZERO, true);
    let mut model = at(&server);
    for (name, value) in [("prompt-price", "0.5"), ("completion-price", "2"), ("budget", "4.5")] {
        model.set(name, value).unwrap();
    }
    let copy = model.clone();
    let ask = |user: &str| model.ask("You count.", user, &json!({}), false);
    ask("one").unwrap();
    assert_eq!(copy.usage().cost, 3.0);
    ask("two").unwrap();
    let error = ask("three").err().unwrap();
    assert_eq!((error.kind(), error.code()), (ErrorKind::Throttled, Some("budget")));
    assert!(error.message().ends_with("is not called: the budget of 4.5 is spent"), "{error}");
    // A cached answer costs nothing.
    ask("one").unwrap();
    assert_eq!((server.seen().len(), copy.usage().calls, copy.usage().cached), (2, 2, 1));
    assert_eq!(copy.usage().prompt_tokens, 4_000_000);
}

#[test]
fn a_budget_needs_prices_and_tokens_are_estimated() {
    let server = server(Duration::ZERO, false);
    let mut model = at(&server);
    model.set("budget", "1").unwrap();
    let error = model.ask("", "one", &json!({}), false).err().unwrap();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("budget")));
    model.set("prompt-price", "1000").unwrap();
    model.ask("", &"word ".repeat(2_000), &json!({}), false).unwrap();
    let usage = model.usage();
    assert!((2_500..2_600).contains(&usage.prompt_tokens), "{usage:?}");
    assert_eq!(usage.completion_tokens, 1);
    assert!(usage.cost > 2.5);
    for (name, value) in [("budget", "-1"), ("prompt-price", "NaN"), ("concurrency", "0")] {
        assert_eq!(model.set(name, value).unwrap_err().parameter(), Some(name));
    }
}

#[test]
fn calls_keep_to_the_limits() {
    let server = server(Duration::from_millis(1_500), true);
    let mut model = at(&server);
    model.set("concurrency", "1").unwrap();
    model.set("milliseconds", "4000").unwrap();
    let mut all = Vec::new();
    thread::scope(|scope| {
        let ask = |number: usize| model.ask("", &number.to_string(), &json!({}), false);
        let calls: Vec<_> =
            (0..3).map(|number| scope.spawn(move || ask(number).map(drop))).collect();
        all.extend(calls.into_iter().map(|call| call.join().unwrap()));
    });
    assert!(all.iter().any(Result::is_ok));
    assert!(
        all.iter()
            .flat_map(|result| result.as_ref().err())
            .all(|error| error.kind() == ErrorKind::Deadline)
    );
    assert!(all.iter().any(Result::is_err));

    let mut model = at(&server);
    model.set("requests-per-minute", "2").unwrap();
    for user in ["one", "two"] {
        model.ask("", user, &json!({}), false).unwrap();
    }
    let error = model.ask("", "three", &json!({}), false).err().unwrap();
    assert_eq!((error.kind(), error.code()), (ErrorKind::Throttled, Some("requests-per-minute")));
    assert!(error.retry_after().is_some_and(|wait| wait > Duration::from_secs(30)));
}

#[test]
fn prompts_are_read_from_files() {
    let server = server(Duration::ZERO, true);
    let mut model = at(&server);
    assert_eq!(model.prompt("default").fill(|_| None), "default");
    let path = std::env::temp_dir().join(format!("glossweave-prompt-{}", std::process::id()));
    std::fs::write(&path, "Find {{what}}.").unwrap();
    model.set("prompt-file", path.to_str().unwrap()).unwrap();
    let filled = model.prompt("default").fill(|name| Some(name.to_uppercase()));
    assert_eq!(filled, "Find WHAT.");
    std::fs::write(&path, b"\xFF").unwrap();
    let error = model.set("prompt-file", path.to_str().unwrap()).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Malformed, Some("prompt-file")));
    std::fs::remove_file(&path).unwrap();
    let error = model.set("prompt-file", path.to_str().unwrap()).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Storage, Some("prompt-file")));
}
