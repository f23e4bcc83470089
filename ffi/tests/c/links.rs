//! The rows of the steps `link` and `explore` through the C API. Writes frames to `links.c`, which returns
//! answers.

use std::process::Command;

use serde_json::Value;

use super::filters::parted;

/// Returns `true` if an object has no other keys.
fn has_only(object: &Value, known: &[&str]) -> bool {
    object.as_object().is_none_or(|object| object.keys().all(|key| known.contains(&key.as_str())))
}

fn fault(expect: &Value, name: &str, answer: &str) -> bool {
    assert!(has_only(expect, &["bytes", "contains", "lacks", "error"]), "{expect}");
    assert!(has_only(&expect["error"], &["kind", "message"]), "{expect}");
    let parts = |key: &str| -> Vec<String> {
        let given = expect.get(key).cloned().unwrap_or(Value::Array(Vec::new()));
        serde_json::from_value(given).unwrap()
    };
    if let Some(error) = expect.get("error") {
        let kind = format!("{} ", error["kind"].as_str().unwrap());
        let message = error["message"].as_str().unwrap();
        return name != "error" || !answer.starts_with(&kind) || !answer.contains(message);
    }
    name != "bytes"
        || expect["bytes"].as_str().is_some_and(|bytes| bytes != answer)
        || !parts("contains").iter().all(|part| answer.contains(part))
        || parts("lacks").iter().any(|part| answer.contains(part))
}

fn judge(rows: &[Value], answers: &[u8]) {
    let answers = parted(answers);
    assert_eq!(answers.len(), rows.len());
    for (row, (name, answer)) in rows.iter().zip(&answers) {
        assert!(!fault(&row["expect"], name, answer), "{}: {name} {answer}", row["name"]);
    }
}

#[test]
fn every_row_of_links_is_answered_as_expected() {
    let rows = super::root().join("tests/cases/link/rows.json");
    let rows: Vec<Value> = serde_json::from_slice(&std::fs::read(rows).unwrap()).unwrap();
    assert!(rows.len() >= 20);
    let mut frames = Vec::new();
    for row in &rows {
        let mut say = |name: &str, value: &str| {
            frames.extend_from_slice(format!("{name} {}\n{value}\n", value.len()).as_bytes());
        };
        let body = serde_json::json!({"query": row["template"], "endpoint": "dataset:facts"});
        say("template", &body.to_string());
        for name in ["step", "data", "input", "resource"] {
            say(name, row[name].as_str().unwrap_or_default());
        }
        say("param.informat", row["informat"].as_str().unwrap_or("text"));
        if let Some(format) = row["outformat"].as_str() {
            say("param.outformat", format);
        }
        for (name, value) in row["parameters"].as_object().into_iter().flatten() {
            say(&format!("param.{name}"), value.as_str().unwrap());
        }
        say("run", "");
    }
    let program = super::root().join("ffi/tests/c/links.c");
    let program = super::build(&program, super::Linked::Shared, "links");
    judge(&rows, &super::succeeds(&mut Command::new(&program), &frames));
    if glossweave_testing::more() && super::is_there("valgrind") {
        judge(&rows, &super::succeeds(super::valgrind().arg(program), &frames));
    }
}
