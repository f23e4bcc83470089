//! The access control table through the C API. Writes frames to `access.c`, which returns faults.

use std::process::Command;

use serde_json::Value;

/// Returns the number of rows that run under valgrind, where hashing a password takes long.
fn few() -> usize {
    if glossweave_testing::more() { 40 } else { 8 }
}

/// Returns frames for `access.c`, for at most `most` rows, distributed evenly over the table, and the
/// number of these rows.
fn frames(most: usize) -> (Vec<u8>, usize) {
    let table = super::root().join("tests/cases/access/acl.json");
    let table: Value = serde_json::from_slice(&std::fs::read(table).unwrap()).unwrap();
    let mut frames = Vec::new();
    let mut put = |name: &str, value: &str| {
        frames.extend_from_slice(format!("{name} {}\n{value}\n", value.len()).as_bytes());
    };
    for (kind, body) in table["bodies"].as_object().unwrap() {
        put(&format!("body.{kind}"), body.as_str().unwrap());
    }
    let rows = table["rows"].as_array().unwrap();
    assert!(rows.len() >= 1_000, "{} rows", rows.len());
    let rows: Vec<&Value> = rows.iter().step_by(rows.len().div_ceil(most)).collect();
    for row in &rows {
        for name in ["kind", "target", "action", "caller", "expect"] {
            put(name, row[name].as_str().unwrap());
        }
        put("run", "");
    }
    (frames, rows.len())
}

fn judge(answers: &[u8], rows: usize) {
    let answers = String::from_utf8_lossy(answers);
    let faults: Vec<&str> = answers
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("fault ") && *line != "right 0")
        .collect();
    assert!(faults.is_empty(), "{} of {rows}:\n{}", faults.len(), faults.join("\n"));
    assert_eq!(answers.lines().filter(|line| *line == "right 0").count(), rows);
}

#[test]
fn every_cell_of_the_policy_holds() {
    let program = super::root().join("ffi/tests/c/access.c");
    let program = super::build(&program, super::Linked::Shared, "policy");
    let (all, rows) = frames(usize::MAX);
    judge(&super::succeeds(&mut Command::new(&program), &all), rows);
    if super::is_there("valgrind") {
        let (few, rows) = frames(few());
        judge(&super::succeeds(super::valgrind().arg(program), &few), rows);
    }
}
