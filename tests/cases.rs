//! The case table, run using the Rust API.

use std::collections::BTreeSet;

use harness::cases::all;

#[test]
fn every_case_is_answered_as_expected() {
    let cases = all();
    let mut faults = Vec::new();
    for case in &cases {
        if let Err(what) = case.run() {
            faults.push(format!("{} `{}`: {what}", case.file, case.name));
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), cases.len(), faults.join("\n"));
}

#[test]
fn the_table_covers_what_it_is_for() {
    let cases = all();
    assert!(cases.len() >= 40, "{} cases", cases.len());
    let names: BTreeSet<_> = cases.iter().map(|case| &case.name).collect();
    assert_eq!(names.len(), cases.len(), "a name stands twice");
    let steps: BTreeSet<_> = cases.iter().map(|case| case.step()).collect();
    let all = [
        "annotate",
        "chunks",
        "dataset",
        "export",
        "its",
        "nif",
        "read",
        "read-web-annotation",
        "read-web-annotation",
        "recognize",
        "return",
        "terms",
        "text",
        "translate",
        "web-annotation",
    ];
    assert_eq!(steps, BTreeSet::from(all));
    let kinds: BTreeSet<_> = cases.iter().filter_map(|case| case.kind()).collect();
    let reachable = ["Invalid", "Malformed", "NotFound", "TooLarge", "Unsupported"];
    assert_eq!(kinds, BTreeSet::from(reachable), "kinds of error that a document can lead to");
}
