//! The test suite of ITS 2.0: all expected outputs, byte for byte.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "clippy knows test functions only")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glossweave::Format;
use glossweave::its::{Analysis, Category, Folder, Options};
use glossweave_testing::skip;

/// The minimum numbers of outputs and inputs of the suite.
const OUTPUTS: usize = 150;
const INPUTS: usize = 220;

fn suite() -> Option<PathBuf> {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/conformance/its20");
    if suite.join("expected").is_dir() && suite.join("input").is_dir() {
        return Some(suite);
    }
    skip("its", &format!("no {}", suite.display()));
    None
}

/// A case: its category, its input, and the path of its expected output.
struct Case {
    category: Category,
    input: PathBuf,
    expected: PathBuf,
}

fn cases(suite: &Path) -> Vec<Case> {
    let mut cases = Vec::new();
    for category in Category::ALL {
        let folder = category.identifier().replace("localization-quality", "locquality");
        let folder = folder.replace('-', "");
        for kind in ["html", "xml"] {
            // Some categories have only one kind.
            let inputs = suite.join("input").join(&folder).join(kind);
            let Ok(inputs) = fs::read_dir(inputs) else { continue };
            let mut inputs: Vec<_> = inputs.map(|input| input.unwrap().path()).collect();
            inputs.sort();
            for input in inputs {
                let stem = input.file_stem().unwrap().to_str().unwrap().to_owned();
                // The folders also contain rules and records that the inputs refer to.
                if !stem.ends_with(kind) || input.extension().unwrap() != kind {
                    continue;
                }
                let output = format!("{stem}output.txt");
                let expected = suite.join("expected").join(&folder).join(kind).join(output);
                cases.push(Case { category: *category, input, expected });
            }
        }
    }
    cases
}

fn output(case: &Case) -> Result<String, String> {
    let folder = Folder::new(case.input.parent().unwrap()).unwrap();
    let options = Options { resolver: Some(Arc::new(folder)), ..Options::default() };
    let format = Format::of_path(case.input.to_str().unwrap()).unwrap();
    let source = fs::read(&case.input).unwrap();
    let analysis = Analysis::read(source, format, &options).map_err(|error| error.to_string())?;
    if let Some(warning) = analysis.warnings().first() {
        return Err(warning.clone());
    }
    let mut lines = String::new();
    for node in analysis.nodes() {
        lines.push_str(&node.path());
        for (name, value) in node.values(case.category) {
            lines.push_str(&format!("\t{name}=\"{value}\""));
        }
        lines.push('\n');
    }
    Ok(lines)
}

/// Returns the first line that differs.
fn difference(ours: &str, expected: &str) -> Option<String> {
    if ours == expected {
        return None;
    }
    let mut lines = (1..).zip(ours.split('\n').zip(expected.split('\n')));
    Some(match lines.find(|(_, (ours, expected))| ours != expected) {
        Some((line, (ours, expected))) => {
            format!("line {line}\n    expected {expected}\n    found    {ours}")
        }
        None => format!("{} bytes expected, {} found", expected.len(), ours.len()),
    })
}

#[test]
fn every_expected_output_is_given() {
    let Some(suite) = suite() else { return };
    let (mut compared, mut faults) = (0, Vec::new());
    for case in cases(&suite) {
        let name = case.input.file_name().unwrap().to_string_lossy().into_owned();
        let Ok(expected) = fs::read_to_string(&case.expected) else { continue };
        compared += 1;
        match output(&case) {
            Ok(ours) => {
                faults.extend(difference(&ours, &expected).map(|what| format!("{name}: {what}")));
            }
            Err(error) => faults.push(format!("{name}: {error}")),
        }
    }
    let all = fs::read_dir(suite.join("expected")).unwrap().flat_map(|category| {
        let kinds = fs::read_dir(category.unwrap().path()).unwrap();
        kinds.flat_map(|kind| fs::read_dir(kind.unwrap().path()).unwrap())
    });
    assert_eq!(compared, all.count(), "an output belongs to no input");
    assert!(compared >= OUTPUTS, "only {compared} outputs were compared");
    assert!(faults.is_empty(), "{} of {compared} differ:\n{}", faults.len(), faults.join("\n"));
}

/// The other inputs are read as well, and each contains values of its category.
#[test]
fn every_input_is_read() {
    let Some(suite) = suite() else { return };
    let cases = cases(&suite);
    assert!(cases.len() >= INPUTS, "only {} inputs were found", cases.len());
    for case in &cases {
        let name = case.input.display();
        let output = output(case).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(output.contains("=\""), "{name} says nothing of {}", case.category);
    }
}

/// Corrupted inputs are either read or refused.
#[test]
fn spoilt_inputs_do_no_harm() {
    let Some(suite) = suite() else { return };
    let mut random = harness::random::Random::new(7);
    let spoil = ["'", "[", "@", "/", "//", "|", "$", "..", "(", "&", "<", ">", "*", "1", "\u{e9}"];
    for case in cases(&suite) {
        let source = fs::read_to_string(&case.input).unwrap();
        let places: Vec<_> = source.char_indices().map(|place| place.0).collect();
        for _ in 0..10 {
            let at = places[random.below(places.len())];
            let mut spoilt = source.clone();
            match random.below(3) {
                0 => drop(spoilt.remove(at)),
                _ => spoilt.insert_str(at, spoil[random.below(spoil.len())]),
            }
            let format = Format::of_path(case.input.to_str().unwrap()).unwrap();
            if let Ok(analysis) = Analysis::read(&spoilt, format, &Options::default()) {
                analysis.nodes().for_each(|node| drop(node.values(case.category)));
            }
        }
    }
}

#[test]
fn a_difference_is_found() {
    assert_eq!(difference("/a\n/b\n", "/a\n/b\n"), None);
    let found = difference("/a\tx=\"1\"\n/b\n", "/a\tx=\"2\"\n/b\n").unwrap();
    assert!(found.starts_with("line 1\n    expected /a\tx=\"2\""), "{found}");
    assert!(difference("/a\n", "/a").is_some() && difference("/a\n", "/a\n/b\n").is_some());
}
