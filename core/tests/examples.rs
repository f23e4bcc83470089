//! The examples, as programs that are run.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use glossweave::{Format, rdf};

const DUBLIN: &str = "examples/data/dublin.html";
const PLACES: &str = "examples/data/places.csv";
const NEWS: &str = "tests/data/html/page-news.html";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn bytes(file: &str) -> Vec<u8> {
    std::fs::read(root().join(file)).unwrap()
}

/// Runs an example, which cargo builds beside the tests.
fn run(example: &str, arguments: &[&str], input: &[u8]) -> Output {
    let tests = std::env::current_exe().unwrap();
    let built = tests.ancestors().nth(2).unwrap().join("examples").join(example);
    assert!(built.exists(), "{} is missing: `cargo build --examples`", built.display());
    let mut child = Command::new(built)
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that reads no input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn works(example: &str, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let output = run(example, arguments, input);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{example} {arguments:?}: {said}");
    output.stdout
}

/// The exit code, and what was said.
fn fails(example: &str, arguments: &[&str], input: &[u8]) -> (i32, String) {
    let output = run(example, arguments, input);
    assert!(output.stdout.is_empty(), "{example} {arguments:?} printed something");
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// A file that is gone with the folder that it is in.
fn kept(folder: &tempfile::TempDir, name: &str, bytes: &[u8]) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn convert_prints_the_nif_of_a_page() {
    for page in [DUBLIN, NEWS] {
        let options = ["nif", "--prefix", "http://example.org/p", "--nif-version", "2.1", page];
        let turtle = String::from_utf8(works("convert", &options, b"")).unwrap();
        assert!(turtle.contains("<http://example.org/p#offset_0_"), "{turtle}");
        let piped = works("convert", &["nif", "--type", "text/html", "-"], &bytes(page));
        assert_eq!(piped, works("convert", &["nif", page], b""));
    }
}

#[test]
fn convert_prints_what_the_service_gave() {
    let cases = root().join("../shared/conformance/nif");
    let Ok(expected) = std::fs::read(cases.join("page.html.ttl")) else {
        eprintln!("skipped: no cases at {}", cases.display());
        return;
    };
    let page = cases.join("page.html");
    let prefix = "http://freme-project.eu/";
    let options = ["nif", "--type", "text/html", "--prefix", prefix, page.to_str().unwrap()];
    let ours = works("convert", &options, b"");
    let ours = rdf::read(&ours, Format::Turtle, None).unwrap();
    assert!(ours.is_isomorphic(&rdf::read(&expected, Format::Turtle, None).unwrap()));
}

#[test]
fn convert_gives_a_page_back_as_it_came() {
    for page in [DUBLIN, NEWS] {
        assert_eq!(works("convert", &["back", page], b""), bytes(page));
    }
    assert_eq!(works("convert", &["back", "--type", "text", "-"], b"a\r\nb"), b"a\r\nb");
}

#[test]
fn convert_weaves_in_what_recognise_found() {
    let folder = tempfile::tempdir().unwrap();
    for page in [DUBLIN, NEWS] {
        let names = ["--labels", PLACES, page];
        let enriched = kept(&folder, "enriched.ttl", &works("recognise", &names, b""));
        let woven = works("convert", &["back", page, &enriched], b"");
        let at_once = works("recognise", &["--out", "html", "--labels", PLACES, page], b"");
        assert_eq!(String::from_utf8_lossy(&woven), String::from_utf8_lossy(&at_once));
        assert_eq!(page == DUBLIN, woven.len() > bytes(page).len() + 1000, "{page}");
    }
}

#[test]
fn convert_says_when_the_nif_is_of_another_text() {
    let folder = tempfile::tempdir().unwrap();
    let enriched = kept(&folder, "news.ttl", &works("convert", &["nif", NEWS], b""));
    let (code, said) = fails("convert", &["back", DUBLIN, &enriched], b"");
    assert_eq!(code, 1);
    assert!(said.contains("none of the 1 texts in"), "{said}");
}

#[test]
fn convert_says_what_it_could_not_place() {
    let folder = tempfile::tempdir().unwrap();
    let page = kept(&folder, "page.html", b"<title>To Cork</title>");
    let names = kept(&folder, "names.csv", b"uri,label\nhttp://example.org/Cork,Cork\n");
    let enriched = works("recognise", &["--labels", &names, &page], b"");
    let enriched = kept(&folder, "enriched.ttl", &enriched);
    let output = run("convert", &["back", &page, &enriched], b"");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains("`Cork` is not placed: "), "{said}");
    assert_eq!(output.stdout, b"<title>To Cork</title>");
}

#[test]
fn a_wrong_call_gives_2_and_a_failure_1() {
    let wrong: [(&str, &[&str], &str); 9] = [
        ("convert", &[], "command is missing"),
        ("convert", &["forth", "x.html"], "no command `forth`"),
        ("convert", &["nif"], "file is missing"),
        ("convert", &["nif", "-"], "give it with `--type`"),
        ("convert", &["nif", "--nif-version", "3", "x.html"], "expected one of 2.0, 2.1"),
        ("convert", &["back", "--prefix", "x:y", "x.html"], "no option `--prefix`"),
        ("convert", &["nif", "a.html", "b.html"], "a file too many: `b.html`"),
        ("recognise", &["x.html"], "`--labels` is missing"),
        ("recognise", &["--labels"], "needs a value"),
    ];
    for (example, arguments, expected) in wrong {
        let (code, said) = fails(example, arguments, b"");
        assert_eq!(code, 2, "{arguments:?}");
        assert!(said.contains(expected) && said.contains("usage: "), "{said}");
    }
    let failing: [(&str, &[&str], &str); 3] = [
        ("convert", &["nif", "nowhere.html"], "`nowhere.html` cannot be read"),
        ("convert", &["nif", "--prefix", "x:y", DUBLIN], "x:y"),
        ("recognise", &["--labels", "nowhere.csv", DUBLIN], "`nowhere.csv` cannot be read"),
    ];
    for (example, arguments, expected) in failing {
        let (code, said) = fails(example, arguments, b"");
        assert_eq!(code, 1, "{arguments:?}");
        assert!(said.contains(expected) && !said.contains("usage: "), "{said}");
    }
}
