//! The laws of reading and writing packages, on third-party documents.

use std::fs;
use std::path::{Path, PathBuf};

use glossweave::annotation::{Annotation, Translation};
use glossweave::{Document, EncodeOptions, Format};
use glossweave_testing::skip;
use harness::package::{hold_as, read_as};

/// The tested formats, by extension.
const FORMATS: &[(&str, Format)] =
    &[("epub", Format::Epub), ("ods", Format::Ods), ("odp", Format::Odp)];

/// Returns the third-party documents, or nothing if they are missing.
fn documents() -> Vec<(PathBuf, Format)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/conformance/office");
    let Ok(entries) = fs::read_dir(&folder) else {
        skip("packages", "packages of others: the folder conformance/office is not there");
        return Vec::new();
    };
    let files = entries.map(|entry| entry.expect("an entry").path());
    let known = files.filter_map(|file| {
        let extension = file.extension()?.to_string_lossy().into_owned();
        let format = FORMATS.iter().find(|one| one.0 == extension)?.1;
        Some((file, format))
    });
    let mut files: Vec<_> = known.collect();
    files.sort();
    files
}

#[test]
fn documents_keep_the_laws() {
    let mut faults = Vec::new();
    for (file, format) in documents() {
        let bytes = fs::read(&file).expect("a readable file");
        for seed in 0..3 {
            match hold_as(&bytes, format, seed) {
                Ok(counts) => {
                    println!("{}: {} of {} placed", file.display(), counts.placed, counts.tried);
                }
                Err(what) => faults.push(format!("{} seed {seed}: {what}", file.display())),
            }
        }
    }
    assert!(faults.is_empty(), "{} went wrong:\n{}", faults.len(), faults.join("\n"));
}

/// Translates each unit by reversing its words.
fn translated(document: &Document) -> Vec<Annotation> {
    let units = document.units().map(|unit| {
        let words: Vec<&str> = unit.text().split_ascii_whitespace().rev().collect();
        let text = Translation::new(words.join(" "), "ga".parse().expect("a language"));
        Annotation::translation(unit.span(), text)
    });
    units.collect()
}

#[test]
fn translations_are_read_again() {
    let options = EncodeOptions { translations: true, set_lang: true, ..EncodeOptions::default() };
    for (file, format) in documents() {
        let document = read_as(&fs::read(&file).expect("a readable file"), format);
        let document = document.expect("a text");
        let all = translated(&document);
        let back = glossweave::encode(&document, &all, &options).expect("a document");
        assert!(back.placements.iter().all(|one| one.is_there()), "{}", file.display());
        let again = read_as(&back.bytes, format).expect("a text");
        for (unit, translation) in again.units().zip(&all) {
            let text = &translation.as_translation().expect("a translation").text;
            let words = |text| str::split_ascii_whitespace(text);
            assert!(words(unit.text()).eq(words(text)), "{}: {text}", file.display());
        }
    }
}
