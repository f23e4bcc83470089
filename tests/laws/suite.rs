//! The laws on the pages of the ITS 2.0 test suite, with their linked files.

use std::path::{Path, PathBuf};

use glossweave::DecodeOptions;
use harness::annotate::{hold_as, read_if_sound};

use super::Report;
use glossweave_testing::skip;

fn pages(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            self::pages(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            pages.push(path);
        }
    }
}

#[test]
fn the_pages_of_the_suite_keep_the_laws() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/conformance/its20/input");
    let mut all = Vec::new();
    pages(&suite, &mut all);
    if all.is_empty() {
        skip("laws", &format!("no {}", suite.display()));
        return;
    }
    all.sort();
    let mut report = Report::default();
    for path in all {
        let mut options = DecodeOptions::default();
        options.set("rules-folder", &path.parent().unwrap().to_string_lossy()).unwrap();
        options.set("base", &path.file_name().unwrap().to_string_lossy()).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert!(read_if_sound(&bytes, &options).is_some(), "{}", path.display());
        report.enter(path.display().to_string(), hold_as(&bytes, 1, 40, &options));
    }
    // New elements are refused if rules match any `span`, or the children of an element.
    report.close_at(90.0);
}
