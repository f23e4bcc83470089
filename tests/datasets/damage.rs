//! Damaged or truncated files of datasets. They must cause an error and never a different result.

use std::fs;
use std::path::{Path, PathBuf};

use glossweave::link::LinkRequest;
use glossweave::resource::ResourceUpdate;
use glossweave::{ErrorKind, Format, Request, Result, Settings};

use super::Fixture;

const FILES: [&str; 4] = ["names", "context", "graph", "source"];

fn fixture(folder: &Path) -> Fixture {
    let mut settings = Settings::default();
    settings.store.location = Some(folder.to_str().unwrap().parse().unwrap());
    Fixture::with(settings)
}

/// Returns a table of names that two entities share. The entities differ in their descriptions.
fn table(count: usize) -> String {
    let mut table = String::from("uri,label,language,type,description\n");
    for number in 0..count {
        for (sort, said) in [("river", "water that flows"), ("singer", "a voice on a stage")] {
            table += &format!(
                "http://ex.org/{sort}/{number},Name{number},en,http://ex.org/{sort},{said} {number}\n"
            );
        }
    }
    table
}

fn files(store: &Path) -> PathBuf {
    let all = fs::read_dir(store.join("datasets")).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = all.filter(|path| !path.ends_with("uploads")).collect();
    all.sort();
    all.pop().unwrap()
}

/// Returns the results for a dataset: names with their descriptions, the graph, the source.
fn answers(fixture: &Fixture, template: &str, last: usize) -> [Result<String>; 4] {
    let text = format!("The voice of Name1 on the stage, and Name{last}, water that flows.");
    let found = fixture.find(&text, &[("dataset", "names")]).map(|found| found.join(" "));
    let page = format!("<p>A <span its-ta-ident-ref='http://ex.org/singer/{last}'>voice</span>");
    let mut request = Request::new(page, Format::Html);
    request.set("outformat", "n-triples").unwrap();
    let linked = fixture.anna().links().enrich(LinkRequest::new(template, request)).map(|made| {
        let text = String::from_utf8(made.bytes).unwrap();
        let mut lines: Vec<_> = text.lines().collect();
        lines.sort_unstable();
        lines.join("\n")
    });
    let ask = format!(r#"{{"q": {{"query": "Name{last}"}}}}"#);
    let reconciled =
        fixture.anna().reconciliation().answer("names", &ask).map(|found| found.to_string());
    let short = fixture.find("Name2", &[("dataset", "names")]).map(|found| found.join(" "));
    [found, linked, reconciled, short]
}

/// Returns an engine with a store of some names, and a template that queries all of them.
fn begun(store: &Path, count: usize) -> (Fixture, String) {
    let fixture = fixture(store);
    fixture.create("names", &table(count), &[]).unwrap();
    let query = "CONSTRUCT WHERE { <@@@entity_uri@@@> ?p ?o }";
    let body = format!(r#"{{"query": "{query}", "endpoint": "dataset:names"}}"#);
    let made = fixture
        .anna()
        .templates()
        .create(None, body.as_bytes(), &ResourceUpdate::default())
        .unwrap();
    (fixture, made.name)
}

#[test]
fn a_flipped_bit_is_an_error_or_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (first, template) = begun(folder.path(), 40);
    let right = answers(&first, &template, 39).map(Result::unwrap);
    assert!(right[0].contains("Name39=") && right[1].contains("on a stage 39"), "{right:?}");
    let files = files(folder.path());
    drop(first);
    let mut failed = 0;
    for name in FILES {
        let path = files.join(name);
        let whole = fs::read(&path).unwrap();
        for place in 0..8 {
            let at = whole.len() * place / 8 + place * 7;
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (place % 8);
            fs::write(&path, damaged).unwrap();
            let fixture = fixture(folder.path());
            if name == "source" {
                let update = fixture.update("names", "uri,label\nhttp://ex.org/x,X\n", &[]);
                assert_eq!(update.unwrap_err().kind(), ErrorKind::Storage, "byte {at}");
            }
            for (answer, right) in answers(&fixture, &template, 39).into_iter().zip(&right) {
                match answer {
                    Ok(answer) => assert_eq!(answer, *right, "byte {at} of `{name}`"),
                    Err(error) => {
                        failed += 1;
                        assert_eq!(error.kind(), ErrorKind::Storage, "{error}");
                        assert!(format!("{error:?}").contains(name), "{error:?}");
                    }
                }
            }
        }
        fs::write(&path, whole).unwrap();
    }
    assert!(failed > 30, "{failed}");
}

#[test]
fn a_file_cut_short_under_a_running_engine_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let (fixture, template) = begun(folder.path(), 12_000);
    let right = answers(&fixture, &template, 11_999).map(Result::unwrap);
    drop(fixture);
    let files = files(folder.path());
    for name in FILES {
        let path = files.join(name);
        let whole = fs::read(&path).unwrap();
        assert!(whole.len() > 1 << 20, "`{name}` has {} bytes", whole.len());
        let fixture = self::fixture(folder.path());
        // A part of the dataset is used before the damage.
        assert!(fixture.find("Name2", &[("dataset", "names")]).is_ok());
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(5_000).unwrap();
        let mut failed = 0;
        for (answer, right) in answers(&fixture, &template, 11_999).into_iter().zip(&right) {
            match answer {
                Ok(answer) => assert_eq!(answer, *right, "`{name}`"),
                Err(error) => {
                    failed += 1;
                    assert_eq!(error.kind(), ErrorKind::Storage, "{error}");
                }
            }
        }
        assert!(failed > 0, "`{name}`");
        fs::write(&path, whole).unwrap();
    }
}
