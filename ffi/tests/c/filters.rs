//! The rows of the step `filter` through the C API. Writes frames to `filters.c`, which returns answers.

use std::process::Command;

use serde_json::Value;

/// Splits the answers, each with the name of its frame.
pub(crate) fn parted(mut answers: &[u8]) -> Vec<(String, String)> {
    let mut parted = Vec::new();
    while !answers.is_empty() {
        let end = answers.iter().position(|byte| *byte == b'\n').unwrap();
        let head = std::str::from_utf8(&answers[..end]).unwrap();
        let (name, length) = head.split_once(' ').unwrap();
        let value = &answers[end + 1..][..length.parse().unwrap()];
        parted.push((name.to_owned(), String::from_utf8_lossy(value).into_owned()));
        answers = &answers[end + 1 + value.len() + 1..];
    }
    parted
}

fn judge(rows: &[Value], answers: &[u8]) {
    let answers = parted(answers);
    assert_eq!(answers.len(), rows.len());
    for (row, (name, answer)) in rows.iter().zip(&answers) {
        let expect = &row["expect"];
        let text = |value: &Value| value.as_str().unwrap_or("nothing").to_owned();
        let right = match name.as_str() {
            "error" => {
                let kind = format!("{} ", text(&expect["error"]["kind"]));
                answer.starts_with(&kind) && answer.contains(&text(&expect["error"]["message"]))
            }
            _ => match expect["contains"].as_array() {
                Some(parts) => parts.iter().all(|part| answer.contains(&text(part))),
                None => *answer == text(&expect["bytes"]),
            },
        };
        assert!(right, "{}: {name} {answer}", row["name"]);
    }
}

#[test]
fn every_row_of_filters_is_answered_as_expected() {
    let rows = super::root().join("tests/cases/filter/rows.json");
    let rows: Vec<Value> = serde_json::from_slice(&std::fs::read(rows).unwrap()).unwrap();
    assert!(rows.len() >= 12);
    let mut frames = Vec::new();
    for row in &rows {
        for name in ["query", "input", "informat", "outformat", "run"] {
            let usual = if name == "informat" { "turtle" } else { "" };
            let value = row[name].as_str().unwrap_or(usual);
            frames.extend_from_slice(format!("{name} {}\n{value}\n", value.len()).as_bytes());
        }
    }
    let program = super::root().join("ffi/tests/c/filters.c");
    let program = super::build(&program, super::Linked::Shared, "filters");
    judge(&rows, &super::succeeds(&mut Command::new(&program), &frames));
    if glossweave_testing::more() && super::is_there("valgrind") {
        judge(&rows, &super::succeeds(super::valgrind().arg(program), &frames));
    }
}
