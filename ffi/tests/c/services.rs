//! The rows for services by their paths through the C API. Writes frames to `services.c`, which returns
//! answers.

use std::process::Command;

use serde_json::{Value, json};

use super::filters::parted;

fn read(name: &str) -> Value {
    let path = super::root().join("tests/cases/service").join(name);
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// Returns the input. The store assigns numbers in order: to new templates, after the existing templates.
fn frames(rows: &[Value]) -> Vec<u8> {
    let mut frames = Vec::new();
    let mut say = |name: &str, value: &str| {
        frames.extend_from_slice(format!("{name} {}\n{value}\n", value.len()).as_bytes());
    };
    let world = read("world.json");
    let mut all = Vec::new();
    for (kind, list) in [
        ("dataset", "datasets"),
        ("filter", "filters"),
        ("xsltconverter", "converters"),
        ("profile", "profiles"),
    ] {
        all.extend(world[list].as_array().unwrap().iter().map(|one| (kind, one.clone())));
    }
    all.push(("template", json!({"name": "", "content": world["template"].to_string()})));
    for (kind, one) in &all {
        say("kind", kind);
        say("name", one["name"].as_str().unwrap());
        say("content", one["content"].as_str().unwrap());
        for option in ["informat", "type"] {
            if let Some(value) = one[option].as_str() {
                say(&format!("param.{option}"), value);
            }
        }
        say("create", "");
    }
    let mut stored = 0;
    for row in rows {
        if let Some(requests) = row.get("store") {
            stored += 1;
            say("kind", "pipeline");
            say("content", &requests.to_string());
            say("create", "");
        }
        let fill =
            |text: &str| text.replace("{link}", "7").replace("{stored}", &stored.to_string());
        say("path", &fill(row["path"].as_str().unwrap()));
        say("body", &fill(row["body"].as_str().unwrap_or_default()));
        for (set, column) in [("param", "parameters"), ("header", "headers")] {
            for (name, value) in row[column].as_object().into_iter().flatten() {
                say(&format!("{set}.{name}"), value.as_str().unwrap());
            }
        }
        say("call", "");
    }
    frames
}

fn fault(expect: &Value, name: &str, answer: &str) -> bool {
    let parts = |key: &str| -> Vec<&str> {
        expect[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    };
    if let Some(error) = expect.get("error") {
        let step = error["step"].as_i64().unwrap_or(-1);
        let start = format!("{step} {} ", error["kind"].as_str().unwrap());
        let message = error["message"].as_str().unwrap();
        return name != "error" || !answer.starts_with(&start) || !answer.contains(message);
    }
    let Some((media_type, found)) = answer.split_once('\n') else { return true };
    name != "bytes"
        || expect["media_type"].as_str().is_some_and(|wanted| wanted != media_type)
        || expect["bytes"].as_str().is_some_and(|bytes| bytes != found)
        || !parts("contains").iter().all(|part| found.contains(part))
        || parts("lacks").iter().any(|part| found.contains(part))
}

fn judge(rows: &[Value], answers: &[u8]) {
    let mut answers = parted(answers);
    answers.retain(|(name, json)| {
        let is_template = json.contains(r#""kind":"template""#);
        assert!(!is_template || json.contains(r#""id":"7""#), "{json}");
        name != "created"
    });
    assert_eq!(answers.len(), rows.len());
    for (row, (name, answer)) in rows.iter().zip(&answers) {
        assert!(!fault(&row["expect"], name, answer), "{}: {name} {answer}", row["name"]);
    }
}

#[test]
fn every_row_of_services_is_answered_as_expected() {
    let rows = read("rows.json");
    let rows = rows.as_array().unwrap();
    let frames = frames(rows);
    let program = super::root().join("ffi/tests/c/services.c");
    let program = super::build(&program, super::Linked::Shared, "services");
    judge(rows, &super::succeeds(&mut Command::new(&program), &frames));
    if glossweave_testing::more() && super::is_there("valgrind") {
        judge(rows, &super::succeeds(super::valgrind().arg(program), &frames));
    }
}
